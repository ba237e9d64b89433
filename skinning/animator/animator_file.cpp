// Reads animator descriptions from untrusted files: counts, texts and numbers are bounded.
#include "skinning/animator/animator_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>
#include <span>

#include "skinning/json_place.h"
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
uint32_t indexOf(const JsonPlace& place, const char* kind, const List& list, const NameOf& nameOf) {
    const std::string wanted = place.name();
    const auto found = std::find_if(list.begin(), list.end(),
                                    [&](const auto& entry) { return nameOf(entry) == wanted; });
    if (found != list.end()) return static_cast<uint32_t>(found - list.begin());
    std::string known;
    for (const auto& entry : list) known += (known.empty() ? "" : ", ") + nameOf(entry);
    faultAt(place.path, known.empty()
                            ? fmt::format("unknown {0} '{1}'; no {0} exists", kind, wanted)
                            : fmt::format("unknown {} '{}'; choose one of: {}", kind, wanted,
                                          shortened(known, 300)));
}

template <typename List, typename NameOf>
std::string newName(const JsonPlace& place, const List& list, const NameOf& nameOf) {
    const std::string name = place.name();
    const bool taken = std::any_of(list.begin(), list.end(),
                                   [&](const auto& other) { return nameOf(other) == name; });
    if (taken) faultAt(place.path, fmt::format("duplicate name '{}'; choose another name", name));
    return name;
}

const auto kNameOf = [](const auto& entry) -> const std::string& { return entry.name; };
const auto kItself = [](const std::string& name) -> const std::string& { return name; };

AnimatorParameter parameterOf(const JsonPlace& place, const AnimatorSpec& spec) {
    place.requireObject({"name", "least", "most", "initial"});
    AnimatorParameter parameter;
    parameter.name = newName(place.at("name"), spec.parameters, kNameOf);
    parameter.least = place.at("least").number(-kLargestNumber, kLargestNumber);
    parameter.most = place.at("most").number(parameter.least, kLargestNumber);
    parameter.initial = place.has("initial")
                            ? place.at("initial").number(parameter.least, parameter.most)
                            : parameter.least;
    return parameter;
}

