// Writes a report's rows for spreadsheets and data frames.
#pragma once

#include <string>

#include "benchmarks/report.h"

namespace sinew {

/// A line of column names, then one line per row; RFC 4180. Columns:
///
/// - device, driver, scenario, model, vertices, triangles, joints, choice, instances, passes, state
/// (RowState), reason, note;
/// - times frame_time, gpu_time, gpu_time_overlapped, cpu_time, cpu_upload, cpu_record, cpu_submit,
/// cpu_other, cpu_time_of_threads, and gpu_STEP and cpu_STEP of the steps from animate to ui, each
/// as _median_ms, _p5_ms, _p95_ms, _mad_ms, _outliers, _frames;
/// - max_error_ (against the file) and own_reference_error_ (against the choice's own reference),
/// each with position_of_extent, normal_degrees, tangent_degrees; "inf" if a component is not a
/// number;
/// - bytes, draw calls, and instance and vertex counts of culled crowds.
///
/// Cells without a measurement are empty.
std::string reportCsv(const Report& report);

/// The kernel rows: device, driver, scenario, model, kernel, layout, kind, state, reason,
/// instances, dispatches, read_bytes_per_vertex, written_bytes_per_vertex,
/// million_vertices_per_second, gigabytes_per_second, times_sinew and its interval, gpu_time_ and
/// max_error_ as above.
std::string kernelsCsv(const Report& report);

}  // namespace sinew
