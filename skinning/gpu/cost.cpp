// Adding up layouts.
#include "skinning/gpu/cost.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "skinning/animation/bake.h"
#include "skinning/gpu/influences.h"

namespace sinew {
namespace {

using Skin = Technique::Skin;

/// What one instance's vertices hold together.
struct VertexSums {
    uint64_t influences = 0;      // that shaders walk: formats in sets walk empty places too
    uint64_t influenceBytes = 0;  // of those
    uint64_t morphDeltas = 0;
    std::set<uint32_t> lengths;  // influences a vertex: a dispatch each
};

VertexSums sumsOf(const Model& model, const SkinSettings& settings) {
    const Geometry& geometry = model.geometry;
    const bool inSets = settings.influences == InfluenceFormat::u8x4 ||
                        settings.influences == InfluenceFormat::u16x4;
    VertexSums sums{.morphDeltas = geometry.morphDeltas.size()};
    for (size_t v = 0; v < geometry.vertexCount(); ++v) {
        uint32_t count = geometry.influenceOffsets[v + 1] - geometry.influenceOffsets[v];
        if (settings.influenceLimit > 0) count = std::min(count, settings.influenceLimit);
        if (inSets) count = (count + 3) / 4 * 4;
        sums.influences += count;
        sums.influenceBytes += influenceBytes(settings.influences, count);
        sums.lengths.insert(count);
    }
    return sums;
}

/// Adds up one card.
class Account {
public:
    Account(const Model& model, const SkinChoice& choice, uint32_t passes,
            const DeviceLimits& limits, bool motion)
        : model_(model),
          settings_(choice.settings),
          technique_(techniqueOf(choice.method)),
          limits_(limits),
          motion_(motion),
          layout_(paletteLayout(limits.uniform, model, choice)),
          sums_(sumsOf(model, choice.settings)) {
        card_.choice = choice;
        card_.passes = std::max(passes, 1u);
        card_.vertices = model.geometry.vertexCount();
    }

    CostCard card() {
        const MethodMemory memory = methodMemory(limits_.uniform, model_, card_.choice, motion_);
        card_.memoryPerInstance = memory.perInstance();
        card_.memoryOfModel = memory.modelBytes;
        upload();
        if (technique_.paletteOnGpu) palette();
        if (technique_.skinsOnGpuOnce()) skin();
        passes();
        work();
        if (textured()) bake();
        card_.joints = jointLimit();
        sayWhatCannotBe();
        return std::move(card_);
    }

private:
    bool textured() const { return technique_.source == VertexSource::texture; }
    bool compact() const {
        return technique_.skin != Skin::none && settings_.output == Output::compact;
    }
    uint64_t skinnedBytes() const { return card_.vertices * skinnedVertexBytes(settings_.output); }
    uint64_t boxBytes() const { return compact() ? sizeof(gpu::BoxEntry) : 0; }
    uint64_t texelBytes() const {
        return settings_.bake.halfTexels ? sizeof(uint64_t) : sizeof(glm::vec4);
    }

    void upload() {
        const uint64_t weights = model_.restMorphWeights.size() * sizeof(float);
        card_.uploaded = boxBytes();
        if (!technique_.poses) {
            card_.uploaded += sizeof(gpu::BakedState);
        } else if (technique_.skinsOnCpu()) {
            card_.uploaded += skinnedBytes();
        } else {
            card_.uploaded += model_.skeleton.size() * sizeof(gpu::Affine) + weights;
        }
    }

    void palette() {
        const uint64_t entries = model_.binds.size();
        card_.palette = {.read = entries * (sizeof(gpu::Affine) + sizeof(gpu::BindEntry)),
                         .written = entries * (layout_.entryBytes + normalEntryBytes(settings_))};
    }

    /// Bytes that skinning all vertices once reads. `frames`: that one baked value is made of.
    /// `normals`: they are carried too.
    uint64_t skinning(uint64_t frames, bool normals) const {
        const uint64_t entry =
            textured() ? 3 * texelBytes() * frames
                       : layout_.entryBytes + (normals ? normalEntryBytes(settings_) : 0);
        uint64_t bytes = card_.vertices * sizeof(gpu::StaticVertex) + sums_.influenceBytes +
                         sums_.influences * entry;
        // The compute step knows where influences are: they lie one after the other.
        if (technique_.skin != Skin::compute) bytes += card_.vertices * 2 * sizeof(uint32_t);
        if (!model_.restMorphWeights.empty()) {
            const uint64_t weight = textured() ? texelBytes() * frames : sizeof(float);
            bytes += card_.vertices * 2 * sizeof(uint32_t) +
                     sums_.morphDeltas * (sizeof(gpu::MorphEntry) + weight);
        }
        return bytes;
    }

