// What stands in a report's file: each struct's fields by name, with what they mean. Writing,
// reading and the schema (benchmarks/report_json.cpp) go over this one list.
#pragma once

#include <concepts>
#include <type_traits>

#include "benchmarks/report.h"

namespace sinew::fields {

/// `T` or `const T`: a reader fills the fields, a writer only visits them.
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
    a("blockMedians", t.blockMedians, "of each block of frames, as they followed in time, ms");
}

void visit(auto& a, Of<StepTiming> auto& s) {
    a("gpuMs", s.gpu, "null: the device has no timestamps, or the step nothing on the GPU");
    a("cpuMs", s.cpu, "null: the step does nothing on the CPU");
}

void visit(auto& a, Of<RowErrors> auto& e) {
    a.unbounded("positionOfExtent", e.position, "largest distance / extent of the posed model");
    a.unbounded("normalDegrees", e.normalDegrees, "largest angle");
    a.unbounded("tangentDegrees", e.tangentDegrees, "largest angle");
}

void visit(auto& a, Of<RowVerification> auto& v) {
    a("withinTolerance", v.withinTolerance, "within what the formats imply");
    a("ofItself", v.ofItself, "off the same choice in double precision");
    a("ofTruth", v.ofTruth, "off the file: all influences, the exact pose");
    a.added("instances", v.instances,
            "of the crowd that was verified: as many as fit in full detail; null: all");
}

void visit(auto& a, Of<RowCost> auto& c) {
    a("uploadedBytesPerInstance", c.uploadedPerInstance, "by the CPU, a frame");
    a("movedBytesPerInstance", c.movedPerInstance,
      "by all that reads or writes, a frame, as if there were no caches; the passes read a vertex "
      "as "
      "often as the vertex stage ran, or once where that was not counted");
    a("heldBytesPerInstance", c.heldPerInstance, "of memory");
    a("heldBytesPerModel", c.heldPerModel, "static vertices, influences, baked clips");
    a("skinReadBytesPerVertex", c.skinReadPerVertex, "where the GPU skins once");
    a("skinWrittenBytesPerVertex", c.skinWrittenPerVertex, "where the GPU skins once");
    a.added("forwardReadBytesPerVertex", c.forwardReadPerVertex,
            "by the vertex stage of the forward pass");
    a.added("depthReadBytesPerVertex", c.depthReadPerVertex,
            "by the vertex stage of each shadow cascade and the depth prepass");
    a("jointLimit", c.jointLimit, "palette entries; 0: no limit");
}

void visit(auto& a, Of<RowListed> auto& l) {
    a("skinned", l.skinned, "those that any pass may see");
    a.added("posed", l.posed, "where the GPU poses, more than are skinned");
    a("inView", l.inView, "drawn for the camera");
    a("inCascades", l.inCascades, "drawn into each shadow cascade");
    a.added("verticesInView", l.verticesInView, "of those, each at its level of detail");
    a.added("verticesInCascades", l.verticesInCascades, "of those in all cascades");
}

void visit(auto& a, Of<RowDetail> auto& d) {
    a("atLevels", d.atLevels, "instances skinned at each level of detail, the full one first");
    a("coarsened", d.coarsened, "of them, coarser than wanted: vertices had too little room");
    a("verticesWanted", d.verticesWanted, "verticesSkinned are those that fit");
    a("verticesOfAll", d.verticesOfAll, "of everybody who is placed, in full detail");
}

void visit(auto& a, Of<RowRates> auto& r) {
    a("atRates", r.atRates, "instances posed every frame, every 2nd, 4th and 8th");
    a("posed", r.posed, "instances posed in one frame; the others keep a pose");
    a("mostPixelsOff", r.mostPixelsOff, "those are off by that kept pose, at the most");
}

void visit(auto& a, Of<RowVertexMemory> auto& m) {
    a("heldBytes", m.held, "of skinned vertices, in all copies");
    a("wantedBytes", m.wanted, "by those that there is work for, each at the level that it wants");
    a("savedBytes", m.saved, "against everybody who is placed, in full detail");
}

