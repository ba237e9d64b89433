// Times the CPU's work by step: import, animate, sample, pose, palette, bounds, crowd, CPU
// skinning, recording.
//
//   sinew-micro [Google Benchmark options] [MODEL.glb...]     default: the shipped characters
//   sinew-micro --benchmark_out=micro.json                    writes the results as JSON too
#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "benchmarks/micro/recording.h"
#include "benchmarks/run/machine.h"
#include "sinew_version.h"
#include "skinning/animation/crowd.h"
#include "skinning/animation/palette.h"
#include "skinning/animation/playback.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"
#include "skinning/animator/animator.h"
#include "skinning/animator/animator_file.h"
#include "skinning/bounds/bounds.h"
#include "skinning/cpu/naive.h"
#include "skinning/cpu/skin.h"
#include "skinning/gltf/file/byte_source.h"
#include "skinning/gltf/file/document.h"
#include "skinning/gltf/image.h"
#include "skinning/gltf/import.h"
#include "skinning/gltf/task.h"
#include "skinning/packing/bake.h"
#include "skinning/settings.h"

namespace sinew {
namespace {

constexpr float kFrameSeconds = 1.0f / 60.0f;

template <typename T>
size_t bytesOf(const std::vector<T>& values) {
    return values.size() * sizeof(T);
}

/// Returns the bytes of a model's data, without names.
size_t modelBytes(const Model& model) {
    const Geometry& g = model.geometry;
    size_t bytes = bytesOf(g.positions) + bytesOf(g.normals) + bytesOf(g.tangents) +
                   bytesOf(g.colors) + bytesOf(g.influenceOffsets) + bytesOf(g.influences) +
                   bytesOf(g.morphOffsets) + bytesOf(g.morphDeltas) + bytesOf(g.indices);
    for (const auto& uvs : g.uvSets) bytes += bytesOf(uvs);
    for (const Image& image : model.images) bytes += bytesOf(image.rgba);
    for (const Clip& clip : model.clips) bytes += bytesOf(clip.times) + bytesOf(clip.values);
    return bytes;
}

size_t statusBytes(const std::string& name) {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);) {
        if (line.starts_with(name + ":")) return std::stoull(line.substr(name.size() + 1)) * 1024;
    }
    return 0;
}

/// Returns the peak of the memory that an import allocates, divided by the size of the model's
/// data.
double peakOfModel(const std::filesystem::path& file) {
    malloc_trim(0);
    std::ofstream("/proc/self/clear_refs") << 5;  // resets the peak memory VmHWM
    const size_t before = statusBytes("VmRSS");
    const Model model = importGltf(file);
    const size_t peak = statusBytes("VmHWM");
    return static_cast<double>(peak - std::min(peak, before)) /
           static_cast<double>(modelBytes(model));
}

void importFile(benchmark::State& state, const std::filesystem::path& file) {
    state.counters["peak/model"] = peakOfModel(file);
    for (auto _ : state) benchmark::DoNotOptimize(importGltf(file));
    state.SetBytesProcessed(state.iterations() *
                            static_cast<int64_t>(std::filesystem::file_size(file)));
}

/// Measures a lower limit for the time of an import: the benchmark only reads the bytes and decodes
/// the images, on all cores.
void readAndDecode(benchmark::State& state, const std::filesystem::path& file) {
    for (auto _ : state) {
        std::vector<uint8_t> bytes;
        benchmark::DoNotOptimize(gltf::ByteSource::open(file, "").all(bytes));
        const gltf::Document document = gltf::readDocument(file);
        std::vector<gltf::DrawnImage> drawn;
        const std::vector<int> first = gltf::firstOfSameImages(document);
        for (int i = 0; i < static_cast<int>(first.size()); ++i) {
            if (first[static_cast<size_t>(i)] == i) drawn.push_back({.index = i});
        }
        std::vector<gltf::PlannedImage> planned = gltf::planImages(document, drawn);
        std::vector<Image> images(planned.size());
        std::vector<gltf::Task> tasks;
        for (size_t i = 0; i < images.size(); ++i) {
            tasks.push_back(
                {.run = [&, i] { images[i] = gltf::decodeImage(document, planned[i]); }});
        }
        gltf::runTasks(tasks, nullptr);
        benchmark::DoNotOptimize(images);
    }
    state.SetBytesProcessed(state.iterations() *
                            static_cast<int64_t>(std::filesystem::file_size(file)));
}

void sample(benchmark::State& state, const Model& model) {
    const ClipSampler sampler(model.clips[0]);
    Pose pose = restPose(model);
    float time = 0;
    for (auto _ : state) {
        sampler.sample(wrapTime(model.clips[0], time += kFrameSeconds), pose);
        benchmark::ClobberMemory();
    }
    state.counters["channels"] = static_cast<double>(model.clips[0].channels.size());
}

