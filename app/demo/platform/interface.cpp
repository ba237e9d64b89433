// Styles, fonts and events of ImGui.
#include "app/demo/platform/interface.h"

#include <fontconfig/fontconfig.h>
#include <imgui_internal.h>  // navigation state, and ClosePopupToLevel()

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "app/demo/platform/for_tests.h"

// The backend's header changed its name between ImGui 1.86 (Debian 12) and 1.90 (Debian 13).
#if __has_include(<backends/imgui_impl_sdl2.h>)
#include <backends/imgui_impl_sdl2.h>
#else
#include <backends/imgui_impl_sdl.h>
#endif

namespace sinew {
namespace {

constexpr float kTextPixels = 15.0f;  // at scale 1

/// Returns the file of the preferred sans-serif in `weight` (FC_WEIGHT_*), or an empty string.
std::string findFont(int weight) {
    FcPattern* pattern = FcPatternCreate();
    for (const char* family : {"Inter", "Noto Sans", "DejaVu Sans", "sans-serif"}) {
        FcPatternAddString(pattern, FC_FAMILY, reinterpret_cast<const FcChar8*>(family));
    }
    FcPatternAddInteger(pattern, FC_WEIGHT, weight);
    FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN);
    FcPatternAddBool(pattern, FC_SCALABLE, FcTrue);
    FcConfigSubstitute(nullptr, pattern, FcMatchPattern);
    FcDefaultSubstitute(pattern);
    FcResult result = FcResultNoMatch;
    FcPattern* match = FcFontMatch(nullptr, pattern, &result);
    std::string file;
    FcChar8* text = nullptr;
    if (match && FcPatternGetString(match, FC_FILE, 0, &text) == FcResultMatch) {
        file = reinterpret_cast<const char*>(text);
    }
    if (match) FcPatternDestroy(match);
    FcPatternDestroy(pattern);
    return file;
}

ImFont* addFont(const std::string& file, float pixels) {
    // Ranges of code points: Latin, and the punctuation and arrows of the panels.
    static constexpr ImWchar kGlyphs[] = {0x20,   0xff,   0x2010, 0x2026, 0x2190, 0x2193,
                                          0x2212, 0x2212, 0x2265, 0x2265, 0};
    ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
    ImFont* font =
        file.empty() ? nullptr
                     : atlas.AddFontFromFileTTF(file.c_str(), std::round(pixels), nullptr, kGlyphs);
    if (font) return font;
    ImFontConfig config;  // fallback: ImGui's 13-pixel bitmap font, scaled
    config.SizePixels = std::round(pixels);
    return atlas.AddFontDefault(&config);
}

void applyColors(ImGuiStyle& style) {
    const ImVec4 accent = color::kAccent;
    const auto tint = [](float alpha) { return ImVec4(1.0f, 1.0f, 1.0f, alpha); };
    const auto accented = [&](float alpha) { return ImVec4(accent.x, accent.y, accent.z, alpha); };
    ImVec4* colors = style.Colors;
    colors[ImGuiCol_Text] = color::kText;
    colors[ImGuiCol_TextDisabled] = color::kMuted;
    // Panels are nearly opaque: with linear blending, a bright scene shows through more than with
    // sRGB blending.
    colors[ImGuiCol_WindowBg] = {0.075f, 0.085f, 0.105f, 0.98f};
    colors[ImGuiCol_PopupBg] = {0.10f, 0.11f, 0.135f, 0.99f};
    colors[ImGuiCol_Border] = tint(0.035f);
    colors[ImGuiCol_FrameBg] = {0.165f, 0.185f, 0.225f, 1.0f};
    colors[ImGuiCol_FrameBgHovered] = {0.19f, 0.21f, 0.25f, 1.0f};
    colors[ImGuiCol_FrameBgActive] = {0.21f, 0.235f, 0.285f, 1.0f};
    colors[ImGuiCol_Button] = {0.195f, 0.215f, 0.26f, 1.0f};
    colors[ImGuiCol_ButtonHovered] = {0.235f, 0.26f, 0.315f, 1.0f};
    colors[ImGuiCol_ButtonActive] = {0.27f, 0.31f, 0.38f, 1.0f};
    colors[ImGuiCol_Header] = accented(0.22f);
    colors[ImGuiCol_HeaderHovered] = accented(0.30f);
    colors[ImGuiCol_HeaderActive] = accented(0.38f);
    colors[ImGuiCol_SliderGrab] = {0.17f, 0.40f, 0.62f,
                                   1.0f};  // dark, because text is drawn over it
    colors[ImGuiCol_SliderGrabActive] = {0.22f, 0.49f, 0.74f, 1.0f};
    colors[ImGuiCol_CheckMark] = accent;
    colors[ImGuiCol_PlotHistogram] = accented(0.85f);
    colors[ImGuiCol_Separator] = tint(0.04f);
    colors[ImGuiCol_ScrollbarBg] = {0, 0, 0, 0};
    colors[ImGuiCol_ScrollbarGrab] = {0.30f, 0.33f, 0.38f, 0.8f};
    colors[ImGuiCol_ScrollbarGrabHovered] = {0.38f, 0.41f, 0.47f, 1.0f};
    colors[ImGuiCol_ScrollbarGrabActive] = {0.45f, 0.48f, 0.54f, 1.0f};
    colors[ImGuiCol_TableHeaderBg] = {0, 0, 0, 0};
    colors[ImGuiCol_TableRowBg] = {0, 0, 0, 0};
    colors[ImGuiCol_TableRowBgAlt] = tint(0.008f);
    colors[ImGuiCol_TableBorderLight] = tint(0.02f);
    colors[ImGuiCol_TableBorderStrong] = tint(0.03f);
    colors[ImGuiCol_TextSelectedBg] = accented(0.35f);
    colors[ImGuiCol_NavHighlight] = accent;
    colors[ImGuiCol_NavWindowingHighlight] = accented(0.7f);
    colors[ImGuiCol_NavWindowingDimBg] = {0, 0, 0, 0.2f};
}

void applyStyle(float scale) {
    ImGuiStyle style;
    ImGui::StyleColorsDark(&style);
    style.WindowPadding = {12, 11};
    style.FramePadding = {9, 4};
    style.ItemSpacing = {8, 6};
    style.ItemInnerSpacing = {6, 5};
    style.CellPadding = {5, 2};
    style.WindowRounding = 10;
    style.PopupRounding = 8;
    style.FrameRounding = 6;
    style.GrabRounding = 5;
    style.ScrollbarRounding = 6;
    style.ScrollbarSize = 10;
    style.GrabMinSize = 12;
    style.WindowBorderSize = 1;
    style.PopupBorderSize = 1;
    style.FrameBorderSize = 0;
    applyColors(style);
    style.ScaleAllSizes(scale);
    ImGui::GetStyle() = style;
}

bool isArrow(SDL_Keycode key) {
    return key == SDLK_UP || key == SDLK_DOWN || key == SDLK_LEFT || key == SDLK_RIGHT;
}

bool isModifier(SDL_Keycode key) {
    return key >= SDLK_LCTRL && key <= SDLK_RGUI;
}

/// Returns true for a key that types text, which SDL sends in a following SDL_TEXTINPUT.
bool isTyped(const SDL_Keysym& key) {
    return (key.mod & KMOD_CTRL) == 0 && key.sym >= SDLK_SPACE && key.sym != SDLK_DELETE &&
           (key.sym & SDLK_SCANCODE_MASK) == 0;
}

/// Returns false if a control has the keyboard focus or gets it next, as after Ctrl Tab.
bool nothingHasFocus() {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    return context.NavId == 0 && !context.NavInitRequest;
}

void focusSomePanel() {
    ImGuiWindow* leftmost = nullptr;
    for (ImGuiWindow* window : ImGui::GetCurrentContext()->WindowsFocusOrder) {
        if (!window->WasActive || (window->Flags & ImGuiWindowFlags_NoNavInputs) != 0) continue;
        if (leftmost == nullptr || window->Pos.x < leftmost->Pos.x) leftmost = window;
    }
    ImGui::FocusWindow(leftmost);
}

}  // namespace

