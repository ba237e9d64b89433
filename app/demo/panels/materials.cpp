// Panel: the chosen model's materials and textures.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "app/demo/panels/panels.h"
#include "app/demo/panels/widgets/widgets.h"
#include "app/demo/platform/for_tests.h"
#include "benchmarks/report/number_text.h"
#include "skinning/bytes_text.h"

namespace sinew {
namespace {

/// Largest height of a list; a longer list scrolls.
constexpr int kShownRows = 6;

/// Names of the textures in glTF, indexed by SINEW_TEXTURE_*.
constexpr const char* kTextureNames[SINEW_TEXTURE_COUNT] = {
    "baseColorTexture", "metallicRoughnessTexture", "normalTexture", "occlusionTexture",
    "emissiveTexture"};

std::string nameOr(const std::string& name, const char* kind, int index) {
    return name.empty() ? fmt::format("{} {}", kind, index) : name;
}

uint64_t bytesOf(const Image& image) {
    return uint64_t{4} * image.width * image.height;
}

const Material& materialOf(const Model& model, int index) {
    return model.materials[static_cast<size_t>(index)];
}

/// Returns the indices of the materials that primitives use, ascending.
std::vector<int> usedMaterials(const Model& model) {
    std::set<int> used;
    for (const Primitive& primitive : model.primitives) {
        used.insert(static_cast<int>(primitive.material));
    }
    return {used.begin(), used.end()};
}

std::string alphaText(const Material& material) {
    switch (material.alpha) {
        case Material::Alpha::mask:
            return fmt::format("MASK {:.2f}", material.alphaCutoff);
        case Material::Alpha::blend:
            return "BLEND";
        case Material::Alpha::opaque:
            break;
    }
    return "OPAQUE";
}

std::string described(const Material& material, int index) {
    std::string text = nameOr(material.name, "material", index) + '\n';
    text += fmt::format(
        "baseColorFactor {:.3g}, {:.3g}, {:.3g}, {:.3g}\nmetallicFactor {:.3g}, roughnessFactor "
        "{:.3g}\nemissive {:.3g}, {:.3g}, {:.3g}\nalphaMode {}{}{}",
        material.baseColor.r, material.baseColor.g, material.baseColor.b, material.baseColor.a,
        material.metallic, material.roughness, material.emissive.r, material.emissive.g,
        material.emissive.b, alphaText(material), material.doubleSided ? ", doubleSided" : "",
        material.unlit ? ", KHR_materials_unlit" : "");
    const auto textures = material.textures();
    for (size_t slot = 0; slot < textures.size(); ++slot) {
        if (*textures[slot]) text += fmt::format("\n{}", kTextureNames[slot]);
    }
    return text;
}

std::string described(const Model& model, int index) {
    std::array<bool, SINEW_TEXTURE_COUNT> sampled{};
    uint32_t materials = 0;
    const auto image = static_cast<uint32_t>(index);
    for (const Material& material : model.materials) {
        bool samples = false;
        const auto textures = material.textures();
        for (size_t slot = 0; slot < textures.size(); ++slot) {
            if (textures[slot]->image != image) continue;
            samples = sampled[slot] = true;
        }
        if (samples) ++materials;
    }
    std::vector<const char*> slots;
    for (size_t slot = 0; slot < sampled.size(); ++slot) {
        if (sampled[slot]) slots.push_back(kTextureNames[slot]);
    }
    return fmt::format("{}\nRGBA8, {}\n{} of {}", nameOr(model.images[image].name, "image", index),
                       bytesText(bytesOf(model.images[image])), fmt::join(slots, ", "),
                       counted(materials, "material"));
}

/// Draws `count` rows of `height`. If there are more than kShownRows, they scroll.
template <typename DrawRow, typename Tooltip>
void rows(const char* id, size_t count, float height, const DrawRow& draw, const Tooltip& tooltip) {
    const auto all = static_cast<int>(count);
    height += ImGui::GetStyle().ItemSpacing.y;
    ImGui::BeginChild(id, {0, height * static_cast<float>(std::min(all, kShownRows))});
    ImGuiListClipper clipper;
    clipper.Begin(all, height);
    while (clipper.Step()) {
        for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
            ImGui::PushID(i);
            ImGui::BeginGroup();
            draw(i);
            ImGui::EndGroup();
            if (ImGui::IsItemHovered()) widgets::longTooltip(tooltip(i).c_str());
            ImGui::PopID();
        }
    }
    ImGui::EndChild();
}

/// Draws the rest of a row: `name`, shortened in the middle, and `text` in grey at the right.
void nameAndText(const std::string& name, const std::string& text) {
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    const float width = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x -
                        ImGui::GetStyle().ItemSpacing.x;
    for_tests::text(name.c_str(), text.c_str());
    ImGui::TextUnformatted(widgets::elided(name.c_str(), width).text);
    ImGui::SameLine();
    const float spare = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + std::max(0.0f, spare));
    ImGui::TextColored(color::kMuted, "%s", text.c_str());
}

void materialRow(const Model& model, int index) {
    const Material& material = materialOf(model, index);
    const float side = ImGui::GetFrameHeight();
    ImGui::ColorButton("##swatch", widgets::displayColor(glm::vec3(material.baseColor)),
                       ImGuiColorEditFlags_NoTooltip | ImGuiColorEditFlags_NoDragDrop,
                       {side, side});
    const std::string name = nameOr(material.name, "material", index);
    nameAndText(name, alphaText(material) + (material.doubleSided ? ", 2-sided" : ""));
}

void thumbnail(const ThumbnailAtlas& atlas, int index, float side) {
    const glm::vec2 low(Thumbnails::cornerOf(static_cast<uint32_t>(index)));
    const glm::vec2 high = low + glm::vec2(kThumbnailSide);
    ImGui::Image(atlas.picture, {side, side}, {low.x / atlas.size.x, low.y / atlas.size.y},
                 {high.x / atlas.size.x, high.y / atlas.size.y});
}

void imageRow(const Model& model, int index, const ThumbnailAtlas& atlas) {
    const float side = 1.5f * ImGui::GetFrameHeight();
    const Image& image = model.images[static_cast<size_t>(index)];
    if (atlas.of == &model && static_cast<uint32_t>(index) < kMostThumbnails) {
        thumbnail(atlas, index, side);
    } else {
        ImGui::Dummy({side, side});
    }
    nameAndText(nameOr(image.name, "image", index),
                fmt::format("{} x {}", image.width, image.height));
}

}  // namespace

void materialsSection(State& state) {
    const Model& model = *state.chosen().model();
    state.thumbnails.wanted = !model.images.empty();
    const std::vector<int> used = usedMaterials(model);
    uint64_t bytes = 0;
    for (const Image& image : model.images) bytes += bytesOf(image);
    widgets::remark(widgets::line("{}, {} of {}", counted(used.size(), "material"),
                                  counted(model.images.size(), "texture"),
                                  widgets::megabytes(bytes).text));
    const auto materialAt = [&](int row) { return used[static_cast<size_t>(row)]; };
    rows(
        "materials", used.size(), ImGui::GetFrameHeight(),
        [&](int row) { materialRow(model, materialAt(row)); },
        [&](int row) { return described(materialOf(model, materialAt(row)), materialAt(row)); });
    if (model.images.empty()) return;
    rows(
        "textures", model.images.size(), 1.5f * ImGui::GetFrameHeight(),
        [&](int i) { imageRow(model, i, state.thumbnails); },
        [&](int i) { return described(model, i); });
}

}  // namespace sinew