void pose(benchmark::State& state, const Model& model) {
    const Pose rest = restPose(model);
    std::vector<gpu::Affine> objectFromJoint(model.skeleton.size());
    for (auto _ : state) {
        poseSkeleton(model.skeleton, rest, objectFromJoint);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * model.skeleton.size());
}

void palette(benchmark::State& state, const Model& model) {
    std::vector<gpu::Affine> objectFromJoint(model.skeleton.size());
    poseSkeleton(model.skeleton, restPose(model), objectFromJoint);
    std::vector<gpu::Affine> palette(model.binds.size());
    for (auto _ : state) {
        computePalette(model.binds, objectFromJoint, palette);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(model.binds.size()));
}

void bounds(benchmark::State& state, const Model& model) {
    const Pose rest = restPose(model);
    std::vector<gpu::Affine> objectFromJoint(model.skeleton.size());
    poseSkeleton(model.skeleton, rest, objectFromJoint);
    std::vector<gpu::Affine> palette(model.binds.size());
    computePalette(model.binds, objectFromJoint, palette);
    const BindBoxes boxes = makeBindBoxes(model);
    for (auto _ : state) {
        benchmark::DoNotOptimize(posedBounds(boxes, palette, rest.morphWeights));
    }
    state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(boxes.entries.size()));
}

void bindBoxes(benchmark::State& state, const Model& model) {
    for (auto _ : state) benchmark::DoNotOptimize(makeBindBoxes(model));
    state.SetItemsProcessed(state.iterations() * model.geometry.vertexCount());
}

struct Instances {
    std::vector<gpu::Affine> objectFromJoint;
    std::vector<float> morphWeights;

    Instances(const Model& model, uint32_t count)
        : objectFromJoint(size_t{count} * model.skeleton.size()),
          morphWeights(count * model.restMorphWeights.size()) {}
};

void crowd(benchmark::State& state, const Model& model) {
    const auto count = static_cast<uint32_t>(state.range(0));
    Instances instances(model, count);
    Crowd many(model);
    Playback playback{.clip = 0};
    std::vector<PoseRequest> requests(count);
    for (auto _ : state) {
        playback.advance(kFrameSeconds, 0);
        writeRequests(model, playback, requests);
        many.pose(requests, instances.objectFromJoint, instances.morphWeights);
    }
    state.SetItemsProcessed(state.iterations() * count);
}

/// Runs animators on one core. Every instance gets a random input every four seconds.
void animate(benchmark::State& state, const Model& model) {
    const auto count = static_cast<uint32_t>(state.range(0));
    Animators animators(std::make_shared<const AnimatorSpec>(animatorOf(model)),
                        {.randomInputSeconds = 4}, count);
    std::vector<PoseRequest> requests(count);
    std::vector<AnimatorEvent> events;
    size_t happened = 0;
    for (auto _ : state) {
        events.clear();
        animators.advance(kFrameSeconds, events);
        animators.writeRequests(requests);
        happened += events.size();
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * count);
    state.counters["events"] =
        benchmark::Counter(static_cast<double>(happened), benchmark::Counter::kAvgIterations);
}

/// A crowd that the CPU skins, with the buffer for its vertices.
struct SkinnedCrowd {
    Instances instances;
    std::vector<Box> boxes;
    std::vector<std::byte> out;
    CpuCrowd crowd;

    SkinnedCrowd(const Model& model, uint32_t count, Output output)
        : instances(model, count),
          boxes(count),
          out(size_t{count} * model.geometry.vertexCount() * skinnedVertexBytes(output)) {
        const std::vector<PoseRequest> requests =
            requestsOf(model, {.clip = model.clips.empty() ? kRestPose : 0}, count);
        Crowd many(model);
        many.pose(requests, instances.objectFromJoint, instances.morphWeights);
        many.bounds(requests, boxes);
        crowd = {.count = count,
                 .objectFromJoint = instances.objectFromJoint,
                 .morphWeights = instances.morphWeights,
                 .boxes = boxes};
    }
};

void cpuSkin(benchmark::State& state, const Model& model, const SkinSettings& settings) {
    const auto count = static_cast<uint32_t>(state.range(0));
    SkinnedCrowd skinned(model, count, settings.output);
    CpuSkinner skinner(model);
    for (auto _ : state) {
        skinner.skin(skinned.crowd, settings, skinned.out);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * count * model.geometry.vertexCount());
}

void cpuReference(benchmark::State& state, const Model& model, const SkinSettings& settings) {
    SkinnedCrowd skinned(model, 1, settings.output);
    for (auto _ : state) {
        skinNaively(model, {}, skinned.crowd, settings, skinned.out);
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * model.geometry.vertexCount());
}

/// Bakes all clips on all cores. Texels are copied as floats, or converted to half floats.
void bake(benchmark::State& state, const Model& model, bool halfTexels) {
    constexpr uint32_t kLargestSide = 16384;
    int64_t frames = 0;
    for (auto _ : state) {
        const BakedClips clips = bakeClips(model, {.halfTexels = halfTexels}, kLargestSide);
        benchmark::DoNotOptimize(clips.bytes().data());
        frames += clips.frameCount;
    }
    state.SetItemsProcessed(frames);
}

