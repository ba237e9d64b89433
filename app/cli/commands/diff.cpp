// sinew-cli diff: compares two skinning methods for one pose, in numbers and in an image.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/arguments.h"
#include "app/cli/commands/commands.h"
#include "app/cli/difference_picture.h"
#include "app/cli/progress.h"
#include "app/cli/say.h"
#include "app/cli/session.h"
#include "app/cli/shot.h"
#include "app/output.h"
#include "images/png_writer.h"
#include "shaders/shared/view.h"
#include "skinning/animation/placement.h"
#include "skinning/animation/sample.h"
#include "skinning/gpu/pose/bounds.h"
#include "skinning/gpu/verify/capture.h"
#include "skinning/gpu/verify/difference.h"

namespace sinew::cli {
namespace {

using json = nlohmann::ordered_json;

struct DiffOptions {
    std::string model;
    Shot shot{.size = "480x640"};
    std::string first = "compute";
    std::string second;
    std::string output;
    std::string json;
    ChoiceDefaults defaults;
    DeviceOptions device;
};

struct Outcome {
    std::string names[2];
    VertexDifference difference;
    DifferenceViews views;
};

class TwoMethods {
public:
    TwoMethods(const Device& device, const DiffOptions& options, std::shared_ptr<const Model> model,
               const std::array<SkinChoice, 2>& choices, VkExtent2D size)
        : device_(device),
          options_(options),
          choices_(choices),
          size_(size),
          target_(OffscreenTarget::create(device, size)),
          frame_(Frame::create(device, ShaderLibrary::embedded(), OffscreenTarget::kFormat,
                               device.sampleCount(4))),
          capture_(Capture::create(device, ShaderLibrary::embedded())) {
        frame_.setModel(std::move(model));
        settle(*frame_.scene(), choices_, options.shot.instances);
        const Played played = playedBy(options.shot, frame_.model());
        requests_ = played.requests(options.shot.instances);
        anchors_ = played.anchors(options.shot.instances);
        const Box crowd =
            crowdBoundsAt(*frame_.scene(), requests_, anchors_, options.shot.played.seed);
        camera_ = cameraOf(options.shot, {crowd, options.shot.instances, size});
    }

    Outcome run() {
        Outcome outcome{.difference = differenceOf(captured(0), captured(1), extent())};
        for (size_t i = 0; i < choices_.size(); ++i) outcome.names[i] = nameOf(choices_[i]);
        outcome.views = {.first = draw(settingsOf(0)), .second = draw(settingsOf(1))};
        FrameSettings both = settingsOf(0);
        both.compared = choices_[1];
        both.view = SINEW_VIEW_DIFFERENCE;
        outcome.views.difference = draw(both);
        if (outcome.difference.position.largest > 0) {
            outcome.views.furthest = pixelOf(outcome.difference.at);
        }
        return outcome;
    }

private:
    /// Returns the model size by which distances are divided, as in SINEW_VIEW_DIFFERENCE.
    double extent() const { return std::max(2.0 * double{frame_.bounds().radius()}, 1e-30); }

    FrameSettings settingsOf(size_t which) const {
        return {.method = choices_[which].method,
                .skinning = choices_[which].settings,
                .instanceCount = options_.shot.instances,
                .scatter = options_.shot.played.seed};
    }

    CapturedVertices captured(size_t which) {
        return capture_.capture(frame_.scene(), {.choice = choices_[which]}, requests_);
    }

    Picture draw(const FrameSettings& settings) {
        frame_.render({.settings = settings,
                       .requests = requests_,
                       .anchors = anchors_,
                       .camera = camera_,
                       .target = target_.target()});
        frame_.finish();
        return target_.read(device_);
    }

    std::string nameOf(const SkinChoice& choice) const {
        const SkinChoice done = frame_.scene()->resolve(choice).choice;
        if (done == choice) return choiceText(choice);
        return fmt::format("{} (by {})", choiceText(choice), methodName(done.method));
    }

    /// Returns the pixel of a point in the object space of instance 0; nothing if it is behind the
    /// camera.
    std::optional<glm::vec2> pixelOf(const glm::vec3& objectPoint) const {
        const gpu::Affine worldFromObject =
            layOutCrowd(frame_.bounds(), options_.shot.instances, options_.shot.played.seed)[0];
        const Anchor anchor = anchors_.empty() ? Anchor{} : anchors_[0];
        const glm::vec3 world = glm::vec4(objectPoint, 1.0f) * moved(worldFromObject, anchor);
        const glm::vec2 size(size_.width, size_.height);
        const glm::vec4 clip = camera_.clipFromWorld(size.x / size.y) * glm::vec4(world, 1.0f);
        if (!(clip.w > 0.0f)) return std::nullopt;
        return (glm::vec2(clip) / clip.w * 0.5f + 0.5f) * size;
    }