    void skin() {
        card_.skin = {.read = skinning(1, true) + boxBytes(), .written = skinnedBytes()};
    }

    void passes() {
        if (technique_.skin != Skin::none) {
            card_.readPerPass = skinnedBytes() + boxBytes();
            card_.readWhileFading = card_.readPerPass;
            if (motion_) card_.readForMotion = card_.readPerPass;
            card_.verticesSkinned = card_.vertices;
            return;
        }
        const uint64_t frames = settings_.bake.interpolated ? 2 : 1;
        const uint64_t state = textured() ? sizeof(gpu::BakedState) : 0;
        card_.readPerPass = skinning(frames, true) + state;
        card_.readWhileFading = textured() ? skinning(2 * frames, true) + state : card_.readPerPass;
        if (motion_) card_.readForMotion = skinning(frames, false) + state;
        card_.verticesSkinned = card_.vertices * (card_.passes + (motion_ ? 1 : 0));
    }

    void work() {
        const auto lengths = static_cast<uint32_t>(sums_.lengths.size());
        card_.dispatches =
            (technique_.paletteOnGpu ? 1 : 0) + (technique_.skin == Skin::compute ? lengths : 0);
        card_.pointDraws = technique_.skin == Skin::feedback ? 1 : 0;
        card_.drawsPerPass = static_cast<uint32_t>(model_.primitives.size());
        card_.runInstances = layout_.runInstances;
    }

    void bake() {
        try {
            card_.bakedBytes = bytesOf(planBake(model_, settings_.bake, limits_.imageSide));
        } catch (const std::runtime_error& error) {
            card_.cannot.emplace_back(error.what());
        }
    }

    JointLimit jointLimit() const {
        if (technique_.skinsOnCpu()) return {0, "none"};
        JointLimit limit{paletteLimit(settings_.influences), "bits of an influence"};
        if (settings_.influences == InfluenceFormat::split32) limit = {0, "none"};
        const auto lower = [&](uint64_t entries, std::string because) {
            if (limit.entries == 0 || entries < limit.entries)
                limit = {entries, std::move(because)};
        };
        if (technique_.source == VertexSource::uniform) {
            const UniformLimits& uniform = limits_.uniform;
            lower(uniform.rangeBytes / uniform.alignment * uniform.alignment / layout_.entryBytes,
                  fmt::format("uniform range of {} bytes, {} an entry", uniform.rangeBytes,
                              layout_.entryBytes));
            if (settings_.jointLimit > 0) lower(settings_.jointLimit, "set by hand");
        }
        if (textured()) {
            const uint64_t weightTexels = (model_.restMorphWeights.size() + 3) / 4;
            lower((limits_.imageSide - std::min<uint64_t>(weightTexels, limits_.imageSide)) / 3,
                  fmt::format("images of {} texels a side, three an entry", limits_.imageSide));
        }
        return limit;
    }

    template <typename... Args>
    void say(fmt::format_string<Args...> text, Args&&... args) {
        card_.cannot.push_back(fmt::format(text, std::forward<Args>(args)...));
    }

