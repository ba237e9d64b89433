// sinew-cli render: renders one image.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/cli/arguments.h"
#include "app/cli/cast.h"
#include "app/cli/commands/commands.h"
#include "app/cli/progress.h"
#include "app/cli/say.h"
#include "app/cli/session.h"
#include "app/cli/shot.h"
#include "app/output.h"
#include "images/png_writer.h"
#include "renderer/passes/picture.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/view.h"
#include "skinning/gltf/file/files.h"
#include "skinning/gpu/skin/skinning_method.h"

namespace sinew::cli {
namespace {

constexpr const char* kCullCamera = "--cull-camera";
constexpr const char* kCullCameraForm = "AZ,EL[,...]";
constexpr float kFrameSeconds = 1.0f / 60.0f;

struct RenderOptions {
    std::vector<std::string> models;
    Shot shot{.instances = 0};
    std::string cullCamera;
    std::string output;
    std::string method = "compute";
    std::string compare;
    float divider = 0.5f;
    ChoiceDefaults defaults;
    std::string view = "shaded";
    std::string joint;
    Overlays overlays;
    bool wireframe = false;
    float lodPixels = FrameSettings{}.lodPixels;
    float ratePixels = FrameSettings{}.ratePixels;
    uint32_t vertexBudgetMiB = FrameSettings{}.vertexBudget >> 20;
    uint32_t cascades = 2;
    uint32_t samples = 4;
    SunMoved sun;
    std::string shadows = "map";
    float exposure = 0;
    DeviceOptions device;
};

/// Returns the frame settings of the options. Throws std::runtime_error for unknown values.
FrameSettings settingsOf(const RenderOptions& options) {
    const SkinChoice choice = parseChoice(options.method, options.defaults);
    FrameSettings settings{.method = choice.method,
                           .skinning = choice.settings,
                           .scatter = options.shot.played.seed,
                           .cascadeCount = options.cascades,
                           .view = parseView(options.view),
                           .lodPixels = options.lodPixels,
                           .ratePixels = options.ratePixels,
                           .vertexBudget = uint64_t{options.vertexBudgetMiB} << 20,
                           .wireframe = options.wireframe,
                           .sun = options.sun,
                           .shadows = parseShadows(options.shadows),
                           .exposure = options.exposure,
                           .overlays = options.overlays,
                           .divider = options.divider};
    if (!options.compare.empty()) {
        settings.compared = parseChoice(options.compare, options.defaults);
    }
    if (settings.view == SINEW_VIEW_DIFFERENCE && !settings.compared) {
        throw std::runtime_error(
            "--view difference: there is no second method; add one, such as --compare "
            "cpu-reference");
    }
    if (options.cullCamera.empty()) return settings;
    (void)parseCamera(kCullCamera, options.cullCamera);
    if (supported(choice).cull == Cull::none) {
        throw std::runtime_error(
            fmt::format("{}: {} draws every instance; use a method with culling, such as "
                        "--method compute:culled",
                        kCullCamera, choiceText(choice)));
    }
    return settings;
}

uint32_t instancesOf(const RenderOptions& options, const std::vector<SceneEntry>& scene) {
    if (options.shot.instances > 0) return options.shot.instances;
    uint32_t instances = 0;
    for (const SceneEntry& entry : scene) instances += entry.count;
    return instances;
}

void chooseJoint(const std::string& name, const std::vector<Role>& cast, FrameSettings& settings) {
    const auto has = [&](const Role& role) {
        const std::vector<std::string>& names = role.model->skeleton.names;
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    auto found = std::find_if(cast.begin(), cast.end(), has);
    if (found == cast.end()) found = cast.begin();
    settings.model = static_cast<uint32_t>(found - cast.begin());
    settings.joint = parseJoint(*found->model, name);
}

/// Returns the number of earlier frames to render first, for motion vectors or update rates.
uint32_t framesBefore(const FrameSettings& settings) {
    if (settings.view == SINEW_VIEW_RATES) return 1u << SINEW_MOST_RATE;
    return settings.motion() ? 1 : 0;
}

Picture draw(const Device& device, const RenderOptions& options, const std::vector<Role>& cast,
             FrameInput input, VkExtent2D size) {
    FrameSettings& settings = input.settings;
    const OffscreenTarget target = OffscreenTarget::create(device, size);
    Frame frame = Frame::create(device, ShaderLibrary::embedded(), OffscreenTarget::kFormat,
                                device.sampleCount(options.samples));
    std::vector<SceneModel> models;
    for (const Role& role : cast) {
        models.push_back({role.model, role.entry.count, role.entry.placements});
    }
    frame.setModels(models);
    const std::vector<uint32_t> counts = frame.crowds().countsOf(settings.instanceCount);
    std::vector<SkinChoice> choices{settings.choice()};
    if (settings.compared) choices.push_back(*settings.compared);
    for (size_t i = 0; i < cast.size(); ++i)
        settle(*frame.scene(i), choices, counts[i], settings.vertexBudget, settings.traced());
    const auto placements = frame.crowds().placements(settings.instanceCount, settings.scatter);
    const CastPlays now(cast, frame, placements);
    const InView view{now.bounds(), settings.instanceCount, size};
    input.camera = cameraOf(options.shot, view);
    if (!options.cullCamera.empty()) {
        settings.cullCamera = cameraOf(kCullCamera, options.cullCamera, view);
    }
    input.target = target.target();
    for (uint32_t n = framesBefore(settings); n > 0; --n) {
        const CastPlays past(cast, frame, placements, -kFrameSeconds * static_cast<float>(n));
        past.writeTo(input);
        frame.render(input);
    }
    now.writeTo(input);
    frame.render(input);
    frame.finish();
    const SkinSettings skinning = supported({settings.method, settings.skinning});
    if (const uint32_t limit = skinning.influenceLimit; limit > 0) {
        say("{} influences per vertex; the largest dropped weight is {:.3f}\n", limit,
            frame.droppedWeight());
    }
    return target.read(device);
}

/// Returns the scene, animator and model files that the command reads. The first model is left out,
/// because requireOutputs() adds it.
Paths filesReadBeside(const RenderOptions& options, const std::vector<Role>& cast) {
    Paths files;
    for (const std::string& named : options.models) {
        if (isSceneFile(named)) files.emplace_back(named);
    }
    for (const Role& role : cast) {
        const Paths animator = role.played.filesRead(role.entry.model);
        files.insert(files.end(), animator.begin(), animator.end());
        if (&role == cast.data()) continue;
        const Paths model = filesOf(role.entry.model);
        files.insert(files.end(), model.begin(), model.end());
    }
    return files;
}

void render(const RenderOptions& options) {
    const VkExtent2D size = requireSensible(options.shot);
    FrameInput input{.settings = settingsOf(options)};
    requireEnding("--output", options.output, {".png"});
    const Shot& shot = options.shot;
    const std::vector<SceneEntry> scene =
        sceneOf(Paths(options.models.begin(), options.models.end()));
    std::vector<Role> cast = castOf(scene, shot.played);
    input.settings.instanceCount = instancesOf(options, scene);
    requireOutputs({options.output}, scene.front().model, shot.modelOptions,
                   filesReadBeside(options, cast));
    importCast(cast, shot.modelOptions);
    for (const Role& role : cast) (void)playedBy(role);  // throws before a device is opened
    if (!options.joint.empty()) chooseJoint(options.joint, cast, input.settings);
    Picture picture;
    withDevice(options.device, [&](const Device& device) {
        picture = draw(device, options, cast, input, size);
        say("drawn on {}\n", device.info().properties.deviceName);
    });
    writeFile(options.output, images::encodePng(picture.width, picture.height, picture.rgba));
    say("{}: {} x {}\n", plainText(options.output), picture.width, picture.height);
}

}  // namespace

void addRender(Program& program) {
    Command command = program.command("render", "Draw models to a PNG image");
    const auto options = std::make_shared<RenderOptions>();
    command.example("sinew-cli render hero.glb --clip walk --instances 24 -o crowd.png");
    command
        .option("MODEL", options->models,
                "glTF files, drawn as one mixed crowd, or .json scene files")
        .required();
    addShotOptions(command, options->shot);
    addVariationOptions(command, options->shot.played);
    command.group(group::kCamera);
    command
        .option(kCullCamera, options->cullCamera,
                "Camera for frustum culling, LOD and shadows; its frustum is drawn")
        .form(kCullCameraForm);
    command.option("--size", options->shot.size, "Image size in pixels").form("WxH").showDefault();
    command
        .option("--view", options->view,
                "shaded, normals, base-color, ...; an unknown name lists all views")
        .form("VIEW")
        .showDefault();
    command.option("--joint", options->joint, "Joint whose weights --view weights shows")
        .form("NAME");
    command.flag("--wireframe", options->wireframe, "Draw triangle edges over dim surfaces");
    command.flag("--skeleton", options->overlays.skeleton,
                 "Draw skeletons; --bounds: draw the bounding box of each instance");
    command.group(group::kHidden);  // hides --bounds, which the help of --skeleton describes
    command.flag("--bounds", options->overlays.bounds, "Overlay: bounding box of each instance");
    command.group(group::kCamera);
    command.option("--cascades", options->cascades, "Shadow map cascades, 0 to 6")
        .within(0u, uint32_t{SINEW_MAX_CASCADES})
        .form("N")
        .showDefault();
    command
        .option("--shadows", options->shadows,
                "map, or traced (ray query); traced:DEGREES: sun diameter, 0 to 20")
        .form("SHADOWS")
        .showDefault();
    command
        .option("--samples", options->samples,
                "Samples per pixel (MSAA), 1 to 8, as far as supported")
        .within(1u, 8u)
        .form("N")
        .showDefault();
    command
        .option("--sun-azimuth", options->sun.azimuthDegrees,
                "Sun azimuth offset, -180 to 180; --sun-elevation: offset, -45 to 35")
        .within(-180.0f, 180.0f)
        .form("DEGREES");
    command.group(group::kHidden);  // the help of --sun-azimuth describes --sun-elevation
    command.option("--sun-elevation", options->sun.elevationDegrees, "Raise or lower the sun")
        .within(-45.0f, 35.0f)
        .form("DEGREES");
    command.group(group::kCamera);
    command.option("--exposure", options->exposure, "Exposure compensation in stops, -4 to 4")
        .within(-kMostExposure, kMostExposure)
        .form("EV");
    command.group(group::kSkinning);
    command
        .option("--method", options->method,
                "METHOD[:SETTING...], such as vertex:u8x4; see sinew-cli settings")
        .form(kChoiceForm)
        .showDefault();
    command.option("--compare", options->compare, "Second method, drawn right of the divider")
        .form(kChoiceForm);
    command.option("--divider", options->divider, "Position of the divider, 0 to 1 of the width")
        .within(0.0f, 1.0f)
        .form("X")
        .showDefault();
    addChoiceDefaults(command, options->defaults);
    command
        .option("--lod-pixels", options->lodPixels,
                "Allowed LOD error in pixels (setting lod); 0: full detail")
        .within(0.0f, 1000.0f)
        .form("N")
        .showDefault();
    command
        .option("--rate-pixels", options->ratePixels,
                "Allowed error of older poses in pixels (setting rate); 0: none")
        .within(0.0f, 1000.0f)
        .form("N")
        .showDefault();
    command
        .option("--vertex-budget", options->vertexBudgetMiB,
                "Memory for skinned vertices finer than the coarsest LOD (lod)")
        .within(1u, 65536u)
        .form("MIB")
        .showDefault();
    addDeviceOptions(command, options->device, group::kSkinning);
    command.option("-o,--output", options->output, "Image to write").form("FILE.png").required();
    command.run([options] { render(*options); });
}

}  // namespace sinew::cli