    const Device& device_;
    const DiffOptions& options_;
    std::array<SkinChoice, 2> choices_;
    VkExtent2D size_;
    OffscreenTarget target_;
    Frame frame_;
    Capture capture_;
    std::vector<PoseRequest> requests_;
    std::vector<Anchor> anchors_;
    Camera camera_;
};

std::string spreadText(const Spread& spread, const char* unit) {
    return fmt::format("largest {:.3g}{}, 99 % {:.3g}, rms {:.3g}, mean {:.3g}", spread.largest,
                       unit, spread.percentile99, spread.rms, spread.mean);
}

std::vector<std::string> figuresOf(const Model& model, const Played& played,
                                   const VertexDifference& d) {
    std::vector<std::string> lines{
        fmt::format("{}, {}; {} vertices, extent {:.4g}", model.name, played.text(),
                    model.geometry.vertexCount(), d.extent),
        "position / extent: " + spreadText(d.position, ""),
        "normals: " + spreadText(d.normalDegrees, " degrees"),
        "tangents: " + spreadText(d.tangentDegrees, " degrees")};
    if (d.position.largest > 0) {
        lines.push_back("furthest apart: " + vertexText(model, d.vertex));
        lines.push_back(fmt::format("  at ({:.4g}, {:.4g}, {:.4g})", d.at.x, d.at.y, d.at.z));
    } else {
        lines.emplace_back("every position has the same bits");
    }
    if (d.handednessDiffers > 0) {
        lines.push_back(fmt::format("tangents of other handedness: {}", d.handednessDiffers));
    }
    return lines;
}

std::string decadesText(const VertexDifference& d) {
    std::string text;
    for (size_t i = 0; i < kDecadeNames.size(); ++i) {
        if (d.decades[i] > 0) {
            text += fmt::format("  {:<14}{:>9} vertices\n", kDecadeNames[i], d.decades[i]);
        }
    }
    return text;
}

json spreadJson(const Spread& spread) {
    return {{"largest", spread.largest},
            {"percentile99", spread.percentile99},
            {"rms", spread.rms},
            {"mean", spread.mean}};
}

std::string jsonFile(const Model& model, const Played& played, const Outcome& outcome) {
    const VertexDifference& d = outcome.difference;
    json decades = json::object();
    for (size_t i = 0; i < kDecadeNames.size(); ++i) decades[kDecadeNames[i]] = d.decades[i];
    const bool rest = played.clip() == kRestPose;
    const json document{{"version", 1},
                        {"model", model.name},
                        {"clip", rest ? json(nullptr) : json(model.clips[played.clip()].name)},
                        {"timeSeconds", played.timeSeconds() == kClipEnd && !rest
                                            ? model.clips[played.clip()].durationSeconds
                                            : static_cast<float>(played.timeSeconds())},
                        {"seed", played.animated() ? json(played.seed()) : json(nullptr)},
                        {"a", outcome.names[0]},
                        {"b", outcome.names[1]},
                        {"vertices", model.geometry.vertexCount()},
                        {"extent", d.extent},
                        {"positionOfExtent", spreadJson(d.position)},
                        {"normalDegrees", spreadJson(d.normalDegrees)},
                        {"tangentDegrees", spreadJson(d.tangentDegrees)},
                        {"handednessDiffers", d.handednessDiffers},
                        {"furthest",
                         {{"vertex", d.vertex},
                          {"place", vertexText(model, d.vertex)},
                          {"position", {d.at.x, d.at.y, d.at.z}}}},
                        {"verticesByDecade", decades}};
    return document.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

void diff(const DiffOptions& options) {
    const VkExtent2D size = requireSensible(options.shot);
    const std::array<SkinChoice, 2> choices{parseChoice(options.first, options.defaults),
                                            parseChoice(options.second, options.defaults)};
    requireEnding("--output", options.output, {".png"});
    Paths outputs{options.output};
    if (!options.json.empty()) {
        requireEnding("--json", options.json, {".json"});
        outputs.emplace_back(options.json);
    }
    const Shot& shot = options.shot;
    requireOutputs(outputs, options.model, shot.modelOptions, shot.played.filesRead(options.model));
    const auto model = importPlayed(options.model, shot.modelOptions, shot.played);
    const Played played = playedBy(options.shot, *model);
    Outcome outcome;
    withDevice(options.device, [&](const Device& device) {
        outcome = TwoMethods(device, options, model, choices, size).run();
    });

    const std::vector<std::string> figures = figuresOf(*model, played, outcome.difference);
    const Picture picture = differencePicture(
        outcome.views,
        {"a: " + outcome.names[0], "b: " + outcome.names[1],
         outcome.views.furthest ? "difference; frame: the furthest" : "difference", figures});
    const std::string png = images::encodePng(picture.width, picture.height, picture.rgba);
    const std::string words = jsonFile(*model, played, outcome);
    std::vector<OutputFile> files{{options.output, png}};
    if (!options.json.empty()) files.push_back({options.json, words});
    writeFiles(files);
    say("a: {}\nb: {}\n{}\n{}", outcome.names[0], outcome.names[1], fmt::join(figures, "\n"),
        decadesText(outcome.difference));
    say("{}: {} x {}\n", plainText(options.output), picture.width, picture.height);
}

}  // namespace

void addDiff(Program& program) {
    Command command = program.command(
        "diff", "Compare two skinning methods in one pose, as numbers and an image");
    const auto options = std::make_shared<DiffOptions>();
    command.example("sinew-cli diff hero.glb --a compute --b compute:u8x4 -o diff.png");
    command.option("MODEL", options->model, "glTF file (.glb, .gltf)").required();
    addShotOptions(command, options->shot);
    command.option("--size", options->shot.size, "Size of each of the three views in pixels")
        .form("WxH")
        .showDefault();
    command.group(group::kSkinning);
    command
        .option("--a", options->first,
                "METHOD[:SETTING...], such as vertex:u8x4; see sinew-cli settings")
        .form(kChoiceForm)
        .showDefault();
    command.option("--b", options->second, "Method to compare with --a")
        .form(kChoiceForm)
        .required();
    addChoiceDefaults(command, options->defaults);
    addDeviceOptions(command, options->device);
    command.group(group::kOutput);
    command.option("-o,--output", options->output, "Image to write").form("FILE.png").required();
    command.option("--json", options->json, "Also write the numbers, of the first instance")
        .form("FILE.json");
    command.run([options] { diff(*options); });
}

}  // namespace sinew::cli
