// sinew-cli render: one picture.
#include <fmt/format.h>
#include <stb_image_write.h>

#include <memory>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/session.h"
#include "renderer/picture.h"
#include "skinning/gltf/import.h"
#include "skinning/gpu/crowd_camera.h"

namespace sinew::cli {
namespace {

struct Options {
    std::string model;
    std::string output;
    std::string method = "compute";
    std::string clip;
    float time = 0.0f;
    uint32_t instances = 1;
    std::string size = "1280x720";
    std::string view = "shaded";
    Overlays overlays;
    uint32_t cascades = 2;
    std::string camera;
    uint32_t influences = 0;
    DeviceOptions device;
};

Camera cameraFor(const Options& options, const Box& crowd, VkExtent2D size) {
    const float aspect = static_cast<float>(size.width) / static_cast<float>(size.height);
    Camera camera = crowdCamera(crowd, options.instances, aspect);
    if (options.camera.empty()) return camera;
    const CameraAngles angles = parseCamera(options.camera);
    camera.yawRadians = glm::radians(angles.yawDegrees);
    camera.pitchRadians = glm::radians(angles.pitchDegrees);
    camera.frame(crowd.low, crowd.high, aspect);
    camera.zoom(1.0f / angles.zoom);
    return camera;
}

void requireMemory(const Frame& frame, Method method, uint32_t instances) {
    const uint32_t most = frame.maxInstances({method, {}});
    if (instances <= most) return;
    throw std::runtime_error(
        fmt::format("{} instances of {} by method {} do not fit; the device has memory for {}",
                    instances, frame.model().name, methodName(method), most));
}

Picture draw(const Device& device, const Options& options, std::shared_ptr<const Model> model,
             FrameInput input, VkExtent2D size) {
    const OffscreenTarget target = OffscreenTarget::create(device, size);
    Frame frame = Frame::create(device, ShaderLibrary::embedded(), OffscreenTarget::kFormat,
                                device.sampleCount(4));
    frame.setModel(std::move(model));
    requireMemory(frame, input.settings.method, options.instances);
    input.camera = cameraFor(options, frame.crowdBoundsAt(input.playback, options.instances), size);
    input.target = target.target();
    frame.render(input);
    frame.finish();
    return target.read(device);
}

std::string pngFile(const Picture& picture) {
    std::string bytes;
    const auto append = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                                   static_cast<size_t>(size));
    };
    if (stbi_write_png_to_func(append, &bytes, static_cast<int>(picture.width),
                               static_cast<int>(picture.height), 4, picture.rgba.data(),
                               static_cast<int>(picture.width * 4)) == 0) {
        throw std::runtime_error("the picture could not be encoded as PNG; try a smaller --size");
    }
    return bytes;
}

void render(const Options& options) {
    const VkExtent2D size = parseSize(options.size);
    FrameInput input{.settings = {.method = findMethod(options.method),
                                  .instanceCount = options.instances,
                                  .cascadeCount = options.cascades,
                                  .view = parseView(options.view),
                                  .overlays = options.overlays}};
    if (!options.camera.empty()) (void)parseCamera(options.camera);  // wrong words fail at once
    requireWritable(options.output);
    auto model = std::make_shared<Model>(importWithProgress(options.model));
    input.playback = {
        .clip = options.clip.empty() ? clipToShow(*model) : parseClip(*model, options.clip),
        .timeSeconds = options.time};
    if (options.influences != 0) {
        const float dropped = capInfluences(*model, options.influences);
        fmt::print("{} influences a vertex; the heaviest that was dropped had weight {:.3f}\n",
                   options.influences, dropped);
    }
    Picture picture;
    withDevice(options.device, [&](const Device& device) {
        picture = draw(device, options, model, input, size);
        fmt::print("drawn on {}\n", device.info().properties.deviceName);
    });
    writeFile(options.output, pngFile(picture));
    fmt::print("{}: {} x {}\n", options.output, picture.width, picture.height);
}

}  // namespace

void addRender(CLI::App& program) {
    CLI::App* command = program.add_subcommand("render", "Draw a model into a PNG picture");
    const auto options = std::make_shared<Options>();
    command->add_option("MODEL", options->model, "A .glb or .gltf file")->required();
    command->add_option("-o,--output", options->output, "The .png file to write")->required();
    command->add_option("--method", options->method, "Skinning method: compute, vertex or cpu")
        ->capture_default_str();
    command->add_option("--clip", options->clip,
                        "Name or index, or 'rest'; without it: dance, else the first clip");
    command->add_option("--time", options->time, "Seconds into the clip; wraps")
        ->check(inRange(-1e6, 1e6))
        ->capture_default_str();
    command->add_option("--instances", options->instances, "Characters in the crowd")
        ->check(inRange(1u, kMostInstances))
        ->capture_default_str();
    command->add_option("--size", options->size, "WIDTHxHEIGHT in pixels")->capture_default_str();
    command->add_option("--view", options->view, "shaded, normals or weights (joint colours)")
        ->capture_default_str();
    command->add_flag("--skeleton", options->overlays.skeleton,
                      "Draw the skeletons over the picture");
    command->add_flag("--bounds", options->overlays.bounds, "Draw the box of every character");
    command->add_option("--cascades", options->cascades, "Cascades of the shadow map, 1 to 4")
        ->check(inRange(1u, uint32_t{SINEW_MAX_CASCADES}))
        ->capture_default_str();
    command->add_option("--camera", options->camera,
                        "YAW,PITCH[,ZOOM]: degrees around and above, zoom 2 is twice as near");
    command
        ->add_option("--influences", options->influences,
                     "Keep only the heaviest 1, 2, 4 or 8 influences of a vertex")
        ->check(CLI::IsMember({1u, 2u, 4u, 8u}).description(""));
    addDeviceOptions(*command, options->device);
    command->footer(
        "Examples:\n"
        "  sinew-cli render character.glb -o picture.png --clip walk --time 0.4\n"
        "  sinew-cli render character.glb -o crowd.png --instances 24 --camera 30,15,1.3");
    command->callback([options] { render(*options); });
}

}  // namespace sinew::cli
