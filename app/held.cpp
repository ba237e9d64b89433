// Reads props, and puts them into hands.
#include "app/held.h"

#include <fmt/format.h>

#include <stdexcept>

#include "skinning/gltf/files.h"
#include "skinning/hold.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

struct PropAndJoint {
    fs::path prop;
    std::string joint;
};

/// Files and joints may have '@' in their names: it is the last one that has a file before it.
PropAndJoint parsed(const std::string& text) {
    size_t at = text.rfind('@');
    std::error_code error;
    for (size_t i = at; i != std::string::npos && i > 0; i = text.rfind('@', i - 1)) {
        if (!fs::is_regular_file(text.substr(0, i), error)) continue;
        at = i;
        break;
    }
    if (at == std::string::npos || at == 0 || at + 1 == text.size()) {
        throw std::runtime_error(fmt::format(
            "--hold: '{}' is not PROP@JOINT, such as sword.glb@hand_right: a file and a joint",
            text));
    }
    return {text.substr(0, at), text.substr(at + 1)};
}

std::vector<PropAndJoint> parsed(const Holds& holds) {
    std::vector<PropAndJoint> all;
    for (const std::string& text : holds) all.push_back(parsed(text));
    return all;
}

}  // namespace

void addHoldOption(Command& command, Holds& holds) {
    command
        .option("--hold", holds,
                "A model that a joint holds, in every character; may be given several times")
        .form("PROP@JOINT")
        .repeated();
}

std::vector<fs::path> filesHeld(const Holds& holds) {
    std::vector<fs::path> files;
    for (const PropAndJoint& held : parsed(holds)) {
        const std::vector<fs::path> ofProp = filesOf(held.prop);
        files.insert(files.end(), ofProp.begin(), ofProp.end());
    }
    return files;
}

Model importHolding(const fs::path& file, const Holds& holds, ImportProgress* progress) {
    const std::vector<PropAndJoint> props = parsed(holds);
    Model model = importGltf(file, progress);
    for (const PropAndJoint& held : props) {
        model = hold(std::move(model), importGltf(held.prop), held.joint);
    }
    return model;
}

}  // namespace sinew