void visit(auto& a, Of<Row> auto& r) {
    a("choice", r.choice, "as asked for: METHOD[:SETTING...]");
    a("instances", r.instances, "");
    a("passes", r.passes, "that draw the character: forward, shadow cascades, a depth prepass");
    a("note", r.note, "what stood in for the choice, and why");
    a("state", r.state, "wrong: its vertices were, so it was not timed");
    a("reason", r.reason, "why it was not measured");
    a("cost", r.cost, "from the layouts of what was measured");
    a("verified", r.verification, "null: the device cannot capture vertices");
    a("warmUpFrames", r.warmUpFrames, "until frames were stable, the most before any block");
    a("steps", r.steps, "GPU times serialised: a full barrier around each step");
    a("gpuTotalMs", r.gpuTotal, "all GPU steps, serialised");
    a("gpuSpanMs", r.gpuSpan, "overlapped: from a frame's first stamp to its last");
    a("cpuUploadMs", r.cpuUpload, "writing to memory that the GPU reads");
    a("cpuRecordMs", r.cpuRecord, "writing the command buffer, outside of steps");
    a("cpuSubmitMs", r.cpuSubmit, "handing it to the driver");
    a.added("cpuOtherMs", r.cpuOther,
            "the rest of cpuTotalMs; its parts add up to it in each frame");
    a("cpuTotalMs", r.cpuTotal, "all that the CPU does for a frame by the clock, waiting excluded");
    a.added(
        "cpuThreadsMs", r.cpuThreads,
        "CPU time, meanwhile, of the thread that renders and of those that pose and skin for it");
    a("frameMs", r.frame, "what bounds the frame rate; see conditions.pipelined");
    a("drawCalls", r.drawCalls, "a frame");
    a("dispatches", r.dispatches, "a frame");
    a("verticesSkinned", r.verticesSkinned, "a frame: once, or once a pass");
    a.added("listed", r.listed, "instances of a culled crowd that there was work for; null: all");
    a.added("detail", r.detail, "levels of detail of those; null: all are in full detail");
    a.added("rates", r.rates, "how often those are posed; null: in every frame");
    a.added("vertexMemory", r.vertexMemory, "skinned vertices; null: the passes skin");
    a("vertexInvocations", r.vertexInvocations,
      "of the passes' vertex stage, a frame; null: the device does not count");
    a.added("forwardInvocations", r.forwardInvocations, "of the forward pass alone");
    a.added("disturbedBlocks", r.disturbedBlocks,
            "in which other programs used more than a quarter of a core; they are part of the "
            "figures because too few other blocks remain");
    a.added("end", r.end, "what ended the measurement; null: not known");
    a.added("leftOutBlocks", r.leftOutBlocks, "likewise, and not part of the figures");
    a("heapBytes", r.heapBytes, "allocated while it ran, by heap of the device");
}

void visit(auto& a, Of<Ratio> auto& r) {
    a("ratio", r.ratio, "Hodges-Lehmann estimate of paired blocks");
    a("low", r.low, "of the 95 % interval");
    a("high", r.high, "of the 95 % interval");
    a("byChance", r.byChance, "probability, of Wilcoxon's signed-rank test, if both were equal");
}

void visit(auto& a, Of<RankedChoice> auto& c) {
    a("choice", c.choice, "");
    a("medianMs", c.medianMs, "");
    a("ratio", c.ratio, "to the fastest; null: it is the fastest, or blocks are too few");
    a("slower", c.slower, "than the fastest, surely");
    a("group", c.group, "1 is the fastest; choices of one group are equal within noise");
}

void visit(auto& a, Of<Verdict> auto& v) {
    a("instances", v.instances, "");
    a("passes", v.passes, "");
    a("measure", v.measure, "");
    a("blocks", v.blocks, "of the choice with the fewest");
    a("neededBlocks", v.neededBlocks, "to tell so many choices apart");
    a("ranking", v.ranking, "the fastest first");
    a("winner", v.winner, "all others are slower; null: none, or nothing to compare");
    a("words", v.words, "");
}

void visit(auto& a, Of<KernelRow> auto& k) {
    a("name", k.name, "");
    a("layout", k.layout, "what a vertex is read from and written to");
    a("kind", k.kind, "copies are what the memory gives, and no skinning kernels");
    a("state", k.state, "wrong: its vertices were, so it was not timed");
    a("reason", k.reason, "why it was not measured");
    a("instances", k.instances, "");
    a("dispatches", k.dispatches, "");
    a("readBytesPerVertex", k.bytesRead, "palette excluded");
    a("writtenBytesPerVertex", k.bytesWritten, "");
    a("errors", k.errors, "off the file; null for copies");
    a("gpuMs", k.gpu, "for all instances");
    a("millionVerticesPerSecond", k.verticesPerSecond, "");
    a("gigabytesPerSecond", k.gigabytesPerSecond, "1e9 bytes, read and written");
    a.derived("ratio", k.ratio,
              "of its time to that of the kernel sinew; null: it is that, or none");
}

