// ImGui without a window, for tests of panels and of the mouse.
#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

namespace sinew {

class ImGuiTest : public testing::Test {
protected:
    ImGuiTest() {
        ImGui::CreateContext();
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = {640, 480};
        unsigned char* pixels = nullptr;
        int width = 0, height = 0;
        io.Fonts->AddFontDefault();  // monospaced
        io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    }
    ~ImGuiTest() override { ImGui::DestroyContext(); }
};

}  // namespace sinew
