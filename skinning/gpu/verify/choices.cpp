// Lists the choices to verify.
#include "skinning/gpu/verify/choices.h"

#include <algorithm>

#include "skinning/gpu/skin/skinning_method.h"

namespace sinew {
namespace {

void addOnce(std::vector<SkinChoice>& choices, const SkinChoice& choice) {
    if (std::find(choices.begin(), choices.end(), choice) == choices.end()) {
        choices.push_back(choice);
    }
}

/// Adds GPU posing: alone, with packed keys, and with compact output, which reads posed boxes.
void addPosedOnGpu(std::vector<SkinChoice>& choices, Method method) {
    if (!skinningMethod(method).facts.supports.poses) return;
    const SkinSettings variants[] = {
        {.poses = PosedBy::gpu},
        {.poses = PosedBy::gpu, .keys = KeyFormat::packed},
        {.output = Output::compact, .poses = PosedBy::gpu},
        {.blend = Blend::dualQuaternion, .output = Output::compact, .poses = PosedBy::gpu}};
    for (const SkinSettings& settings : variants) {
        addOnce(choices, {method, supported({method, settings})});
    }
}

constexpr SkinSettings kRated{.poses = PosedBy::gpu, .rate = Rate::error};

void addCulled(std::vector<SkinChoice>& choices, Method method) {
    if (!skinningMethod(method).facts.supports.cull) return;
    const SkinSettings variants[] = {
        {.cull = Cull::boxes},
        {.poses = PosedBy::gpu, .cull = Cull::boxes},
        {.output = Output::compact, .poses = PosedBy::gpu, .cull = Cull::boxes}};
    for (const SkinSettings& settings : variants) {
        addOnce(choices, {method, supported({method, settings})});
    }
    if (skinningMethod(method).facts.supports.rate)
        addOnce(choices, {method, supported({method, kRated})});
}

/// Adds quantized meshes, also with the smallest vertex input and output.
void addQuantized(std::vector<SkinChoice>& choices, Method method) {
    const SkinSettings variants[] = {
        {.mesh = MeshFormat::quantized},
        {.blend = Blend::dualQuaternion, .mesh = MeshFormat::quantized},
        {.mesh = MeshFormat::quantized, .normals = Normals::inverseTranspose},
        {.influences = InfluenceFormat::split64,
         .mesh = MeshFormat::quantized,
         .output = Output::compact}};
    for (const SkinSettings& settings : variants) {
        if (!skinningMethod(method).facts.supports.blend && settings.blend != Blend::linear)
            continue;
        addOnce(choices, {method, supported({method, settings})});
    }
}

}  // namespace

std::vector<SkinChoice> usualChoices() {
    std::vector<SkinChoice> choices;
    for (const Method method : allMethods()) choices.push_back({method, {}});
    for (const SettingWords& setting : settingWords()) {
        for (const SettingWord& word : setting.words) {
            SkinSettings settings;
            word.apply(settings);
            addOnce(choices, {Method::compute, supported({Method::compute, settings})});
        }
    }
    for (const Method method : allMethods()) {
        const MethodFacts::Supports& supports = skinningMethod(method).facts.supports;
        if (supports.blend) addOnce(choices, {method, {.blend = Blend::dualQuaternion}});
        if (supports.output) addOnce(choices, {method, {.output = Output::compact}});
        addPosedOnGpu(choices, method);
        addCulled(choices, method);
        addQuantized(choices, method);
        if (!supports.bake) continue;
        addOnce(choices, {method, {.bake = {.halfTexels = true}}});
        addOnce(choices, {method, {.bake = {.interpolated = false}}});
    }
    std::stable_sort(choices.begin(), choices.end(),
                     [](const SkinChoice& a, const SkinChoice& b) { return a.method < b.method; });
    return choices;
}

std::vector<SkinChoice> everyChoice(Method method) {
    std::vector<SkinChoice> choices{{method, {}}};
    for (const SettingWords& setting : settingWords()) {
        if (setting.name == "poses" || setting.name == "keys" || setting.name == "cull" ||
            setting.name == "mesh" || setting.name == "update rate") {
            continue;
        }
        const std::vector<SkinChoice> before = choices;
        for (const SettingWord& word : setting.words) {
            for (SkinChoice choice : before) {
                word.apply(choice.settings);
                addOnce(choices, {method, supported(choice)});
            }
        }
    }
    addPosedOnGpu(choices, method);
    addCulled(choices, method);
    addQuantized(choices, method);
    return choices;
}

}  // namespace sinew
