// Which ways of skinning there are to verify.
#include <algorithm>

#include "skinning/gpu/verify.h"

namespace sinew {
namespace {

void addOnce(std::vector<SkinChoice>& choices, const SkinChoice& choice) {
    if (std::find(choices.begin(), choices.end(), choice) == choices.end()) {
        choices.push_back(choice);
    }
}

}  // namespace

SkinSettings heeded(const SkinChoice& choice) {
    const Technique& technique = techniqueOf(choice.method);
    const bool baked = technique.source == VertexSource::texture;
    const SkinSettings& given = choice.settings;
    SkinSettings settings{.normals = given.normals, .influenceLimit = given.influenceLimit};
    if (!baked) settings.blend = given.blend;
    if (baked) settings.bake = given.bake;
    if (!technique.skinsOnCpu()) settings.influences = given.influences;
    if (technique.paletteOnGpu && given.blend == Blend::linear) settings.palette = given.palette;
    if (technique.skin != Technique::Skin::none) settings.output = given.output;
    if (technique.source == VertexSource::uniform) settings.jointLimit = given.jointLimit;
    return settings;
}

std::vector<SkinChoice> usualChoices() {
    std::vector<SkinChoice> choices;
    for (const Method method : allMethods()) choices.push_back({method, {}});
    for (const SettingWords& setting : settingWords()) {
        for (const SettingWord& word : setting.words) {
            SkinSettings settings;
            word.apply(settings);
            addOnce(choices, {Method::compute, heeded({Method::compute, settings})});
        }
    }
    for (const Method method : {Method::cpuReference, Method::cpu, Method::vertex,
                                Method::vertexUniform, Method::feedback}) {
        addOnce(choices, {method, {.blend = Blend::dualQuaternion}});
    }
    for (const Method method : {Method::cpu, Method::feedback}) {
        addOnce(choices, {method, {.output = Output::compact}});
    }
    addOnce(choices, {Method::texture, {.bake = {.halfTexels = true}}});
    addOnce(choices, {Method::texture, {.bake = {.interpolated = false}}});
    std::stable_sort(choices.begin(), choices.end(),
                     [](const SkinChoice& a, const SkinChoice& b) { return a.method < b.method; });
    return choices;
}

std::vector<SkinChoice> everyChoice(Method method) {
    std::vector<SkinChoice> choices{{method, {}}};
    for (const SettingWords& setting : settingWords()) {
        const std::vector<SkinChoice> before = choices;
        for (const SettingWord& word : setting.words) {
            for (SkinChoice choice : before) {
                word.apply(choice.settings);
                addOnce(choices, {method, heeded(choice)});
            }
        }
    }
    return choices;
}

}  // namespace sinew
