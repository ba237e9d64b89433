// sinew-cli verify: compares every skinning method with the double-precision reference.
#include "skinning/gpu/verify/verify.h"
#include "skinning/bounds/bounds.h"
#include "skinning/bounds/clip_boxes.h"
#include "skinning/gpu/skin/cost.h"
#include "skinning/gpu/verify/capture.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "app/assets_path.h"
#include "app/cli/arguments.h"
#include "app/cli/commands/commands.h"
#include "app/cli/played.h"
#include "app/cli/progress.h"
#include "app/cli/say.h"
#include "app/cli/session.h"
#include "renderer/passes/picture.h"
#include "skinning/bounds/range.h"

namespace sinew::cli {
namespace {

struct VerifyOptions {
    std::string model;
    std::string methods;
    bool every = false;
    ModelOptions modelOptions;
    PlayedOptions played;
    ChoiceDefaults defaults;
    DeviceOptions device;
};

/// Number of instances. A thread of skin.comp skins at most 8, so a vertex needs several threads.
constexpr uint32_t kCrowd = 9;

std::vector<SkinChoice> choicesOf(const VerifyOptions& options) {
    std::vector<SkinChoice> choices;
    if (!options.methods.empty()) {
        choices = parseChoices(options.methods);
    } else if (!options.every) {
        choices = usualChoices();
    }
    if (options.every) {
        std::vector<SkinChoice> named = std::exchange(choices, {});
        for (const Method method : allMethods()) {
            const bool isNamed =
                std::any_of(named.begin(), named.end(),
                            [&](const SkinChoice& choice) { return choice.method == method; });
            if (!named.empty() && !isNamed) continue;
            const std::vector<SkinChoice> all = everyChoice(method);
            choices.insert(choices.end(), all.begin(), all.end());
        }
    }
    applyDefaults(options.defaults, choices);
    return choices;
}

std::string vertexText(const Model& model, const VertexErrors& errors) {
    return fmt::format("{}, instance {} of {}, vertex {}", momentText(model, errors.request),
                       errors.instance, kCrowd, errors.vertex);
}

/// Returns three columns: the bytes of four influences, of a palette entry and of a skinned vertex.
std::string bytesOf(const Model& model, const SkinChoice& choice) {
    const auto orNone = [](uint64_t bytes) {
        return bytes > 0 ? std::to_string(bytes) : std::string("-");
    };
    const CostCard card = costOf(model, choice, 1, {});
    return fmt::format("{:>7}{:>7}{:>8}", orNone(card.influenceBytes), orNone(card.entryBytes),
                       orNone(card.vertexBytes));
}

void printRow(const Model& model, const SkinChoice& choice, const Verification& v, size_t width) {
    const VertexErrors& itself = v.ofItself;
    if (itself.withinTolerance() && !v.noBound.empty()) {
        say("{:<{}}  NO BOUND holds: {}\n", choiceText(choice), width, v.noBound);
        return;
    }
    std::string verdict = itself.withinTolerance() ? "ok" : "WRONG: " + vertexText(model, itself);
    if (v.unboundedShare > 0) {
        verdict +=
            fmt::format(", {:.2g} % of the vertices have no error bound", 100 * v.unboundedShare);
    }
    say("{:<{}}{}{:>10.1e}{:>9.4f}{:>9.1e}{:>7.2f}{:>11.1e}{:>9.3f}  {}\n", choiceText(choice),
        width, bytesOf(model, v.resolution.choice), itself.position,
        std::max(itself.normalDegrees, itself.tangentDegrees), v.allowedPosition, itself.share,
        v.ofTruth.position, v.ofTruth.normalDegrees, verdict);
    constexpr double kMuch = 0.01;
    const SkinSettings settings = supported(v.resolution.choice);
    const bool isHalf = settings.bake.halfTexels || settings.palette == PaletteFormat::half;
    if (isHalf && v.ofTruth.position >= kMuch) {
        const Box box = makeClipBoxes(model, makeBindBoxes(model)).any;
        const float farthest = glm::length(glm::max(glm::abs(box.low), glm::abs(box.high)));
        say("  warning: fp16 moves vertices by up to {:.0f} % of the extent, because the "
            "model is up to {:.4g} from the origin; use fp32, or move instances instead of the "
            "root joint\n",
            100 * v.ofTruth.position, farthest);
    }
    if (!v.resolution.note.empty()) say("  {}\n", v.resolution.note);
}

struct Verdicts {
    bool allWithin = true;
    size_t withoutBound = 0;
    std::string noBound;  // reason for the first choice without a bound
};

Verifier verifierOf(Capture& capture, const std::shared_ptr<Scene>& scene, const Played& played) {
    if (played.animated()) return {capture, scene, played.everythingDone(kCrowd)};
    return {capture, scene, kCrowd, verifySamples(scene->model())};
}

Verdicts verifyChoices(const Device& device, std::shared_ptr<const Model> shared,
                       const Played& played, const std::vector<SkinChoice>& choices) {
    const Model& model = *shared;
    Capture capture = Capture::create(device, ShaderLibrary::embedded());
    const std::shared_ptr<Scene> scene = capture.sceneOf(std::move(shared));
    Verifier verifier = verifierOf(capture, scene, played);
    say("{}: {} vertices, {} poses{}, first and last of {} instances\n\n", model.name,
        model.geometry.vertexCount(), verifier.crowdCount(),
        played.animated() ? fmt::format(" of its animator, seed {}", played.seed()) : "", kCrowd);
    size_t width = 0;
    for (const SkinChoice& choice : choices) width = std::max(width, choiceText(choice).size());
    say("{:<{}}{:^22}{:^35}{:^20}\n", "", width, "bytes", "error to own reference",
        "error to file");
    say("{:<{}}{:>7}{:>7}{:>8}{:>10}{:>9}{:>9}{:>7}{:>11}{:>9}\n", "method", width, "infl.",
        "entry", "vertex", "position", "degrees", "allowed", "share", "position", "normal");
    Verdicts verdicts;
    for (const SkinChoice& choice : choices) {
        try {
            (void)scene->resolve(choice);
        } catch (const std::runtime_error& error) {
            say("{:<{}}  unsupported: {}\n", choiceText(choice), width, error.what());
            continue;
        }
        const Verification verification = verifier.verify(choice);
        printRow(model, choice, verification, width);
        std::fflush(stdout);
        verdicts.allWithin = verdicts.allWithin && verification.ofItself.withinTolerance();
        if (verification.noBound.empty()) continue;
        if (verdicts.withoutBound++ == 0) verdicts.noBound = verification.noBound;
    }
    say("\nPositions are relative to the model size (extent). allowed: the largest tolerance of "
        "any\n"
        "vertex; share: the largest error of a position, normal or tangent, relative to the\n"
        "tolerance of its vertex.\n");
    return verdicts;
}

void verify(const VerifyOptions& options) {
    const std::vector<SkinChoice> choices = choicesOf(options);
    const auto model =
        importPlayed(options.model.empty() ? defaultModel() : std::filesystem::path(options.model),
                     options.modelOptions, options.played);
    const Played played(options.played, *model, kRestPose);
    Verdicts verdicts;
    withDevice(options.device, [&](const Device& device) {
        verdicts = verifyChoices(device, model, played, choices);
    });
    if (!verdicts.allWithin) {
        throw std::runtime_error(
            "at least one method exceeds its error tolerance; see the rows with WRONG");
    }
    if (verdicts.withoutBound > 0) {
        throw std::runtime_error(fmt::format(
            "{} of {} methods have no error bound for this input, so they are unverified: {}",
            verdicts.withoutBound, choices.size(), verdicts.noBound));
    }
}

}  // namespace

void addVerify(Program& program) {
    Command command = program.command(
        "verify", "Check every skinning method against a double-precision reference");
    const auto options = std::make_shared<VerifyOptions>();
    command.example("sinew-cli verify hero.glb --methods compute:u8x4,cpu:dual-quaternion");
    command.option("MODEL", options->model, "glTF file (.glb, .gltf); default: mannequin.glb");
    addModelOptions(command, options->modelOptions);
    addAnimatorOptions(command, options->played);
    command.group(group::kSkinning);
    command
        .option("--methods", options->methods,
                "METHOD[:SETTING...] list, or all; default: all, one setting changed")
        .form("METHOD,...");
    command.flag("--all-combinations", options->every,
                 "Check every combination of settings of the methods in --methods");
    addChoiceDefaults(command, options->defaults);
    addDeviceOptions(command, options->device);
    command.run([options] { verify(*options); });
}

}  // namespace sinew::cli
