// sinew-cli render: one picture.
#include <fmt/format.h>

#include <memory>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/progress.h"
#include "app/cli/say.h"
#include "app/cli/session.h"
#include "app/cli/shot.h"
#include "app/output.h"
#include "images/png_writer.h"
#include "renderer/picture.h"

namespace sinew::cli {
namespace {

constexpr float kFrameSeconds = 1.0f / 60.0f;  // what motion is seen over

struct RenderOptions {
    Shot shot;
    std::string output;
    std::string method = "compute";
    std::string compare;
    float divider = 0.5f;
    ChoiceDefaults defaults;
    std::string view = "shaded";
    std::string joint;
    Overlays overlays;
    bool wireframe = false;
    uint32_t cascades = 2;
    SunMoved sun;
    DeviceOptions device;
};

/// Throws std::runtime_error for unknown words.
FrameSettings settingsOf(const RenderOptions& options) {
    const SkinChoice choice = parseChoice(options.method, options.defaults);
    FrameSettings settings{.method = choice.method,
                           .skinning = choice.settings,
                           .instanceCount = options.shot.instances,
                           .scatter = options.shot.played.seed,
                           .cascadeCount = options.cascades,
                           .view = parseView(options.view),
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
    return settings;
}

Picture draw(const Device& device, const Shot& shot, std::shared_ptr<const Model> model,
             FrameInput input, VkExtent2D size) {
    const Played played = playedBy(shot, *model);
    const std::vector<PoseRequest> requests = played.requests(shot.instances);
    const std::vector<glm::vec3> anchors = played.anchors(shot.instances);
    input.requests = requests;
    input.anchors = anchors;
    const OffscreenTarget target = OffscreenTarget::create(device, size);
    Frame frame = Frame::create(device, ShaderLibrary::embedded(), OffscreenTarget::kFormat,
                                device.sampleCount(4));
    frame.setModel(std::move(model));
    const FrameSettings& settings = input.settings;
    std::vector<SkinChoice> choices{settings.choice()};
    if (settings.compared) choices.push_back(*settings.compared);
    settle(*frame.scene(), choices, settings.instanceCount);
    input.camera = cameraOf(shot, *frame.scene(), played, size);
    input.target = target.target();
    if (settings.motion()) {
        const std::vector<PoseRequest> past = played.requests(shot.instances, -kFrameSeconds);
        const std::vector<glm::vec3> pastAnchors = played.anchors(shot.instances, -kFrameSeconds);
        FrameInput before = input;
        before.requests = past;
        before.anchors = pastAnchors;
        frame.render(before);
    }
    frame.render(input);
    frame.finish();
    if (const uint32_t limit = settings.skinning.influenceLimit; limit > 0) {
        say("{} influences a vertex; the heaviest that was dropped had weight {:.3f}\n", limit,
            frame.droppedWeight());
    }
    return target.read(device);
}

void render(const RenderOptions& options) {
    const VkExtent2D size = requireSensible(options.shot);
    FrameInput input{.settings = settingsOf(options)};
    requireEnding("--output", options.output, {".png"});
    const Shot& shot = options.shot;
    requireOutputs({options.output}, shot.model, shot.holds, shot.played.filesRead(shot.model));
    const auto model = importPlayed(shot.model, shot.holds, shot.played);
    (void)playedBy(options.shot, *model);  // told before a device is looked for
    if (!options.joint.empty()) input.settings.joint = parseJoint(*model, options.joint);
    Picture picture;
    withDevice(options.device, [&](const Device& device) {
        picture = draw(device, options.shot, model, input, size);
        say("drawn on {}\n", device.info().properties.deviceName);
    });
    writeFile(options.output, images::encodePng(picture.width, picture.height, picture.rgba));
    say("{}: {} x {}\n", plainText(options.output), picture.width, picture.height);
}

}  // namespace

void addRender(Program& program) {
    Command command = program.command("render", "Draw a model into a PNG picture");
    const auto options = std::make_shared<RenderOptions>();
    command.option("MODEL", options->shot.model, "A .glb or .gltf file").required();
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
    command.option("--size", options->shot.size, "WIDTHxHEIGHT in pixels").showDefault();
    command
        .option(
            "--view", options->view,
            "shaded, normals, weights (joint colours), cascades (of the shadow map), motion (since "
            "1/60 s before), difference (from --compare)")
        .showDefault();
    command
        .option("--joint", options->joint, "The joint whose weights --view weights shows, by name")
        .form("NAME");
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
        "  sinew-cli render character.glb -o both.png --compare compute:dual-quaternion");
    command.run([options] { render(*options); });
}

}  // namespace sinew::cli