void visit(auto& a, Of<ModelFacts> auto& m) {
    a("name", m.name, "");
    a("contentHash", m.contentHash,
      "64 bits of all bytes of the model's files; empty: generated, or not told");
    a("generated", m.generated, "made to exact counts");
    a("clip", m.clip, "empty: rest pose");
    a.added("animator", m.animator, "by which each instance plays; empty: all play the clip");
    a.added("models", m.models, "drawn in one frame, as many instances of each");
    a("vertices", m.vertices, "of all models, as all that follows");
    a("triangles", m.triangles, "");
    a("joints", m.joints, "");
    a("paletteEntries", m.paletteEntries, "");
    a("mostInfluences", m.mostInfluences, "of a vertex");
    a("importMs", m.importMs, "reading the file, once; null: generated");
}

void visit(auto& a, Of<SystemState> auto& s) {
    a("cpuMhz", s.cpuMhz, "mean of all cores; null, here and below: the system does not tell");
    a("cpuThrottles", s.cpuThrottles, "times that a core was slowed for heat, since start");
    a("gpuMhz", s.gpuMhz, "");
    a("gpuMemoryMhz", s.gpuMemoryMhz, "");
    a("gpuCelsius", s.gpuCelsius, "");
    a("gpuSlowedBy", s.gpuSlowedBy, "the driver's reasons; empty: none");
}

void visit(auto& a, Of<Section> auto& s) {
    a("scenario", s.scenario, "");
    a("about", s.about, "what the scenario is for");
    a.longText("asked", s.asked, "ways of skinning, crowds, passes and model that were asked for");
    a("model", s.model, "");
    a("before", s.before, "clocks and heat before the first row");
    a("after", s.after, "clocks and heat after the last row");
    a("rows", s.rows, "by instances, then passes, then choice");
    a("kernels", s.kernels, "skinning kernels alone, and copies of as many bytes");
    a.derived("verdicts", s.verdicts, "the choices of each point by each measure");
    a.derived("crossovers", s.crossovers, "where the lead changes hands along a sweep");
    a.derived("costModels", s.costModels,
              "ms = fixed + instances * (perInstance + vertices * (perVertex + passes * "
              "perVertexAndPass)), fitted to rows");
}

void visit(auto& a, Of<Crossover> auto& c) {
    a("measure", c.measure, "");
    a("axis", c.axis, "");
    a("fixed", c.fixed, "the other axis's value");
    a("below", c.below, "the choice that leads up to `from`");
    a("above", c.above, "the choice that leads from `to` on");
    a("from", c.from, "");
    a("to", c.to, "");
    a("at", c.at, "where straight lines between the points meet, both axes logarithmic");
}

void visit(auto& a, Of<CostModel> auto& c) {
    a("choice", c.choice, "");
    a("measure", c.measure, "");
    a("fixedMs", c.fixedMs,
      "null, here and below: the rows cannot separate it, and a term before it has it");
    a("perInstanceUs", c.perInstanceUs, "");
    a("perVertexNs", c.perVertexNs, "");
    a("perVertexAndPassNs", c.perVertexAndPassNs, "");
    a("residual", c.residual, "root mean square of (fit - measured) / measured");
    a("worst", c.worst, "the largest of those");
    a("rows", c.rows, "that it was fitted to");
}

void visit(auto& a, Of<Conditions> auto& c) {
    a("frames", c.frames, "measured for every row and timer mode, unless `seconds` ended it");
    a("seconds", c.seconds, "");
    a("blocks", c.blocks, "that the frames of a row are cut into at most; choices take turns");
    a.added(
        "interval", c.interval,
        "a choice takes no more turns once the 95 % interval of its frame against the fastest is "
        "narrower, of the ratio; 0: it takes all");
    a("seed", c.seed, "of the order of turns");
    a("width", c.width, "pixels");
    a("height", c.height, "pixels");
    a("samples", c.samples, "of multisampling");
    a("pipelined", c.pipelined,
      "true: CPU and GPU worked on neighbouring frames at once, and a frame is the slower of the "
      "two; false: one after the other, and a frame is both");
    a("validated", c.validated, "the validation layer was on: not to be quoted");
    a("assumedLimits", c.assumedLimits,
      "of the lesser device that it was taken for; empty: for itself");
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
    a.added("timestampTickMs", d.timestampTickMs, "of the GPU's timestamps; 0: not told");
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
    a("timeUtc", r.timeUtc, "when the run began");
    a("partial", r.partial, "interrupted; what stands here is whole");
    a("machine", r.machine, "");
    a("device", r.device, "");
    a("conditions", r.conditions, "");
    a("sections", r.sections, "one model of one scenario each");
    a.derived("notes", r.notes, "what a reader must know to read the figures rightly");
}

}  // namespace sinew::fields