    void sayWhatCannotBe() {
        const bool uniform = technique_.source == VertexSource::uniform;
        if (card_.joints.entries > 0 && model_.binds.size() > card_.joints.entries) {
            say("Cannot tell this model's {} palette entries apart ({}){}.", model_.binds.size(),
                card_.joints.because, uniform ? ": cpu stands in" : "");
        }
        if (technique_.skinsOnCpu()) {
            say("Cannot leave vertices on the GPU: every one is sent again in every frame.");
        }
        if (technique_.skin == Skin::cpuReference) {
            say("Cannot use more than one core, nor SIMD: it is there to define what is right.");
        }
        if (technique_.skin == Skin::feedback) {
            say("Cannot run without VK_EXT_transform_feedback, which devices need not have.");
        }
        if (technique_.skin != Skin::none) {
            say("Cannot share vertices among instances: {} more for each.",
                bytesText(card_.memoryPerInstance));
        } else {
            say("Cannot hand vertices on: every pass skins again, {} times a frame here, and none "
                "are there for ray tracing or readback.",
                card_.verticesSkinned / std::max<uint64_t>(card_.vertices, 1));
        }
        if (uniform) {
            say("Cannot draw a crowd at once: a draw for every {} instances.",
                layout_.runInstances);
        }
        if (!textured()) return;
        say("Cannot play what is not baked: no physics, no inverse kinematics, no blend but a "
            "crossfade of two clips.");
        say("Cannot tell where a joint is: nothing can be attached to one, for the CPU has no "
            "poses.");
        say("Cannot be exact but at {} moments a second; {}.", settings_.bake.framesPerSecond,
            settings_.bake.interpolated ? "between them matrices are blended"
                                        : "between them nothing moves");
        say("Cannot blend dual quaternions: matrices are what is baked.");
    }

    const Model& model_;
    const SkinSettings& settings_;
    const Technique& technique_;
    const DeviceLimits& limits_;
    bool motion_;
    PaletteLayout layout_;
    VertexSums sums_;
    CostCard card_;
};

std::string aVertex(const CostCard& card, uint64_t bytes) {
    if (bytes == 0) return "-";
    return fmt::format("{:.1f}", static_cast<double>(bytes) / static_cast<double>(card.vertices));
}

std::string orNone(uint64_t value, const std::string& text) {
    return value > 0 ? text : "-";
}

}  // namespace

DeviceLimits deviceLimits(const Device& device) {
    return {uniformLimits(device), device.limits().maxImageDimension2D};
}

CostCard costOf(const Model& model, const SkinChoice& choice, uint32_t passes,
                const DeviceLimits& limits, bool motion) {
    return Account(model, choice, passes, limits, motion).card();
}

std::string costTable(std::span<const CostCard> cards) {
    if (cards.empty()) return {};
    size_t width = 16;
    for (const CostCard& card : cards) width = std::max(width, choiceText(card.choice).size() + 1);
    const auto line = [width](std::string_view head, const std::string& name,
                              std::initializer_list<std::string> cells) {
        std::string text = fmt::format("{:<16}{:<{}}", head, name, width);
        for (const std::string& cell : cells) text += fmt::format("{:>13}", cell);
        return text;
    };
    const std::string passes =
        fmt::format("all {} pass{}", cards[0].passes, cards[0].passes == 1 ? "" : "es");
    std::string text = line("bytes a frame", "",
                            {"uploaded", "palette in", "palette out", "skin in", "skin out",
                             "each pass", passes}) +
                       '\n' +
                       line("before caches", "",
                            {"an instance", "an instance", "an instance", "a vertex", "a vertex",
                             "a vertex", "an instance"}) +
                       '\n';
    for (const CostCard& card : cards) {
        text +=
            line("", choiceText(card.choice),
                 {bytesText(card.uploaded), orNone(card.palette.read, bytesText(card.palette.read)),
                  orNone(card.palette.written, bytesText(card.palette.written)),
                  aVertex(card, card.skin.read), aVertex(card, card.skin.written),
                  aVertex(card, card.readPerPass), bytesText(card.perFrame())}) +
            '\n';
    }
    text += line("memory, work", "",
                 {"the model", "baked clips", "an instance", "dispatches", "draws a pass"}) +
            "   joint limit\n";
    for (const CostCard& card : cards) {
        const std::string draws = std::to_string(card.drawsPerPass);
        text += line("", choiceText(card.choice),
                     {bytesText(card.memoryOfModel),
                      orNone(card.bakedBytes, bytesText(card.bakedBytes)),
                      bytesText(card.memoryPerInstance),
                      std::to_string(card.dispatches) + (card.pointDraws > 0 ? " + a draw" : ""),
                      card.runInstances > 0 ? draws + " a run" : draws}) +
                "   " +
                (card.joints.entries > 0
                     ? fmt::format("{}: {}", card.joints.entries, card.joints.because)
                     : "none") +
                '\n';
    }
    for (const CostCard& card : cards) {
        text += choiceText(card.choice) + '\n';
        for (const std::string& sentence : card.cannot) text += fmt::format("  {}\n", sentence);
    }
    return text;
}

}  // namespace sinew
