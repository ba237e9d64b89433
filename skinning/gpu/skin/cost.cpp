// Sums buffers and traffic into cost cards, and prints their table.
#include "skinning/gpu/skin/cost.h"

#include <fmt/format.h>

#include <algorithm>

#include "skinning/cpu/crowd_input.h"
#include "skinning/gpu/skin/method_cost.h"

namespace sinew {
namespace {

std::string aVertex(const CostCard& card, uint64_t bytes) {
    if (bytes == 0) return "-";
    return fmt::format("{:.1f}", card.perVertex(bytes));
}

std::string orNone(uint64_t value, const std::string& text) {
    return value > 0 ? text : "-";
}

}  // namespace

CostCard costOf(const Model& model, const SkinChoice& choice, uint32_t passes,
                const DeviceLimits& limits, bool motion) {
    const SkinPlan plan = planOf(limits, model, choice);
    const SkinningMethod& method = *plan.method;
    const BufferSums sums = sumOf(plan.buffers(), motion);
    const CostInput input{.plan = plan,
                          .influences = influenceSums(model.geometry, plan.settings().influences,
                                                      plan.settings().influenceLimit),
                          .motion = motion};
    CostCard card{
        .choice = choice,
        .passes = std::max(passes, 1u),
        .vertices = plan.vertices(),
        .influenceBytes =
            method.facts.supports.influences ? influenceBytes(plan.settings().influences, 4) : 0,
        .vertexBytes = method.facts.passesSkin ? 0 : skinnedVertexBytes(plan.settings().output),
        .uploaded = sums.writtenPerFrame,
        .memoryPerInstance = sums.bytesPerInstance,
        .memoryOfModel = sums.modelBytes,
        .drawsPerPass = static_cast<uint32_t>(model.primitives.size()),
        .paletteLimit = method.paletteLimit(plan)};
    cullCost(plan, card);
    method.cost(input, card);
    if (card.paletteLimit.entries > 0 && model.binds.size() > card.paletteLimit.entries) {
        card.cannot.push_back(fmt::format("Cannot index this model's {} palette entries ({}){}.",
                                          model.binds.size(), card.paletteLimit.because,
                                          method.fallback(plan) ? ": method cpu replaces it" : ""));
    }
    for (std::string& sentence : method.cannot(input, card)) {
        card.cannot.push_back(std::move(sentence));
    }
    return card;
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
    std::string text = line("bytes per frame", "",
                            {"uploaded", "palette in", "palette out", "skin in", "skin out",
                             "forward", "depth pass", passes}) +
                       '\n' +
                       line("before caches", "",
                            {"per instance", "per instance", "per instance", "per vertex",
                             "per vertex", "per vertex", "per vertex", "per instance"}) +
                       '\n';
    for (const CostCard& card : cards) {
        text +=
            line("", choiceText(card.choice),
                 {bytesText(card.uploaded), orNone(card.palette.read, bytesText(card.palette.read)),
                  orNone(card.palette.written, bytesText(card.palette.written)),
                  aVertex(card, card.skin.read), aVertex(card, card.skin.written),
                  aVertex(card, card.readForward), aVertex(card, card.readForDepth),
                  bytesText(card.perFrame())}) +
            '\n';
    }
    text += line("memory, work", "",
                 {"per model", "baked clips", "per instance", "dispatches", "draws/pass"}) +
            "   joint limit\n";
    for (const CostCard& card : cards) {
        const std::string draws = std::to_string(card.drawsPerPass);
        text +=
            line(
                "", choiceText(card.choice),
                {bytesText(card.memoryOfModel), orNone(card.bakedBytes, bytesText(card.bakedBytes)),
                 bytesText(card.memoryPerInstance),
                 std::to_string(card.dispatches) + (card.pointDraws > 0 ? " + 1 draw" : ""),
                 card.instancesPerDraw > 0 ? draws + fmt::format(" per {}", card.instancesPerDraw)
                                           : draws}) +
            "   " +
            (card.paletteLimit.entries > 0
                 ? fmt::format("{}: {}", card.paletteLimit.entries, card.paletteLimit.because)
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