std::vector<ClipEvent> eventsOf(const JsonPlace& place, const AnimatorState& state) {
    std::vector<ClipEvent> events;
    for (const JsonPlace& entry : place.list("events", kMostEvents)) {
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

AnimatorState stateOf(const JsonPlace& place, const AnimatorSpec& spec, const Model& model) {
    place.requireObject({"name", "clip", "speed", "loops", "goes", "events"});
    AnimatorState state;
    state.name = newName(place.at("name"), spec.states, kNameOf);
    const JsonPlace clip = place.has("clip") ? place.at("clip") : place.at("name");
    if (!clip.in.is_null()) {
        state.clip = indexOf(clip, "clip", model.clips, kNameOf);
        state.durationSeconds = model.clips[state.clip].durationSeconds;
    }
    if (place.has("speed")) state.speed = place.at("speed").number(-kFastest, kFastest);
    if (place.has("loops")) state.loops = place.at("loops").flag();
    if (place.has("goes")) state.goes = place.at("goes").number(-kGoesFastest, kGoesFastest);
    state.events = eventsOf(place, state);
    return state;
}

AnimatorCondition conditionOf(const JsonPlace& place, const AnimatorSpec& spec) {
    place.requireObject({"parameter", "above", "below", "trigger"});
    AnimatorCondition condition;
    if (place.has("trigger")) {
        if (place.in.size() > 1)
            faultAt(place.path, "\"trigger\" excludes other members; remove them");
        condition.kind = AnimatorCondition::Kind::trigger;
        condition.index = indexOf(place.at("trigger"), "trigger", spec.triggers, kItself);
        return condition;
    }
    condition.index = indexOf(place.at("parameter"), "parameter", spec.parameters, kNameOf);
    const bool above = place.has("above");
    if (above == place.has("below")) {
        faultAt(place.path, "exactly one of \"above\" and \"below\" is expected");
    }
    condition.kind = above ? AnimatorCondition::Kind::above : AnimatorCondition::Kind::below;
    condition.value = place.at(above ? "above" : "below").number(-kLargestNumber, kLargestNumber);
    return condition;
}

AnimatorTransition transitionOf(const JsonPlace& place, const AnimatorSpec& spec) {
    place.requireObject({"from", "to", "seconds", "secondsLeft", "when"});
    AnimatorTransition transition;
    if (place.has("from"))
        transition.from = indexOf(place.at("from"), "state", spec.states, kNameOf);
    transition.to = indexOf(place.at("to"), "state", spec.states, kNameOf);
    if (place.has("seconds")) {
        transition.seconds = place.at("seconds").number(kShortestTransition, kLongestTransition);
    }
    if (place.has("secondsLeft")) {
        transition.secondsLeft = place.at("secondsLeft").number(0.0f, kLargestNumber);
        if (transition.from != kAnyState && spec.states[transition.from].loops) {
            faultAt(place.at("secondsLeft").path,
                    fmt::format("state '{}' loops and does not end; write \"loops\": false there",
                                spec.states[transition.from].name));
        }
    }
    for (const JsonPlace& entry : place.list("when", kMostConditions)) {
        transition.when.push_back(conditionOf(entry, spec));
    }
    if (transition.when.empty() && transition.secondsLeft == kAtAnyMoment) {
        faultAt(place.path, "the transition never starts; add \"when\" or \"secondsLeft\"");
    }
    return transition;
}

uint32_t jointAt(const JsonPlace& place, const Skeleton& skeleton) {
    const uint32_t joint = indexOf(place, "joint", skeleton.names, kItself);
    const auto same = std::count(skeleton.names.begin(), skeleton.names.end(), place.name());
    if (same > 1)
        faultAt(place.path,
                fmt::format("{} joints have this name; give the joints of the model unique names",
                            same));
    return joint;
}

uint8_t shareAt(const JsonPlace& place) {
    return static_cast<uint8_t>(place.number(0.0f, 1.0f) * 255.0f + 0.5f);
}

/// Each entry sets the share of its joint and all descendants; later entries override earlier ones.
Mask readMask(const JsonPlace& place, const AnimatorSpec& spec, const Skeleton& skeleton) {
    place.requireObject({"name", "joints", "morphWeights"});
    Mask mask{.name = newName(place.at("name"), spec.masks, kNameOf),
              .joints = std::vector<uint8_t>(skeleton.size())};
    const std::vector<JsonPlace> entries = place.list("joints", kMostMaskedJoints);
    if (entries.empty()) faultAt(place.path, "the mask has no joints; list some in \"joints\"");
    std::vector<bool> below(skeleton.size());
    for (const JsonPlace& entry : entries) {
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
    if (place.has("morphWeights")) mask.morphWeights = shareAt(place.at("morphWeights"));
    return mask;
}

AnimatorLayer readLayer(const JsonPlace& place, const AnimatorSpec& spec, const Model& model) {
    AnimatorLayer layer;
    const JsonPlace clip = place.has("clip") ? place.at("clip") : place.at("name");
    layer.plays.clip = indexOf(clip, "clip", model.clips, kNameOf);
    layer.plays.durationSeconds = model.clips[layer.plays.clip].durationSeconds;
    if (place.has("speed")) layer.plays.speed = place.at("speed").number(-kFastest, kFastest);
    if (place.has("loops")) layer.plays.loops = place.at("loops").flag();
    if (place.has("mask")) {
        layer.mask = 1 + indexOf(place.at("mask"), "mask", spec.masks, kNameOf);
    }
    if (place.has("seconds")) {
        layer.seconds = place.at("seconds").number(kShortestTransition, kLongestTransition);
    }
    if (place.has("over")) {
        layer.over.resize(spec.states.size());
        for (const JsonPlace& entry : place.list("over", kMostStates)) {
            layer.over[indexOf(entry, "state", spec.states, kNameOf)] = true;
        }
    }
    for (const JsonPlace& entry : place.list("when", kMostConditions)) {
        layer.when.push_back(conditionOf(entry, spec));
    }
    return layer;
}

AnimatorLayer readNamedLayer(const JsonPlace& place, const AnimatorSpec& spec, const Model& model) {
    place.requireObject({"name", "clip", "mask", "speed", "loops", "seconds", "over", "when"});
    AnimatorLayer layer = readLayer(place, spec, model);
    layer.plays.name = newName(place.at("name"), spec.layers, [](const AnimatorLayer& other) {
        return std::string_view(other.plays.name);
    });
    const bool triggered = std::any_of(layer.when.begin(), layer.when.end(), [](const auto& c) {
        return c.kind == AnimatorCondition::Kind::trigger;
    });
    if (!layer.plays.loops && !triggered) {
        faultAt(place.path, "a layer that does not loop needs a trigger; add one to \"when\"");
    }
    if (layer.plays.loops && triggered) {
        faultAt(place.path, "a layer with a trigger cannot loop; write \"loops\": false");
    }
    return layer;
}

AnimatorAdditive readAdditive(const JsonPlace& place, const AnimatorSpec& spec,
                              const Model& model) {
    place.requireObject(
        {"clip", "mask", "speed", "loops", "seconds", "over", "when", "weight", "parameter"});
    (void)place.at("clip");
    AnimatorAdditive additive{.layer = readLayer(place, spec, model)};
    for (const AnimatorCondition& condition : additive.layer.when) {
        if (condition.kind != AnimatorCondition::Kind::trigger) continue;
        faultAt(place.at("when").path,
                "the additive clip cannot have triggers; remove the trigger");
    }
    if (place.has("weight")) additive.weight = place.at("weight").number(0.0f, 1.0f);
    if (place.has("parameter")) {
        additive.parameter = indexOf(place.at("parameter"), "parameter", spec.parameters, kNameOf);
    }
    return additive;
}

void readRootMotion(const JsonPlace& place, const Model& model, AnimatorSpec& spec) {
    if (place.in == "left in") return;
    if (place.in == "walks about") {
        spec.warnings.push_back(
            fmt::format("{}: \"walks about\" was removed after version 0.1.0; \"applied\" is used",
                        place.path));
    } else if (place.in != "applied") {
        place.expect("\"applied\" or \"left in\"");
    }
    try {
        applyRootMotion(spec, model);
    } catch (const std::runtime_error& error) {
        faultAt(place.path, error.what());
    }
}

}  // namespace

AnimatorSpec parseAnimator(std::string_view json, const Model& model) {
    const nlohmann::json root = parsedJson(json, "docs/animator.md");
    const JsonPlace all{root, ""};
    all.requireObject({"clips", "parameters", "triggers", "states", "transitions", "start", "masks",
                       "layers", "additive", "rootMotion"});
    AnimatorSpec spec;
    for (const JsonPlace& place : all.list("parameters", kMostParameters)) {
        spec.parameters.push_back(parameterOf(place, spec));
    }
    for (const JsonPlace& place : all.list("triggers", kMostTriggers)) {
        spec.triggers.push_back(newName(place, spec.triggers, kItself));
    }
    for (const JsonPlace& place : all.list("states", kMostStates)) {
        spec.states.push_back(stateOf(place, spec, model));
    }
    if (spec.states.empty()) faultAt("states", "the list is empty; add at least one state");
    for (const JsonPlace& place : all.list("transitions", kMostTransitions)) {
        spec.transitions.push_back(transitionOf(place, spec));
    }
    for (const JsonPlace& place : all.list("masks", kMostMasks)) {
        spec.masks.push_back(readMask(place, spec, model.skeleton));
    }
    for (const JsonPlace& place : all.list("layers", kMostLayers)) {
        spec.layers.push_back(readNamedLayer(place, spec, model));
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
        for (const JsonPlace& place : JsonPlace{root, ""}.list("clips", kMostClipFiles)) {
            const std::filesystem::path file = place.name(1000);
            if (file.is_absolute() || std::ranges::find(file, "..") != file.end()) {
                faultAt(place.path, fmt::format("'{}' is outside of this file's folder; copy the "
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