void registerSkinning(const Model& model) {
    const std::pair<const char*, SkinSettings> variants[] = {
        {"", {}},
        {"-dual-quaternion", {.blend = Blend::dualQuaternion}},
        {"-inverse-transpose", {.normals = Normals::inverseTranspose}},
        {"-compact", {.output = Output::compact}}};
    for (const auto& [suffix, settings] : variants) {
        const std::string cpu = fmt::format("cpu-skin{}/{}", suffix, model.name);
        benchmark::RegisterBenchmark(cpu.c_str(), cpuSkin, std::cref(model), settings)
            ->Arg(1)
            ->Arg(100)
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
        const std::string reference = fmt::format("cpu-reference{}/{}", suffix, model.name);
        benchmark::RegisterBenchmark(reference.c_str(), cpuReference, std::cref(model), settings)
            ->Unit(benchmark::kMillisecond);
    }
}

void registerModel(const std::filesystem::path& file, std::vector<std::shared_ptr<Model>>& models) {
    models.push_back(std::make_shared<Model>(importGltf(file)));
    const Model& model = *models.back();
    const auto named = [&](const char* step) { return fmt::format("{}/{}", step, model.name); };
    benchmark::RegisterBenchmark(named("import").c_str(), importFile, file)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(named("read-and-decode").c_str(), readAndDecode, file)
        ->UseRealTime()
        ->Unit(benchmark::kMillisecond);
    benchmark::RegisterBenchmark(named("pose").c_str(), pose, std::cref(model));
    benchmark::RegisterBenchmark(named("palette").c_str(), palette, std::cref(model));
    benchmark::RegisterBenchmark(named("bounds").c_str(), bounds, std::cref(model));
    benchmark::RegisterBenchmark(named("bind-boxes").c_str(), bindBoxes, std::cref(model))
        ->Unit(benchmark::kMillisecond);
    registerSkinning(model);
    if (model.clips.empty()) return;
    benchmark::RegisterBenchmark(named("sample").c_str(), sample, std::cref(model));
    benchmark::RegisterBenchmark(named("crowd").c_str(), crowd, std::cref(model))
        ->Arg(1)
        ->Arg(1000)
        ->UseRealTime();
    benchmark::RegisterBenchmark(named("animate").c_str(), animate, std::cref(model))
        ->Arg(10'000)
        ->Unit(benchmark::kMicrosecond);
    for (const bool halfTexels : {false, true}) {
        benchmark::RegisterBenchmark(named(halfTexels ? "bake-fp16" : "bake").c_str(), bake,
                                     std::cref(model), halfTexels)
            ->UseRealTime()
            ->Unit(benchmark::kMillisecond);
    }
}

std::vector<std::filesystem::path> shippedCharacters() {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(SINEW_ASSET_DIR)) {
        if (entry.path().extension() == ".glb") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

bool gHelpRequested = false;

/// Google Benchmark calls this for --help and for invalid option values, then exits with 0.
void printHelp() {
    if (!gHelpRequested) {
        std::fputs("sinew-micro: an option has a value that is not known; see --help\n", stderr);
        std::exit(1);
    }
    std::puts("sinew-micro [OPTION...] [MODEL.glb...]    default: the characters that ship\n");
    benchmark::PrintDefaultHelp();
}

int run(int argc, char** argv) {
    gHelpRequested = std::find(argv, argv + argc, std::string_view("--help")) != argv + argc;
    benchmark::Initialize(&argc, argv, printHelp);
    std::vector<std::filesystem::path> files;
    for (int i = 1; i < argc; ++i) {
        const std::string_view argument = argv[i];
        if (argument.starts_with('-')) {
            throw std::runtime_error(fmt::format("unknown option '{}'; see --help", argument));
        }
        files.emplace_back(argument);
    }
    if (files.empty()) files = shippedCharacters();
    std::vector<std::shared_ptr<Model>> models;
    for (const std::filesystem::path& file : files) registerModel(file, models);
    const Machine machine = describeMachine();
    benchmark::AddCustomContext("sinew", SINEW_VERSION " (" SINEW_COMMIT ")");
    benchmark::AddCustomContext("os", machine.os);
    benchmark::AddCustomContext("cpu", machine.cpu);
    const std::string device = registerRecording(models.front());
    if (!device.empty()) benchmark::AddCustomContext("vulkan_device", device);
    // Google Benchmark prints an error if no benchmark matches.
    const size_t count = benchmark::RunSpecifiedBenchmarks();
    if (std::fflush(stdout) != 0 || std::ferror(stdout) || !std::cout.flush()) {
        throw std::runtime_error("what was printed is lost; check where the output goes");
    }
    return count > 0 ? 0 : 1;
}

}  // namespace
}  // namespace sinew

int main(int argc, char** argv) {
    try {
        return sinew::run(argc, argv);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "sinew-micro: %s\n", error.what());
        return 1;
    }
}
