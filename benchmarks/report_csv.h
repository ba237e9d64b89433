// A report's rows for spreadsheets and data frames.
#pragma once

#include <string>

#include "benchmarks/report.h"

namespace sinew {

/// A line a row, after one of column names; RFC 4180: CRLF, quotes where they are needed. Columns:
///
/// device, driver, scenario, model, vertices, triangles, joints: what was measured on what.
/// choice, instances, passes, state ("measured", "wrong", "not measured"), reason, note.
/// For each of frame, gpu (all steps, serialised), gpu_overlapped, cpu, cpu_upload, cpu_record,
/// cpu_submit, and gpu_STEP and cpu_STEP of the steps from sample to ui:
///   NAME_median_ms, NAME_p5_ms, NAME_p95_ms, NAME_mad_ms, NAME_outliers, NAME_frames.
/// Errors: truth_ (against the file) and itself_ (against the choice's own definition)
/// position_of_extent, normal_degrees, tangent_degrees; "inf" where a vertex is not a number.
/// Bytes: uploaded_, moved_ and held_bytes_per_instance, held_bytes_per_model, skin_read_,
/// skin_written_ and pass_read_bytes_per_vertex, heap_bytes (of all heaps). Counts: draw_calls,
/// dispatches, vertices_skinned, instances_skinned and instances_in_view of a culled crowd,
/// vertex_invocations, warm_up_frames.
///
/// What was not measured is empty.
std::string reportCsv(const Report& report);

/// The same of kernels: device, driver, scenario, model, kernel, layout, kind, state,
/// reason, instances, dispatches, bytes_read_a_vertex, bytes_written_a_vertex,
/// million_vertices_per_second, gigabytes_per_second, share_of_copy, the gpu columns as above, and
/// the truth_ errors.
std::string kernelsCsv(const Report& report);

}  // namespace sinew
