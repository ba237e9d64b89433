// Names and descriptions of all fields of a report. Writer, reader and schema visit this list.
#pragma once

#include <concepts>
#include <type_traits>

#include "benchmarks/report/report.h"

namespace sinew::fields {

enum class Kind : uint8_t {
    plain,
    added,    // older reports of the same version lack it
    derived,  // computed from other fields, so a reader ignores it
    longText,
};

/// Accepts `T` and `const T`: a reader fills the fields, a writer only visits them.
template <typename T, typename Struct>
concept Of = std::same_as<std::remove_const_t<T>, Struct>;

void visit(auto& a, Of<Timing> auto& t) {
    a("median", t.all.median, "ms");
    a("p5", t.all.p5, "ms");
    a("p95", t.all.p95, "ms");
    a("mad", t.all.mad, "median absolute deviation from the median, ms");
    a("count", t.all.count, "frames");
    a("outliers", t.all.outliers,
      "frames further from the median than five standard deviations and a tenth of it");
    a("blockMedians", t.blockMedians, "median of each block of frames, in time order, ms");
}

void visit(auto& a, Of<StepTiming> auto& s) {
    a("gpuMs", s.gpu, "null: the device has no timestamps, or the step does no GPU work");
    a("cpuMs", s.cpu, "null: the step does no CPU work");
}

void visit(auto& a, Of<RowErrors> auto& e) {
    a.unbounded("positionOfExtent", e.position, "largest distance / extent of the posed model");
    a.unbounded("normalDegrees", e.normalDegrees, "largest angle");
    a.unbounded("tangentDegrees", e.tangentDegrees, "largest angle");
}

void visit(auto& a, Of<RowVerification> auto& v) {
    a("withinTolerance", v.withinTolerance, "within the tolerance of the formats");
    a("ofItself", v.ofItself, "error against the same choice in double precision");
    a("ofTruth", v.ofTruth, "error against the file: all influences, the exact pose");
    a("instances", v.instances,
      "verified instances: the number that fits at full detail; null: all", Kind::added);
}

void visit(auto& a, Of<RowCost> auto& c) {
    a("uploadedBytesPerInstance", c.uploadedPerInstance, "uploaded by the CPU per frame");
    a("movedBytesPerInstance", c.movedPerInstance,
      "read and written per frame, without caches; the passes read a vertex once per invocation of "
      "the vertex stage, or once if invocations are not counted");
    a("heldBytesPerInstance", c.allocatedPerInstance, "allocated memory");
    a("heldBytesPerModel", c.allocatedPerModel, "static vertices, influences, baked clips");
    a("skinReadBytesPerVertex", c.skinReadPerVertex, "where the GPU skins once");
    a("skinWrittenBytesPerVertex", c.skinWrittenPerVertex, "where the GPU skins once");
    a("forwardReadBytesPerVertex", c.forwardReadPerVertex,
      "read by the vertex stage of the forward pass", Kind::added);
    a("depthReadBytesPerVertex", c.depthReadPerVertex,
      "read by the vertex stage of each shadow cascade and the depth prepass", Kind::added);
    a("jointLimit", c.paletteLimit, "palette entries; 0: no limit");
}

void visit(auto& a, Of<RowListed> auto& l) {
    a("skinned", l.skinned, "instances that are visible in any pass");
    a("posed", l.posed, "with GPU posing, more than are skinned", Kind::added);
    a("inView", l.inView, "drawn for the camera");
    a("inCascades", l.inCascades, "drawn into each shadow cascade");
    a("verticesInView", l.verticesInView, "vertices in view, each instance at its level of detail",
      Kind::added);
    a("verticesInCascades", l.verticesInCascades, "vertices in all cascades", Kind::added);
}

void visit(auto& a, Of<RowDetail> auto& d) {
    a("atLevels", d.atLevels, "instances skinned at each level of detail, the full one first");
    a("coarsened", d.coarsened,
      "instances with a coarser level than chosen: the vertex budget was exhausted");
    a("verticesWanted", d.verticesRequested,
      "vertices at the chosen levels; verticesSkinned fit the budget");
    a("verticesOfAll", d.verticesOfAll, "vertices of all placed instances at full detail");
}

void visit(auto& a, Of<RowRates> auto& r) {
    a("atRates", r.atRates, "instances posed every frame, every 2nd, 4th and 8th");
    a("posed", r.posed, "instances posed in one frame; the others reuse a pose");
    a("mostPixelsOff", r.mostPixelsOff, "largest error of a reused pose, pixels");
}

void visit(auto& a, Of<RowVertexMemory> auto& m) {
    a("heldBytes", m.allocated, "allocated for skinned vertices, in all copies");
    a("wantedBytes", m.requested, "needed by the processed instances at the chosen levels");
    a("savedBytes", m.saved, "saved against all placed instances at full detail");
}

void visit(auto& a, Of<RowTrace> auto& t) {
    a("structureBytes", t.structureBytes,
      "acceleration structures of both levels, with copied indices");
    a("scratchBytes", t.scratchBytes, "memory that their builds use");
    a("refitted", t.refitted, "bottom-level structures that the last frame refitted");
    a("rebuilt", t.rebuilt, "bottom-level structures that the last frame rebuilt");
}

void visit(auto& a, Of<Row> auto& r) {
    a("choice", r.choice, "as requested: METHOD[:SETTING...]");
    a("instances", r.instances, "");
    a("passes", r.passes,
      "passes that draw the character: forward, shadow cascades, a depth prepass");
    a("note", r.note, "the replacement of the choice, and the reason");
    a("state", r.state, "wrong: the vertices are wrong, and no time was measured");
    a("reason", r.reason, "reason for not being measured");
    a("cost", r.cost, "computed from the measured layouts");
    a("verified", r.verification, "null: the device cannot capture vertices");
    a("warmUpFrames", r.warmUpFrames, "frames until times were stable, the maximum of all blocks");
    a("steps", r.steps, "GPU times serialised: a full barrier around each step");
    a("gpuTotalMs", r.gpuTotal, "all GPU steps, serialised");
    a("gpuSpanMs", r.gpuSpan, "overlapped: from a frame's first stamp to its last");
    a("cpuUploadMs", r.cpuUpload, "writing to memory that the GPU reads");
    a("cpuRecordMs", r.cpuRecord, "writing the command buffer, outside of steps");
    a("cpuSubmitMs", r.cpuSubmit, "submitting the command buffer");
    a("cpuOtherMs", r.cpuOther, "the rest of cpuTotalMs; its parts add up to it in each frame",
      Kind::added);
    a("cpuTotalMs", r.cpuTotal, "wall time of the CPU work of a frame, waiting excluded");
    a("cpuThreadsMs", r.cpuThreads,
      "CPU time of the render thread and of the threads that pose and skin", Kind::added);
    a("frameMs", r.frame, "the time that limits the frame rate; see conditions.pipelined");
    a("drawCalls", r.drawCalls, "per frame");
    a("dispatches", r.dispatches, "per frame");
    a("verticesSkinned", r.verticesSkinned, "per frame: once, or once per pass");
    a("listed", r.listed, "processed instances of a culled crowd; null: all", Kind::added);
    a("detail", r.detail, "levels of detail of those instances; null: all at full detail",
      Kind::added);
    a("rates", r.rates, "update rates of those instances; null: every frame", Kind::added);
    a("vertexMemory", r.vertexMemory, "skinned vertices; null: the passes skin", Kind::added);
    a("trace", r.trace, "acceleration structures; null: shadows are not traced", Kind::added);
    a("vertexInvocations", r.vertexInvocations,
      "invocations of the passes' vertex stage per frame; null: not counted by the device");
    a("forwardInvocations", r.forwardInvocations, "invocations of the forward pass only",
      Kind::added);
    a("disturbedBlocks", r.disturbedBlocks,
      "blocks in which other programs used more than a quarter of a core; included, because "
      "too few other blocks remain",
      Kind::added);
    a("end", r.end, "what ended the measurement; null: not known", Kind::added);
    a("leftOutBlocks", r.leftOutBlocks,
      "blocks in which other programs used more than a quarter of a core; excluded", Kind::added);
    a("heapBytes", r.heapBytes, "allocated during the measurement, per device heap");
}

void visit(auto& a, Of<Ratio> auto& r) {
    a("ratio", r.ratio, "Hodges-Lehmann estimate of paired blocks");
    a("low", r.low, "of the 95 % interval");
    a("high", r.high, "of the 95 % interval");
    a("byChance", r.byChance, "p-value of Wilcoxon's signed-rank test");
}

void visit(auto& a, Of<RankedChoice> auto& c) {
    a("choice", c.choice, "");
    a("medianMs", c.medianMs, "");
    a("ratio", c.ratio, "to the fastest; null: it is the fastest, or blocks are too few");
    a("slower", c.slower, "true: significantly slower than the fastest");
    a("group", c.group, "1 is the fastest; choices of one group are equal within noise");
}

void visit(auto& a, Of<Verdict> auto& v) {
    a("instances", v.instances, "");
    a("passes", v.passes, "");
    a("measure", v.measure, "");
    a("blocks", v.blocks, "of the choice with the fewest");
    a("neededBlocks", v.neededBlocks, "blocks required to separate this number of choices");
    a("ranking", v.ranking, "the fastest first");
    a("winner", v.winner, "all others are slower; null: none, or nothing to compare");
    a("words", v.words, "");
}

void visit(auto& a, Of<KernelRow> auto& k) {
    a("name", k.name, "");
    a("layout", k.layout, "vertex formats of input and output");
    a("kind", k.kind, "copies measure the memory bandwidth and are no skinning kernels");
    a("state", k.state, "wrong: the vertices are wrong, and no time was measured");
    a("reason", k.reason, "reason for not being measured");
    a("instances", k.instances, "");
    a("dispatches", k.dispatches, "");
    a("readBytesPerVertex", k.bytesRead, "palette excluded");
    a("writtenBytesPerVertex", k.bytesWritten, "");
    a("errors", k.errors, "errors against the file; null for copies");
    a("gpuMs", k.gpu, "for all instances");
    a("millionVerticesPerSecond", k.verticesPerSecond, "");
    a("gigabytesPerSecond", k.gigabytesPerSecond, "1e9 bytes, read and written");
    a("ratio", k.ratio,
      "its time / the time of the kernel sinew; null: this is sinew, or sinew was not measured",
      Kind::derived);
}

void visit(auto& a, Of<ModelFacts> auto& m) {
    a("name", m.name, "");
    a("contentHash", m.contentHash,
      "64-bit hash of all bytes of the model's files; empty: generated, or unknown");
    a("generated", m.generated, "generated with exact counts");
    a("clip", m.clip, "empty: rest pose");
    a("animator", m.animator, "state machine of each instance; empty: all play the clip",
      Kind::added);
    a("models", m.models, "number of models in one frame, with equal numbers of instances",
      Kind::added);
    a("vertices", m.vertices, "of all models, as all following members");
    a("triangles", m.triangles, "");
    a("joints", m.joints, "");
    a("paletteEntries", m.paletteEntries, "");
    a("mostInfluences", m.mostInfluences, "of a vertex");
    a("importMs", m.importMs, "reading the file, once; null: generated");
}

void visit(auto& a, Of<SystemState> auto& s) {
    a("cpuMhz", s.cpuMhz, "mean of all cores; null, here and below: unknown");
    a("cpuThrottles", s.cpuThrottles, "thermal throttling events of all cores since boot");
    a("gpuMhz", s.gpuMhz, "");
    a("gpuMemoryMhz", s.gpuMemoryMhz, "");
    a("gpuCelsius", s.gpuCelsius, "");
    a("gpuSlowedBy", s.gpuSlowedBy, "throttling reasons of the driver; empty: none");
}

void visit(auto& a, Of<Section> auto& s) {
    a("scenario", s.scenario, "");
    a("about", s.about, "purpose of the scenario");
    a("asked", s.requested, "requested methods, crowds, passes and model", Kind::longText);
    a("model", s.model, "");
    a("before", s.before, "clocks and throttling before the first row");
    a("after", s.after, "clocks and throttling after the last row");
    a("rows", s.rows, "by instances, then passes, then choice");
    a("kernels", s.kernels, "skinning kernels only, and copies of the same number of bytes");
    a("verdicts", s.verdicts, "the choices of each point by each measure", Kind::derived);
    a("crossovers", s.crossovers, "points of a sweep at which the fastest choice changes",
      Kind::derived);
    a("costModels", s.costModels,
      "ms = fixed + instances * (perInstance + vertices * (perVertex + passes * "
      "perVertexAndPass)), fitted to rows",
      Kind::derived);
}

void visit(auto& a, Of<Crossover> auto& c) {
    a("measure", c.measure, "");
    a("axis", c.axis, "");
    a("fixed", c.fixed, "the other axis's value");
    a("below", c.below, "the fastest choice up to `from`");
    a("above", c.above, "the fastest choice from `to` on");
    a("from", c.from, "");
    a("to", c.to, "");
    a("at", c.at, "intersection of the lines between the points, both axes logarithmic");
}

void visit(auto& a, Of<CostModel> auto& c) {
    a("choice", c.choice, "");
    a("measure", c.measure, "");
    a("fixedMs", c.fixedMs,
      "null, here and below: the rows cannot separate this term, and a preceding term includes it");
    a("perInstanceUs", c.perInstanceUs, "");
    a("perVertexNs", c.perVertexNs, "");
    a("perVertexAndPassNs", c.perVertexAndPassNs, "");
    a("residual", c.residual, "root mean square of (fit - measured) / measured");
    a("worst", c.worst, "the largest of those");
    a("rows", c.rows, "number of rows of the fit");
}

void visit(auto& a, Of<Conditions> auto& c) {
    a("frames", c.frames, "measured frames per row and timer mode, unless `seconds` passed first");
    a("seconds", c.seconds, "");
    a("blocks", c.blocks, "largest number of blocks per row; choices alternate by block");
    a("interval", c.interval,
      "a choice ends early if the 95 % interval of its ratio to the fastest is narrower; 0: "
      "never",
      Kind::added);
    a("seed", c.seed, "seed of the block order");
    a("width", c.width, "pixels");
    a("height", c.height, "pixels");
    a("samples", c.samples, "of multisampling");
    a("pipelined", c.pipelined,
      "true: CPU and GPU process consecutive frames in parallel, and a frame is the slower of the "
      "two; false: without overlap, and a frame is the sum");
    a("validated", c.validated, "the validation layer was on: do not quote the times");
    a("assumedLimits", c.assumedLimits, "assumed lower device limits; empty: none");
    a("steps", c.steps, "false: GPU steps were not measured", Kind::added);
    a("camera", c.camera,
      "azimuth and elevation in degrees, zoom, x, y and z of the target, shift of the target; "
      "empty: the crowd is framed",
      Kind::added);
}

void visit(auto& a, Of<DeviceFacts::Heap> auto& h) {
    a("bytes", h.bytes, "");
    a("onDevice", h.onDevice, "");
}

void visit(auto& a, Of<DeviceFacts> auto& d) {
    a("name", d.name, "");
    a("type", d.type, "");
    a("driver", d.driver, "");
    a("vulkan", d.vulkan, "");
    a("timestamps", d.timestamps, "false: GPU steps are not measured");
    a("pipelineStatistics", d.pipelineStatistics, "");
    a("vertexStores", d.vertexStores, "false: vertices are not verified");
    a("timestampTickMs", d.timestampTickMs, "tick of the GPU's timestamps; 0: unknown",
      Kind::added);
    a("heaps", d.heaps, "");
}

void visit(auto& a, Of<Machine> auto& m) {
    a("os", m.os, "");
    a("cpu", m.cpu, "");
    a("threads", m.threads, "");
}

void visit(auto& a, Of<Report> auto& r) {
    a("programVersion", r.programVersion, "");
    a("commit", r.commit, "");
    a("timeUtc", r.timeUtc, "start time of the run");
    a("partial", r.partial, "true: interrupted; the listed rows are complete");
    a("machine", r.machine, "");
    a("device", r.device, "");
    a("conditions", r.conditions, "");
    a("sections", r.sections, "one per model and scenario");
    a("notes", r.notes, "remarks that are required to interpret the numbers", Kind::derived);
}

}  // namespace sinew::fields
