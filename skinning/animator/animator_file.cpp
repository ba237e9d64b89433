// Reads animator descriptions from files. They are not trusted: counts, texts and numbers are
// bounded.
#include "skinning/animator/animator_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>

#include "skinning/json_node.h"
#include "skinning/plain_text.h"

namespace sinew {
namespace {

constexpr size_t kMostParameters = 64;
constexpr size_t kMostTransitions = 4096;
constexpr size_t kMostConditions = 8;
constexpr size_t kMostEvents = 64;
constexpr size_t kMostMaskedJoints = 256;
constexpr size_t kMostClipFiles = 256;
constexpr float kLargestNumber = 1e6f;

template <typename List, typename NameOf>
uint32_t indexOf(const JsonNode& node, const char* kind, const List& list, const NameOf& nameOf) {
    const std::string wanted = node.name();
    const auto found = std::find_if(list.begin(), list.end(),
                                    [&](const auto& entry) { return nameOf(entry) == wanted; });
    if (found != list.end()) return static_cast<uint32_t>(found - list.begin());
    std::string known;
    for (const auto& entry : list) known += (known.empty() ? "" : ", ") + nameOf(entry);
    faultAt(node.path, known.empty() ? fmt::format("unknown {0} '{1}'; no {0} exists", kind, wanted)
                                     : fmt::format("unknown {} '{}'; choose one of: {}", kind,
                                                   wanted, shortened(known, 300)));
}

template <typename List, typename NameOf>
std::string newName(const JsonNode& node, const List& list, const NameOf& nameOf) {
    const std::string name = node.name();
    const bool taken = std::any_of(list.begin(), list.end(),
                                   [&](const auto& other) { return nameOf(other) == name; });
    if (taken) faultAt(node.path, fmt::format("duplicate name '{}'; choose another name", name));
    return name;
}

const auto kNameOf = [](const auto& entry) -> const std::string& { return entry.name; };
const auto kItself = [](const std::string& name) -> const std::string& { return name; };

AnimatorParameter parameterOf(const JsonNode& node, const AnimatorSpec& spec) {
    node.requireObject({"name", "least", "most", "initial"});
    AnimatorParameter parameter;
    parameter.name = newName(node.at("name"), spec.parameters, kNameOf);
    parameter.least = node.at("least").number(-kLargestNumber, kLargestNumber);
    parameter.most = node.at("most").number(parameter.least, kLargestNumber);
    parameter.initial = node.has("initial")
                            ? node.at("initial").number(parameter.least, parameter.most)
                            : parameter.least;
    return parameter;
}

std::vector<ClipEvent> eventsOf(const JsonNode& node, const AnimatorState& state) {
    std::vector<ClipEvent> events;
    for (const JsonNode& entry : node.list("events", kMostEvents)) {
        entry.requireObject({"name", "seconds"});
        if (state.durationSeconds < kShortestClipWithEvents) {
            faultAt(
                entry.path,
                fmt::format("a clip of {} s is too short for events; use a clip of at least {} s",
                            state.durationSeconds, kShortestClipWithEvents));
        }
        ClipEvent event{.name = entry.at("name").name(),
                        .seconds = entry.at("seconds").number(0.0f, state.durationSeconds)};
        if (state.loops && event.seconds >= state.durationSeconds) {
            faultAt(entry.at("seconds").path,
                    "the event is at the end of a looping clip, which is its start; write 0");
        }
        events.push_back(std::move(event));
    }
    std::stable_sort(events.begin(), events.end(),
                     [](const ClipEvent& a, const ClipEvent& b) { return a.seconds < b.seconds; });
    return events;
}

AnimatorState stateOf(const JsonNode& node, const AnimatorSpec& spec, const Model& model) {
    node.requireObject({"name", "clip", "speed", "loops", "goes", "events"});
    AnimatorState state;
    state.name = newName(node.at("name"), spec.states, kNameOf);
    const JsonNode clip = node.has("clip") ? node.at("clip") : node.at("name");
    if (!clip.in.is_null()) {
        state.clip = indexOf(clip, "clip", model.clips, kNameOf);
        state.durationSeconds = model.clips[state.clip].durationSeconds;
    }
    if (node.has("speed")) state.speed = node.at("speed").number(-kFastest, kFastest);
    if (node.has("loops")) state.loops = node.at("loops").flag();
    if (node.has("goes"))
        state.groundSpeed = node.at("goes").number(-kMostGroundSpeed, kMostGroundSpeed);
    state.events = eventsOf(node, state);
    return state;
}

AnimatorCondition conditionOf(const JsonNode& node, const AnimatorSpec& spec) {
    node.requireObject({"parameter", "above", "below", "trigger"});
    AnimatorCondition condition;
    if (node.has("trigger")) {
        if (node.in.size() > 1)
            faultAt(node.path, "\"trigger\" excludes other members; remove them");
        condition.kind = AnimatorCondition::Kind::trigger;
        condition.index = indexOf(node.at("trigger"), "trigger", spec.triggers, kItself);
        return condition;
    }
    condition.index = indexOf(node.at("parameter"), "parameter", spec.parameters, kNameOf);
    const bool above = node.has("above");
    if (above == node.has("below")) {
        faultAt(node.path, "exactly one of \"above\" and \"below\" is expected");
    }
    condition.kind = above ? AnimatorCondition::Kind::above : AnimatorCondition::Kind::below;
    condition.value = node.at(above ? "above" : "below").number(-kLargestNumber, kLargestNumber);
    return condition;
}

AnimatorTransition transitionOf(const JsonNode& node, const AnimatorSpec& spec) {
    node.requireObject({"from", "to", "seconds", "secondsLeft", "when"});
    AnimatorTransition transition;
    if (node.has("from")) transition.from = indexOf(node.at("from"), "state", spec.states, kNameOf);
    transition.to = indexOf(node.at("to"), "state", spec.states, kNameOf);
    if (node.has("seconds")) {
        transition.seconds = node.at("seconds").number(kShortestTransition, kLongestTransition);
    }
    if (node.has("secondsLeft")) {
        transition.secondsLeft = node.at("secondsLeft").number(0.0f, kLargestNumber);
        if (transition.from != kAnyState && spec.states[transition.from].loops) {
            faultAt(node.at("secondsLeft").path,
                    fmt::format("state '{}' loops and does not end; write \"loops\": false there",
                                spec.states[transition.from].name));
        }
    }
    for (const JsonNode& entry : node.list("when", kMostConditions)) {
        transition.when.push_back(conditionOf(entry, spec));
    }
    if (transition.when.empty() && transition.secondsLeft == kAtAnyMoment) {
        faultAt(node.path, "the transition never starts; add \"when\" or \"secondsLeft\"");
    }
    return transition;
}

uint32_t jointAt(const JsonNode& node, const Skeleton& skeleton) {
    const uint32_t joint = indexOf(node, "joint", skeleton.names, kItself);
    const auto same = std::count(skeleton.names.begin(), skeleton.names.end(), node.name());
    if (same > 1)
        faultAt(node.path,
                fmt::format("{} joints have this name; give the joints of the model unique names",
                            same));
    return joint;
}

uint8_t shareAt(const JsonNode& node) {
    return static_cast<uint8_t>(node.number(0.0f, 1.0f) * 255.0f + 0.5f);
}

/// Reads a mask. Each entry sets the weight of its joint and of all descendants. Later entries
/// override earlier ones.
Mask readMask(const JsonNode& node, const AnimatorSpec& spec, const Skeleton& skeleton) {
    node.requireObject({"name", "joints", "morphWeights"});
    Mask mask{.name = newName(node.at("name"), spec.masks, kNameOf),
              .joints = std::vector<uint8_t>(skeleton.size())};
    const std::vector<JsonNode> entries = node.list("joints", kMostMaskedJoints);
    if (entries.empty()) faultAt(node.path, "the mask has no joints; list some in \"joints\"");
    std::vector<bool> below(skeleton.size());
    for (const JsonNode& entry : entries) {
        const bool weighted = entry.in.is_object();
        if (weighted) entry.requireObject({"joint", "weight"});
        const uint32_t first = jointAt(weighted ? entry.at("joint") : entry, skeleton);
        const uint8_t share =
            weighted && entry.has("weight") ? shareAt(entry.at("weight")) : uint8_t{255};
        below.assign(skeleton.size(), false);
        for (uint32_t j = first; j < skeleton.size(); ++j) {
            const int32_t parent = skeleton.parents[j];
            below[j] = j == first || (parent != kNoParent && below[static_cast<size_t>(parent)]);
            if (below[j]) mask.joints[j] = share;
        }
    }
    if (node.has("morphWeights")) mask.morphWeights = shareAt(node.at("morphWeights"));
    return mask;
}

AnimatorLayer readLayer(const JsonNode& node, const AnimatorSpec& spec, const Model& model) {
    AnimatorLayer layer;
    const JsonNode clip = node.has("clip") ? node.at("clip") : node.at("name");
    layer.plays.clip = indexOf(clip, "clip", model.clips, kNameOf);
    layer.plays.durationSeconds = model.clips[layer.plays.clip].durationSeconds;
    if (node.has("speed")) layer.plays.speed = node.at("speed").number(-kFastest, kFastest);
    if (node.has("loops")) layer.plays.loops = node.at("loops").flag();
    if (node.has("mask")) {
        layer.mask = 1 + indexOf(node.at("mask"), "mask", spec.masks, kNameOf);
    }
    if (node.has("seconds")) {
        layer.seconds = node.at("seconds").number(kShortestTransition, kLongestTransition);
    }
    if (node.has("over")) {
        layer.over.resize(spec.states.size());
        for (const JsonNode& entry : node.list("over", kMostStates)) {
            layer.over[indexOf(entry, "state", spec.states, kNameOf)] = true;
        }
    }
    for (const JsonNode& entry : node.list("when", kMostConditions)) {
        layer.when.push_back(conditionOf(entry, spec));
    }
    return layer;
}

AnimatorLayer readNamedLayer(const JsonNode& node, const AnimatorSpec& spec, const Model& model) {
    node.requireObject({"name", "clip", "mask", "speed", "loops", "seconds", "over", "when"});
    AnimatorLayer layer = readLayer(node, spec, model);
    layer.plays.name = newName(node.at("name"), spec.layers, [](const AnimatorLayer& other) {
        return std::string_view(other.plays.name);
    });
    const bool triggered = std::any_of(layer.when.begin(), layer.when.end(), [](const auto& c) {
        return c.kind == AnimatorCondition::Kind::trigger;
    });
    if (!layer.plays.loops && !triggered) {
        faultAt(node.path, "a layer that does not loop needs a trigger; add one to \"when\"");
    }
    if (layer.plays.loops && triggered) {
        faultAt(node.path, "a layer with a trigger cannot loop; write \"loops\": false");
    }
    return layer;
}

AnimatorAdditive readAdditive(const JsonNode& node, const AnimatorSpec& spec, const Model& model) {
    node.requireObject(
        {"clip", "mask", "speed", "loops", "seconds", "over", "when", "weight", "parameter"});
    (void)node.at("clip");
    AnimatorAdditive additive{.layer = readLayer(node, spec, model)};
    for (const AnimatorCondition& condition : additive.layer.when) {
        if (condition.kind != AnimatorCondition::Kind::trigger) continue;
        faultAt(node.at("when").path, "the additive clip cannot have triggers; remove the trigger");
    }
    if (node.has("weight")) additive.weight = node.at("weight").number(0.0f, 1.0f);
    if (node.has("parameter")) {
        additive.parameter = indexOf(node.at("parameter"), "parameter", spec.parameters, kNameOf);
    }
    return additive;
}

void readRootMotion(const JsonNode& node, const Model& model, AnimatorSpec& spec) {
    if (node.in == "left in") return;
    if (node.in == "walks about") {
        spec.warnings.push_back(fmt::format(
            "{}: \"walks about\" was removed after version 0.1.0; \"applied\" is used", node.path));
    } else if (node.in != "applied") {
        node.expect("\"applied\" or \"left in\"");
    }
    try {
        applyRootMotion(spec, model);
    } catch (const std::runtime_error& error) {
        faultAt(node.path, error.what());
    }
}

}  // namespace

AnimatorSpec parseAnimator(std::string_view json, const Model& model) {
    const nlohmann::json root = parsedJson(json, "docs/animator.md");
    const JsonNode all{root, ""};
    all.requireObject({"clips", "parameters", "triggers", "states", "transitions", "start", "masks",
                       "layers", "additive", "rootMotion"});
    AnimatorSpec spec;
    for (const JsonNode& node : all.list("parameters", kMostParameters)) {
        spec.parameters.push_back(parameterOf(node, spec));
    }
    for (const JsonNode& node : all.list("triggers", kMostTriggers)) {
        spec.triggers.push_back(newName(node, spec.triggers, kItself));
    }
    for (const JsonNode& node : all.list("states", kMostStates)) {
        spec.states.push_back(stateOf(node, spec, model));
    }
    if (spec.states.empty()) faultAt("states", "the list is empty; add at least one state");
    for (const JsonNode& node : all.list("transitions", kMostTransitions)) {
        spec.transitions.push_back(transitionOf(node, spec));
    }
    for (const JsonNode& node : all.list("masks", kMostMasks)) {
        spec.masks.push_back(readMask(node, spec, model.skeleton));
    }
    for (const JsonNode& node : all.list("layers", kMostLayers)) {
        spec.layers.push_back(readNamedLayer(node, spec, model));
    }
    if (all.has("additive")) spec.additive = readAdditive(all.at("additive"), spec, model);
    if (all.has("rootMotion")) readRootMotion(all.at("rootMotion"), model, spec);
    if (all.has("start")) spec.start = indexOf(all.at("start"), "state", spec.states, kNameOf);
    return spec;
}

AnimatorSpec readAnimator(const std::filesystem::path& file, const Model& model) {
    AnimatorSpec spec =
        readNamed(file, kMostAnimatorBytes, "animator",
                  [&](const std::string& text) { return parseAnimator(text, model); });
    for (std::string& warning : spec.warnings) {
        warning = plainText(fmt::format("{}: {}", file.filename().string(), warning));
    }
    return spec;
}

std::vector<std::filesystem::path> clipFilesOf(const std::filesystem::path& animator) {
    return readNamed(animator, kMostAnimatorBytes, "animator", [&](const std::string& text) {
        const nlohmann::json root = parsedJson(text, "docs/animator.md");
        std::vector<std::filesystem::path> files;
        if (!root.is_object()) return files;
        for (const JsonNode& node : JsonNode{root, ""}.list("clips", kMostClipFiles)) {
            const std::filesystem::path file = node.name(1000);
            if (file.is_absolute() || std::ranges::find(file, "..") != file.end()) {
                faultAt(node.path, fmt::format("'{}' is outside of this file's folder; copy the "
                                               "clips there and write a relative path",
                                               file.string()));
            }
            files.push_back(animator.parent_path() / file);
        }
        return files;
    });
}

std::filesystem::path animatorFileOf(const std::filesystem::path& model) {
    std::filesystem::path file = model;
    return file.replace_extension(".animator.json");
}

AnimatorSpec animatorOf(const Model& model) {
    const std::filesystem::path file = animatorFileOf(model.source);
    std::error_code error;
    return std::filesystem::exists(file, error) ? readAnimator(file, model)
                                                : defaultAnimator(model);
}

}  // namespace sinew
