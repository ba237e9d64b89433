// sinew-cli render: one picture.
#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "app/cli/arguments.h"
#include "app/cli/cast.h"
#include "app/cli/commands.h"
#include "app/cli/progress.h"
#include "app/cli/say.h"
#include "app/cli/session.h"
#include "app/cli/shot.h"
#include "app/output.h"
#include "images/png_writer.h"
#include "renderer/picture.h"
#include "skinning/gltf/files.h"
#include "skinning/gpu/techniques/technique.h"

namespace sinew::cli {
namespace {

constexpr const char* kCullCamera = "--cull-camera";
constexpr float kFrameSeconds = 1.0f / 60.0f;  // from one frame to the next

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
    uint32_t vertexRoomMiB = FrameSettings{}.vertexRoom >> 20;
    uint32_t cascades = 2;
    SunMoved sun;
    DeviceOptions device;
};

/// Throws std::runtime_error for unknown words.
FrameSettings settingsOf(const RenderOptions& options) {
    const SkinChoice choice = parseChoice(options.method, options.defaults);
    FrameSettings settings{.method = choice.method,
                           .skinning = choice.settings,
                           .scatter = options.shot.played.seed,
                           .cascadeCount = options.cascades,
                           .view = parseView(options.view),
                           .lodPixels = options.lodPixels,
                           .ratePixels = options.ratePixels,
                           .vertexRoom = uint64_t{options.vertexRoomMiB} << 20,
                           .wireframe = options.wireframe,
                           .sun = options.sun,
                           .overlays = options.overlays,
                           .divider = options.divider};
    if (!options.compare.empty()) {
        settings.compared = parseChoice(options.compare, options.defaults);
    }
    if (settings.view == SINEW_VIEW_DIFFERENCE && !settings.compared) {
        throw std::runtime_error(
            "--view difference needs a second way, such as --compare cpu-reference");
    }
    if (options.cullCamera.empty()) return settings;
    (void)parseCamera(kCullCamera, options.cullCamera);
    if (heeded(choice).cull == Cull::none) {
        throw std::runtime_error(
            fmt::format("{} needs a way that culls, such as --method compute:culled; {} draws "
                        "every instance",
                        kCullCamera, choiceText(choice)));
    }
    return settings;
}

/// As many as were asked for, else as many as the scene has.
uint32_t instancesOf(const RenderOptions& options, const std::vector<SceneEntry>& scene) {
    if (options.shot.instances > 0) return options.shot.instances;
    uint32_t instances = 0;
    for (const SceneEntry& entry : scene) instances += entry.count;
    return instances;
}

/// By name, in the first model that has it.
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

/// Of which the picture shows something: where all were, or who has had a turn to be posed.
uint32_t framesBefore(const FrameSettings& settings) {
    if (settings.view == SINEW_VIEW_RATES) return 1u << SINEW_MOST_RATE;
    return settings.motion() ? 1 : 0;
}

Picture draw(const Device& device, const RenderOptions& options, const std::vector<Role>& cast,
             FrameInput input, VkExtent2D size) {
    FrameSettings& settings = input.settings;
    const OffscreenTarget target = OffscreenTarget::create(device, size);
    Frame frame = Frame::create(device, ShaderLibrary::embedded(), OffscreenTarget::kFormat,
                                device.sampleCount(4));
    std::vector<SceneModel> models;
    for (const Role& role : cast) {
        models.push_back({role.model, role.entry.count, role.entry.placements});
    }
    frame.setModels(models);
    const std::vector<uint32_t> counts = frame.countsOf(settings.instanceCount);
    std::vector<SkinChoice> choices{settings.choice()};
    if (settings.compared) choices.push_back(*settings.compared);
    for (size_t i = 0; i < cast.size(); ++i)
        settle(*frame.scene(i), choices, counts[i], settings.vertexRoom);
    const auto places = frame.places(settings.instanceCount, settings.scatter);
    const CastPlays now(cast, frame, places);
    const InView view{now.bounds(), settings.instanceCount, size};
    input.camera = cameraOf(options.shot, view);
    if (!options.cullCamera.empty()) {
        settings.cullCamera = cameraOf(kCullCamera, options.cullCamera, view);
    }
    input.target = target.target();
    for (uint32_t n = framesBefore(settings); n > 0; --n) {
        const CastPlays past(cast, frame, places, -kFrameSeconds * static_cast<float>(n));
        past.putInto(input);
        frame.render(input);
    }
    now.putInto(input);
    frame.render(input);
    frame.finish();
    const SkinSettings skinning = heeded({settings.method, settings.skinning});
    if (const uint32_t limit = skinning.influenceLimit; limit > 0) {
        say("{} influences a vertex; the heaviest that was dropped had weight {:.3f}\n", limit,
            frame.droppedWeight());
    }
    return target.read(device);
}

/// All files but the first model's, which requireOutputs() asks for itself.
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
    for (const Role& role : cast) (void)playedBy(role);  // told before a device is looked for
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
    Command command = program.command("render", "Draw models into a PNG picture");
    const auto options = std::make_shared<RenderOptions>();
    command
        .option("MODEL", options->models,
                ".glb and .gltf files, whose characters stand mixed, and .json scenes of them "
                "(docs/scene.md)")
        .required();
    command.option("-o,--output", options->output, "The .png file to write").required();
    command.option("--method", options->method, "Who skins, and how: see verify --help")
        .form(kChoiceForm)
        .showDefault();
    command
        .option("--compare", options->compare,
                "A second way of skinning, drawn right of the divider")
        .form(kChoiceForm);
    command.option("--divider", options->divider, "Where that is, 0 to 1 of the width")
        .within(0.0f, 1.0f)
        .showDefault();
    addChoiceDefaults(command, options->defaults);
    addShotOptions(command, options->shot);
    command.flag("--walk-about", options->shot.played.walkAbout,
                 "With --animator: characters that go also turn, stay on the crowd's ground and "
                 "keep out of each other's way");
    command
        .option(kCullCamera, options->cullCamera,
                "Where another camera stands that culls, chooses levels of detail and has the "
                "shadows; what it sees is drawn, and the boxes that it judges by")
        .form(kCameraForm);
    command.option("--size", options->shot.size, "WIDTHxHEIGHT in pixels").showDefault();
    command
        .option("--view", options->view,
                "shaded, normals, weights (joint colours), cascades (of the shadow map), levels "
                "(of detail), rates (how often poses are made), motion (since 1/60 s before), "
                "difference (from --compare)")
        .showDefault();
    command
        .option("--joint", options->joint, "The joint whose weights --view weights shows, by name")
        .form("NAME");
    command
        .option("--lod-pixels", options->lodPixels,
                "How far levels of detail may be off, in pixels (setting lod); 0: not at all")
        .within(0.0f, 1000.0f)
        .showDefault();
    command
        .option(
            "--rate-pixels", options->ratePixels,
            "How far poses of frames before may be off, in pixels (setting rate); 0: not at all")
        .within(0.0f, 1000.0f)
        .showDefault();
    command
        .option("--vertex-room", options->vertexRoomMiB,
                "MiB for skinned vertices of levels of detail, beyond the coarsest of all")
        .within(1u, 65536u)
        .showDefault();
    command.flag("--wireframe", options->wireframe, "Draw the characters' edges alone");
    command.flag("--skeleton", options->overlays.skeleton, "Draw the skeletons over the picture");
    command.flag("--bounds", options->overlays.bounds, "Draw the box of every character");
    command.option("--cascades", options->cascades, "Cascades of the shadow map, 0 to 6")
        .within(0u, uint32_t{SINEW_MAX_CASCADES})
        .showDefault();
    command
        .option("--sun-turned", options->sun.turnedDegrees,
                "Degrees around from where the sun usually stands")
        .within(-180.0f, 180.0f);
    command.option("--sun-raised", options->sun.raisedDegrees, "Degrees up from there")
        .within(-45.0f, 35.0f);
    addDeviceOptions(command, options->device);
    command.footer(
        "Examples:\n"
        "  sinew-cli render character.glb -o picture.png --clip walk --time 0.4\n"
        "  sinew-cli render character.glb -o crowd.png --instances 24 --camera 30,15,1.3\n"
        "  sinew-cli render a.glb b.glb -o both.png --instances 500 --animator model\n"
        "  sinew-cli render character.glb -o both.png --compare compute:dual-quaternion");
    command.run([options] { render(*options); });
}

}  // namespace sinew::cli
