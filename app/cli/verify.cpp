// sinew-cli verify: every method against the double-precision reference.
#include "skinning/gpu/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/assets_path.h"
#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/progress.h"
#include "app/cli/session.h"
#include "renderer/picture.h"

namespace sinew::cli {
namespace {

struct Options {
    std::string model;
    std::string methods;
    DeviceOptions device;
};

/// More than one tile of the skin pass, so that its edges are checked too.
constexpr uint32_t kCrowd = 9;

std::string placeOf(const Model& model, const VertexErrors& errors) {
    const std::string clip =
        errors.sample.clip == kRestPose
            ? "rest pose"
            : fmt::format("clip {} at {:.4g} s", model.clips[errors.sample.clip].name,
                          errors.sample.timeSeconds);
    return fmt::format("{}, instance {} of {}, vertex {}", clip, errors.instance, kCrowd,
                       errors.vertex);
}

/// True when all methods are within tolerance.
bool verifyMethods(Frame& frame, const std::vector<Method>& methods) {
    const Model& model = frame.model();
    const std::vector<PoseSample> samples = verifySamples(model);
    fmt::print("{}: {} vertices, {} poses, first and last of {} instances\n\n", model.name,
               model.geometry.vertexCount(), samples.size(), kCrowd);
    fmt::print("{:<16}{:>22}{:>16}{:>16}\n", "method", "position / extent", "normal", "tangent");
    bool allWithin = true;
    for (const Method method : methods) {
        const VertexErrors errors = verifyChoice(frame, {method, {}}, kCrowd, samples).ofItself;
        const bool within = errors.withinTolerance();
        fmt::print("{:<16}{:>22.2e}{:>12.4f} deg{:>12.4f} deg   {}\n", methodName(method),
                   errors.position, errors.normalDegrees, errors.tangentDegrees,
                   within ? "ok" : "WRONG: " + placeOf(model, errors));
        std::fflush(stdout);
        allWithin = allWithin && within;
    }
    fmt::print("{:<16}{:>22.0e}{:>12.2f} deg{:>12.2f} deg\n", "allowed", kPositionTolerance,
               kAngleTolerance, kAngleTolerance);
    return allWithin;
}

void verify(const Options& options) {
    const std::vector<Method> methods = parseMethods(options.methods);
    const auto model = std::make_shared<const Model>(importWithProgress(
        options.model.empty() ? defaultModel() : std::filesystem::path(options.model)));
    bool allWithin = false;
    withDevice(options.device, [&](const Device& device) {
        Frame frame = Frame::create(device, ShaderLibrary::embedded(), OffscreenTarget::kFormat,
                                    VK_SAMPLE_COUNT_1_BIT);
        frame.setModel(model);
        allWithin = verifyMethods(frame, methods);
    });
    if (!allWithin) {
        throw std::runtime_error("at least one method is further from the reference than allowed");
    }
}

}  // namespace

void addVerify(CLI::App& program) {
    CLI::App* command = program.add_subcommand(
        "verify", "Hold every method's vertices against a double-precision reference");
    const auto options = std::make_shared<Options>();
    command->add_option("MODEL", options->model,
                        "A .glb or .gltf file; without it: the mannequin that ships");
    command->add_option("--methods", options->methods,
                        "Such as compute,vertex; without it: all methods");
    addDeviceOptions(*command, options->device);
    command->footer(
        "Every clip at 0, 0.25, 0.5 and 0.9 of its length, and the rest pose. Exit code 1 "
        "when positions are off\nby more than 1e-5 of the extent, normals or tangents "
        "by more than 0.05 degrees.\n\nExamples:\n  sinew-cli verify character.glb\n"
        "  sinew-cli verify character.glb --methods compute,cpu");
    command->callback([options] { verify(*options); });
}

}  // namespace sinew::cli
