// Exchanges files between the window and its tests.
#include "app/demo/platform/for_tests.h"

#ifdef SINEW_CHECKED

#include <SDL.h>
#include <fmt/format.h>
#include <imgui_internal.h>  // clip rectangles, item flags, names of windows

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

#include "app/demo/session/shortcuts.h"
#include "renderer/device/device.h"
#include "skinning/animation/placement.h"

namespace sinew::for_tests {
namespace {

namespace fs = std::filesystem;

/// The longest pause between two frames of a test, milliseconds.
constexpr int kPauseMs = 50;

/// Returns SINEW_TEST_FOLDER; empty if no test runs.
const fs::path& folder() {
    static const char* named = std::getenv("SINEW_TEST_FOLDER");
    static const fs::path folder = named ? named : "";
    return folder;
}

struct Observed {
    std::string lines;
    std::string section;
    std::string caption;
    std::string focus;  // panel and control with the keyboard focus
    uint32_t keys = 0;
} observed;

std::string oneLine(std::string text) {
    std::replace(text.begin(), text.end(), '\n', ' ');
    return text;
}

std::string panel() {
    return observed.section.empty() ? ImGui::GetCurrentWindowRead()->RootWindow->Name
                                    : observed.section;
}

/// Replaces the file atomically.
void replaceFile(const char* name, const std::string& content) {
    const fs::path unfinished = folder() / "unfinished";
    std::ofstream(unfinished) << content;
    fs::rename(unfinished, folder() / name);
}

bool isModifier(SDL_Keycode key) {
    return key >= SDLK_LCTRL && key <= SDLK_RGUI;
}

void writeKeys() {
    std::string lines;
    for (const Shortcut& key : shortcuts()) {
        lines +=
            fmt::format("{}{}{}\t{}\t{}\n", key.control ? "Ctrl " : "", key.shift ? "Shift " : "",
                        SDL_GetKeyName(key.key), key.keys, key.what);
    }
    replaceFile("keys", lines);
}

const char* benchmarkWord(const BenchmarkView& view) {
    return view.running() ? "running" : view.shown ? "shown" : "closed";
}

const char* errorsWord(const ErrorSurvey& survey) {
    return survey.running() ? "running" : survey.empty() ? "none" : "measured";
}

std::string stateLines(const State& state) {
    const ImGuiIO& io = ImGui::GetIO();
    const Camera& camera = state.camera;
    std::string lines;
    const auto line = [&](const char* name, const auto& value) {
        lines += fmt::format("{}: {}\n", name, value);
    };
    line("frame", ImGui::GetFrameCount());
    line("frames shown", state.framesShown);
    line("keys", observed.keys);
    line("mouse", fmt::format("{:.0f} {:.0f}", io.MousePos.x, io.MousePos.y));
    line("buttons", io.MouseDown[0] ? "left" : io.MouseDown[1] ? "right" : "none");
    line("extent", fmt::format("{}x{}", state.extent.width, state.extent.height));
    const uint32_t flags = SDL_GetWindowFlags(SDL_GetWindowFromID(1));
    line("full screen", (flags & SDL_WINDOW_FULLSCREEN) != 0);
    line("camera", fmt::format("{:.3f} {:.3f} {:.3f}, {:.3f} {:.3f} {:.3f}", camera.yawRadians,
                               camera.pitchRadians, camera.distance, camera.target.x,
                               camera.target.y, camera.target.z));
    line("camera moved", state.cameraMoved);
    line("model", state.chosen().file().string());
    line("models", state.models.size());
    line("clip", state.clip() ? state.clip()->name : "rest pose");
    line("time", state.chosen().playback.timeSeconds);
    line("playing", state.playing);
    line("animating", state.chosen().animating);
    line("animated", state.chosen().animator.seconds());
    line("picked", state.picked ? std::to_string(*state.picked) : "none");
    const std::span<const Anchor> anchors = state.chosen().animator.anchors();
    const Box reach = reachOf(anchors);
    line("gone", fmt::format("{:.1f}", std::max(glm::length(reach.low), glm::length(reach.high))));
    line("tab", kTabNames[static_cast<size_t>(state.settings.tab)]);
    line("ranking", state.ranking.running()  ? "running"
                    : !state.ranking.report  ? "none"
                    : state.ranking.outdated ? "outdated"
                                             : "measured");
    line("help", state.helpShown);
    line("focus", observed.focus);
    line("edited", state.comparing() && state.editsB ? "B" : "A");
    line("question", state.question ? state.question->instances : 0);
    line("asks to quit", state.quitAsked);
    line("benchmark", benchmarkWord(state.benchmark));
    line("baked view", state.bakedView.shown);
    line("errors", errorsWord(state.survey));
    line("frozen", state.frozen.has_value());
    line("shaders", !state.shaderErrors.empty()            ? "broken"
                    : !state.compilingShaders.what.empty() ? "compiling"
                                                           : "good");
    line("busy", state.importing.what + state.baking.what + state.simplifying.what);
    return lines;
}

VKAPI_ATTR VkResult VKAPI_CALL loseDevice(VkQueue, uint32_t, const VkSubmitInfo2*, VkFence) {
    return VK_ERROR_DEVICE_LOST;
}

struct Memory {
    const Device* device = nullptr;
    uint64_t most = 0;  // bytes
    PFN_vkAllocateMemory allocate = nullptr;
} memory;

VKAPI_ATTR VkResult VKAPI_CALL allocateWithin(VkDevice device, const VkMemoryAllocateInfo* info,
                                              const VkAllocationCallbacks* callbacks,
                                              VkDeviceMemory* result) {
    if (memory.device->memory().ours + info->allocationSize > memory.most) {
        return VK_ERROR_OUT_OF_DEVICE_MEMORY;
    }
    return memory.allocate(device, info, callbacks, result);
}

void carryOut(const std::string& order, const Device& device) {
    if (order.starts_with("drop ")) {
        SDL_Event event{};
        event.type = SDL_DROPFILE;
        event.drop.file = SDL_strdup(order.c_str() + 5);
        SDL_PushEvent(&event);
    } else if (order == "lose the device") {
        vkQueueSubmit2 = loseDevice;
    } else if (order == "no more memory") {
        constexpr uint64_t kRest = 16 << 10;  // margin in bytes: sizes of equal objects differ
        memory = {&device, device.memory().ours + kRest, vkAllocateMemory};
        vkAllocateMemory = allocateWithin;
    } else if (order == "memory") {
        vkAllocateMemory = memory.allocate;
    } else {
        throw std::runtime_error("no such order of a test: " + order);
    }
}

}  // namespace

void beginFrame() {
    observed.lines.clear();
    observed.focus = "none";
}

void section(const char* name) {
    observed.section = name;
}

void caption(const char* text) {
    observed.caption = text;
}

void widget(const char* label, const char* value) {
    if (folder().empty()) return;
    ImRect rect(ImGui::GetItemRectMin(), ImGui::GetItemRectMax());
    rect.ClipWith(ImGui::GetCurrentWindowRead()->ClipRect);
    const bool disabled = (ImGui::GetItemFlags() & ImGuiItemFlags_Disabled) != 0;
    if (disabled || rect.GetWidth() < 1 || rect.GetHeight() < 1) return;
    std::string name = label;
    name.resize(std::min(name.find("##"), name.size()));
    if (name.empty()) name = observed.caption;
    if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible) observed.focus = panel() + ", " + name;
    observed.lines += fmt::format("widget\t{}\t{}\t{:.0f} {:.0f} {:.0f} {:.0f}\t{}\t{}\n", panel(),
                                  name, rect.Min.x, rect.Min.y, rect.GetWidth(), rect.GetHeight(),
                                  ImGui::IsItemHovered() ? "hovered" : "", value);
}

void text(const char* text, const char* value) {
    if (folder().empty()) return;
    const char* space = *text != 0 && *value != 0 ? " " : "";
    observed.lines +=
        fmt::format("text\t{}\t{}{}{}\n", panel(), oneLine(text), space, oneLine(value));
}

void handled(const SDL_Event& event) {
    if (event.type == SDL_KEYDOWN && !isModifier(event.key.keysym.sym)) ++observed.keys;
}

void write(const State& state) {
    if (folder().empty()) return;
    [[maybe_unused]] static const bool once = (writeKeys(), true);
    replaceFile("window", stateLines(state) + settingsText(state.settings) + observed.lines);
    // The pause leaves the processors to other tests.
    const bool measures =
        state.benchmark.running() || state.ranking.running() || state.survey.running();
    if (!measures) SDL_WaitEventTimeout(nullptr, kPauseMs);
}

void carryOutOrders(const Device& device) {
    const fs::path file = folder() / "orders";
    if (folder().empty() || !fs::exists(file)) return;
    std::ifstream lines(file);
    fs::remove(file);
    for (std::string order; std::getline(lines, order);) carryOut(order, device);
}

}  // namespace sinew::for_tests

#endif
