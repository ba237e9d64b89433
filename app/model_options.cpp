// Parses the options, and imports a model with its clips and props.
#include "app/model_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

#include "app/output.h"
#include "skinning/gltf/file/files.h"
#include "skinning/model/clips_from.h"
#include "skinning/model/hold.h"
#include "skinning/model/morph_weight.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

struct PropAndJoint {
    fs::path prop;
    std::string joint;
    float factor = 1.0f;
    std::string whole;  // the text after '@': the joint's name if the model has that joint
};

/// Parses PROP@JOINT[*FACTOR]. Both names may contain '@'; the separator is the last '@' after the
/// name of an existing file.
PropAndJoint parsed(const std::string& text) {
    size_t at = text.rfind('@');
    std::error_code error;
    for (size_t i = at; i != std::string::npos && i > 0; i = text.rfind('@', i - 1)) {
        if (!fs::is_regular_file(text.substr(0, i), error)) continue;
        at = i;
        break;
    }
    if (at == std::string::npos || at == 0 || at + 1 == text.size()) {
        throw std::runtime_error(
            fmt::format("--hold: '{}' is not PROP@JOINT, such as sword.glb@hand_right", text));
    }
    PropAndJoint propAndJoint{
        .prop = text.substr(0, at), .joint = text.substr(at + 1), .whole = text.substr(at + 1)};
    const size_t star = propAndJoint.joint.rfind('*');
    if (star == std::string::npos || star == 0) return propAndJoint;
    const char* end = propAndJoint.joint.data() + propAndJoint.joint.size();
    const auto [parsed, failed] =
        std::from_chars(propAndJoint.joint.data() + star + 1, end, propAndJoint.factor);
    if (failed != std::errc() || parsed != end || !(propAndJoint.factor > 0) ||
        !std::isfinite(propAndJoint.factor)) {
        throw std::runtime_error(fmt::format(
            "--hold: '{}' has no factor above 0 after the '*', such as sword.glb@hand*100", text));
    }
    propAndJoint.joint.resize(star);
    return propAndJoint;
}

std::vector<PropAndJoint> parsed(const std::vector<std::string>& holds) {
    std::vector<PropAndJoint> all;
    for (const std::string& text : holds) all.push_back(parsed(text));
    return all;
}

struct MorphWeight {
    std::string name;
    float weight = 0;
};

/// Parses NAME=WEIGHT. The name may contain '='.
MorphWeight parsedMorph(const std::string& text) {
    const size_t equals = text.rfind('=');
    MorphWeight morph{.name = text.substr(0, std::min(equals, text.size()))};
    const char* end = text.data() + text.size();
    const char* first = equals == std::string::npos ? end : text.data() + equals + 1;
    const auto [parsed, error] = std::from_chars(first, end, morph.weight);
    if (morph.name.empty() || first == end || error != std::errc() || parsed != end ||
        !(std::abs(morph.weight) <= kLargestMorphWeight)) {
        throw std::runtime_error(fmt::format(
            "--morph: '{}' is not NAME=WEIGHT, such as smile=0.7, with a weight from -{} to {}",
            text, kLargestMorphWeight, kLargestMorphWeight));
    }
    return morph;
}

/// Returns the files of --clips, with each folder replaced by its .glb and .gltf files in
/// alphabetical order.
std::vector<fs::path> clipFilesOf(const std::vector<std::string>& texts) {
    std::vector<fs::path> files;
    for (const std::string& text : texts) {
        std::error_code error;
        if (!fs::is_directory(text, error)) {
            files.emplace_back(text);
            continue;
        }
        std::vector<fs::path> inFolder;
        for (const fs::directory_entry& entry : fs::directory_iterator(text)) {
            const std::string ending = endingOf(entry.path());
            if (ending == ".glb" || ending == ".gltf") inFolder.push_back(entry.path());
        }
        if (inFolder.empty()) {
            throw std::runtime_error(fmt::format(
                "--clips: the folder {} has no .glb or .gltf file; use another folder", text));
        }
        std::sort(inFolder.begin(), inFolder.end());
        files.insert(files.end(), inFolder.begin(), inFolder.end());
    }
    return files;
}

}  // namespace

void addModelOptions(Command& command, ModelOptions& options) {
    command.group(group::kModel);
    command
        .option("--clips", options.clips,
                "Add the clips of another glTF file or folder, matched by joint name")
        .form("FILE|FOLDER")
        .repeated();
    command
        .option("--scene", options.scene,
                "glTF scene to import; default: the default scene of the file")
        .form("INDEX|NAME");
    command
        .option("--morph", options.morphs,
                "Fix the weight of a morph target in all clips; may be repeated")
        .form("NAME=WEIGHT")
        .repeated();
    command.flag("--allow-outside", options.allowOutside,
                 "Read buffers and images outside of the model's folder");
    command
        .option("--hold", options.holds,
                "Attach model PROP to JOINT, scaled by FACTOR; may be repeated")
        .form("PROP@JOINT[*FACTOR]")
        .repeated();
}

std::vector<fs::path> filesOfOptions(const ModelOptions& options) {
    std::vector<fs::path> files;
    for (const fs::path& file : clipFilesOf(options.clips)) {
        const std::vector<fs::path> ofClips = filesOf(file);
        files.insert(files.end(), ofClips.begin(), ofClips.end());
    }
    for (const PropAndJoint& propAndJoint : parsed(options.holds)) {
        const std::vector<fs::path> ofProp = filesOf(propAndJoint.prop);
        files.insert(files.end(), ofProp.begin(), ofProp.end());
    }
    return files;
}

Model importWith(const fs::path& file, const ModelOptions& options, ImportProgress* progress) {
    const std::vector<PropAndJoint> props = parsed(options.holds);
    const std::vector<fs::path> clipFiles = clipFilesOf(options.clips);
    std::vector<MorphWeight> morphs;
    for (const std::string& text : options.morphs) morphs.push_back(parsedMorph(text));
    const bool allowOutside = options.allowOutside;
    Model model =
        importGltf(file, {.scene = options.scene, .allowOutside = allowOutside}, progress);
    for (const fs::path& clips : clipFiles) {
        addClipsFrom(importAnimations(clips, allowOutside), clips.stem().string(), model);
    }
    for (const MorphWeight& morph : morphs) fixMorphWeight(model, morph.name, morph.weight);
    for (const PropAndJoint& propAndJoint : props) {
        const Model prop =
            importGltf(propAndJoint.prop, {.scene = {}, .allowOutside = allowOutside});
        const auto& [source, joint, factor, whole] = propAndJoint;
        const bool isName = std::ranges::count(model.skeleton.names, whole) > 0;
        model = hold(std::move(model), prop, isName ? whole : joint, isName ? 1.0f : factor);
    }
    return model;
}

}  // namespace sinew