bool isForTheFocus(SDL_Keycode key) {
    return isArrow(key) || key == SDLK_SPACE || key == SDLK_RETURN || key == SDLK_ESCAPE;
}

ImVec4 colorOf(const Paint& paint) {
    const Rgb rgb = colorOf(paint, true);
    return ImColor(rgb.r, rgb.g, rgb.b);
}

Interface::Interface(SDL_Window* window, float scale) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;  // no layout file: the window size determines the columns
    io.LogFilename = nullptr;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    io.BackendRendererName = "sinew ui pass";
    ImGui_ImplSDL2_InitForVulkan(window);
    setScale(scale);
}

Interface::~Interface() {
    ImGui_ImplSDL2_Shutdown();
    ImGui::DestroyContext();
}

void Interface::setScale(float scale) {
    scale_ = scale;
    applyStyle(scale);
    ImGui::GetIO().Fonts->Clear();
    const std::string regular = findFont(FC_WEIGHT_REGULAR);
    const std::string bold = findFont(FC_WEIGHT_DEMIBOLD);
    regular_ = addFont(regular, kTextPixels * scale);
    heading_ = addFont(bold, kTextPixels * scale);
    title_ = addFont(bold, 1.5f * kTextPixels * scale);
}

void Interface::handle(const SDL_Event& event) {
    const bool types = event.type == SDL_KEYDOWN || event.type == SDL_TEXTINPUT;
    const bool isPressedAgain = event.type == SDL_KEYDOWN && event.key.keysym.sym == released_;
    if (!later_.empty() || (pressed_ && event.type == SDL_KEYUP) || (edits_ && types) ||
        isPressedAgain) {
        later_.push_back(event);
        return;
    }
    if (event.type == SDL_KEYDOWN && takesText()) {
        // In one frame, ImGui handles any number of typed characters, and then only one other key.
        if (isTyped(event.key.keysym)) {
            ImGui_ImplSDL2_ProcessEvent(&event);
            return;
        }
        edits_ = !isModifier(event.key.keysym.sym);
    }
    if (event.type == SDL_KEYDOWN) {
        const SDL_Keysym& key = event.key.keysym;
        const bool plain = (key.mod & KMOD_CTRL) == 0;
        if (key.sym == SDLK_TAB && plain && !takesText()) return;
        if (isArrow(key.sym) && plain && nothingHasFocus()) focusSomePanel();
        pressed_ = true;
    }
    if (event.type == SDL_KEYUP) released_ = event.key.keysym.sym;
    ImGui_ImplSDL2_ProcessEvent(&event);
    // ImGui's backend reads the current modifiers from SDL. This sets the modifiers of the event.
    if (event.type == SDL_KEYDOWN) ImGui::GetIO().KeyCtrl = (event.key.keysym.mod & KMOD_CTRL) != 0;
}

/// Reads ImGui's context, because ImGuiIO::WantTextInput is one frame late.
bool Interface::takesText() const {
    return ImGui::GetCurrentContext()->WantTextInputNextFrame == 1;
}

bool Interface::listIsOpen() const {
    return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
}

void Interface::closeLists() {
    if (listIsOpen()) ImGui::ClosePopupToLevel(0, true);
}

void Interface::beginFrame() {
    ImGui_ImplSDL2_NewFrame();
    ImGui::NewFrame();
    for_tests::beginFrame();
}

const ImDrawData& Interface::endFrame() {
    ImGui::Render();
    // Events that had to wait are handled after the frame, because ImGui asserts if a modifier is
    // pressed within a frame.
    pressed_ = edits_ = false;
    released_ = SDLK_UNKNOWN;
    for (const SDL_Event& event : std::exchange(later_, {})) handle(event);
    return *ImGui::GetDrawData();
}

}  // namespace sinew
