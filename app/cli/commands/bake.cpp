// sinew-cli bake: writes all clips of a model as a texture for other engines.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "app/cli/arguments.h"
#include "app/cli/commands/commands.h"
#include "app/cli/progress.h"
#include "app/cli/say.h"
#include "app/output.h"
#include "images/png_writer.h"
#include "skinning/packing/bake.h"
#include "skinning/packing/bake_file.h"
#include "skinning/reference/reference.h"

namespace sinew::cli {
namespace {

namespace fs = std::filesystem;

struct BakeOptions {
    std::string model;
    ModelOptions modelOptions;
    std::string output;
    uint32_t rate = BakeSettings{}.framesPerSecond;
    std::string texels = "fp32";
    uint32_t largestSide = 16384;  // limit of desktop GPUs and browsers
    bool large = false;
};

constexpr uint32_t kMostTexelsASide = 65536;
constexpr uint64_t kMostBytesUnasked = 256'000'000;
constexpr uint64_t kManyBytes = 32'000'000;  // larger bakes print their size first

bool parseHalfTexels(const std::string& text) {
    if (text == "fp16") return true;
    if (text == "fp32") return false;
    throw std::runtime_error(
        fmt::format("--texels: unknown format '{}'; choose one of: fp32, fp16", text));
}

/// Prints the size of a large bake. Throws if it exceeds kMostBytesUnasked and --large is not set.
void announceBytes(const Model& model, const BakeSettings& settings, const BakeOptions& options) {
    const uint64_t bytes = bytesOf(planBake(model, settings, options.largestSide));
    const double megabytes = static_cast<double>(bytes) / 1e6;
    if (bytes > kMostBytesUnasked && !options.large) {
        throw std::runtime_error(fmt::format(
            "{}: the baked clips take {:.0f} MB ({} bytes), more than {} MB; use a lower --rate, "
            "--texels fp16, or --large",
            model.name, megabytes, bytes, kMostBytesUnasked / 1'000'000));
    }
    if (bytes > kManyBytes) fmt::print(stderr, "baking {:.0f} MB ({} bytes)\n", megabytes, bytes);
}

/// Warns if fp16 rounds translations by at least 1 % of the model's extent.
void warnOfRounding(const Model& model, const BakedClips& clips) {
    if (!clips.settings.halfTexels) return;
    constexpr double kHalfUnit = 1.0 / 2048;  // relative rounding error of fp16
    constexpr double kMuch = 0.01;
    double farthest = 0;
    for (uint32_t frame = 0; frame < clips.frameCount; ++frame) {
        for (uint32_t texel = 0; texel < 3 * clips.bindCount; ++texel) {
            farthest = std::max(farthest, double{std::abs(clips.texel(frame, texel).w)});
        }
    }
    const double extent = referenceVertices(model, kRestPose, 0).extent;
    const double share = farthest * kHalfUnit / std::max(extent, 1e-30);
    if (share < kMuch) return;
    fmt::print(
        stderr,
        "warning: fp16 moves vertices by up to {:.0f} % of the extent, because the model is "
        "{:.4g} from the origin; use --texels fp32, or move instances instead of the root joint\n",
        100 * share, farthest);
}

void bake(const BakeOptions& options) {
    const fs::path description = options.output;
    requireEnding("--output", description, {".json"});
    const BakeSettings settings{.framesPerSecond = options.rate,
                                .halfTexels = parseHalfTexels(options.texels)};
    const fs::path texels = fs::path(description).replace_extension(".baked.bin");
    const fs::path picture = fs::path(description).replace_extension(".baked.png");
    requireOutputs({description, texels, picture}, options.model, options.modelOptions);
    const Model model = importWithProgress(options.model, options.modelOptions);
    announceBytes(model, settings, options);
    const BakedClips clips = withProgress<BakeProgress>(
        fmt::format("baking {}", model.name), [&](BakeProgress& progress) {
            return bakeClips(model, settings, options.largestSide, &progress);
        });
    warnOfRounding(model, clips);
    BakedPreview preview = previewOf(clips);
    const std::string words = describeBake(
        model, clips, preview,
        {.texels = texels.filename().string(), .preview = picture.filename().string()});
    const std::span<const std::byte> bytes = clips.bytes();
    const std::string png = images::encodePng(preview.width, preview.height, preview.rgba);
    writeFiles({{texels, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}},
                {picture, png},
                {description, words}});
    say("{}: {} clips, {} frames, {} x {} texels of {}, {:.1f} KiB in {}, preview in {}\n",
        plainText(options.output), model.clips.size(), clips.frameCount, clips.width, clips.height,
        options.texels, static_cast<double>(bytes.size()) / 1024,
        plainText(texels.filename().string()), plainText(picture.filename().string()));
}

}  // namespace

void addBake(Program& program) {
    Command command =
        program.command("bake", "Bake all clips to a texture that other engines can play");
    const auto options = std::make_shared<BakeOptions>();
    command.example("sinew-cli bake hero.glb --rate 15 --texels fp16 -o hero.json");
    command.option("MODEL", options->model, "glTF file (.glb, .gltf)").required();
    addModelOptions(command, options->modelOptions);
    command.group(group::kOutput);
    command
        .option("-o,--output", options->output,
                "JSON file to write; also writes .baked.bin and .baked.png")
        .form("FILE.json")
        .required();
    command.option("--rate", options->rate, "Baked frames per second")
        .within(1u, kMostFramesPerSecond)
        .form("HZ")
        .showDefault();
    command.option("--texels", options->texels, "Texel format: 16 bytes (fp32) or 8 bytes (fp16)")
        .form("fp32|fp16")
        .showDefault();
    command
        .option("--largest-side", options->largestSide,
                "Largest texture width or height; many phones allow only 4096")
        .within(1u, kMostTexelsASide)
        .form("TEXELS")
        .showDefault();
    command.flag("--large", options->large, "Allow more than 256 MB of texels");
    command.run([options] { bake(*options); });
}

}  // namespace sinew::cli
