// Options of an image, and the camera that they select.
#include "app/cli/shot.h"

#include <fmt/format.h>

#include "app/cli/arguments.h"
#include "app/cli/say.h"
#include "skinning/gpu/frame/crowd_camera.h"
#include "skinning/gpu/trace/traceable.h"

namespace sinew::cli {

void addShotOptions(Command& command, Shot& shot) {
    addModelOptions(command, shot.modelOptions);
    addPlayedOptions(command, shot.played, "dance, else the first");
    Option instances = command
                           .option("--instances", shot.instances,
                                   shot.instances > 0 ? "Number of instances"
                                                      : "Number of instances; default: as in the "
                                                        "scene file, else 1 per model")
                           .within(1u, kMostInstances)
                           .form("N");
    if (shot.instances > 0) instances.showDefault();
    command.group(group::kCamera);
    command
        .option(kCameraOption, shot.camera,
                "Azimuth, elevation (degrees), zoom, target X,Y,Z, shift")
        .form(kCameraForm);
}

VkExtent2D requireSensible(const Shot& shot) {
    if (!shot.camera.empty()) (void)parseCamera(kCameraOption, shot.camera);
    return requireSize(shot.size);
}

Played playedBy(const Shot& shot, const Model& model) {
    return {shot.played, model, clipToShow(model)};
}

Camera cameraOf(const char* option, const std::string& text, const InView& view) {
    const auto& [crowd, instances, size] = view;
    const float aspect = static_cast<float>(size.width) / static_cast<float>(size.height);
    return text.empty() ? cameraWithin(crowd, instances, aspect)
                        : cameraAt(parseCamera(option, text), crowd, aspect);
}

Camera cameraOf(const Shot& shot, const InView& view) {
    return cameraOf(kCameraOption, shot.camera, view);
}

void settle(Scene& scene, std::span<const SkinChoice> choices, uint32_t instances,
            uint64_t vertexBudget, bool traced) {
    for (const SkinChoice& choice : choices) {
        const bool tracedChoice = traced && &choice == choices.data();
        const Resolution resolution = scene.resolve(choice);
        if (!resolution.note.empty()) say("{}\n", resolution.note);
        const std::string note = tracedChoice ? tracedNote(scene.model()) : "";
        if (!note.empty()) say("{}\n", note);
        const uint32_t most = maxInstances(
            scene.device(),
            sumsOf(
                {scene, {.choice = resolution.choice, .vertexBudget = vertexBudget}, tracedChoice}),
            0);
        if (instances <= most) continue;
        throw std::runtime_error(
            fmt::format("--instances: {} instances of {} with method {}{} do not fit; the device "
                        "has memory for {}",
                        instances, scene.model().name, methodName(resolution.choice.method),
                        tracedChoice ? " and traced shadows" : "", most));
    }
}

}  // namespace sinew::cli
