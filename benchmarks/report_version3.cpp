// New names for old fields, and enums for what were texts.
#include "benchmarks/report_version3.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>

#include "benchmarks/report_words.h"

namespace sinew {
namespace {

struct Renamed {
    const char* from;
    const char* to;
};
constexpr Renamed kRenamed[] = {
    {"heldBytesOfModel", "heldBytesPerModel"},
    {"skinReadBytesAVertex", "skinReadBytesPerVertex"},
    {"skinWrittenBytesAVertex", "skinWrittenBytesPerVertex"},
    {"passReadBytesAVertex", "passReadBytesPerVertex"},
    {"bytesReadAVertex", "readBytesPerVertex"},
    {"bytesWrittenAVertex", "writtenBytesPerVertex"},
    {"notMeasuredBecause", "reason"},
    {"gpuThrottling", "gpuSlowedBy"},
};

std::string textOf(const nlohmann::json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : "";
}

/// The new name's value, where `object` has the old one.
void rename(nlohmann::json& object) {
    for (const auto& [from, to] : kRenamed) {
        const auto found = object.find(from);
        if (found == object.end()) continue;
        nlohmann::json value = std::move(*found);
        object.erase(found);
        object[to] = std::move(value);
    }
}

/// A row was wrong, or not measured where there was a reason.
void addState(nlohmann::json& row) {
    const auto wrong = row.find("wrong");
    if (wrong == row.end() || !wrong->is_boolean()) return;
    row["state"] = nameOf(*wrong == true                  ? RowState::wrong
                          : textOf(row, "reason").empty() ? RowState::measured
                                                          : RowState::notMeasured);
    row.erase("wrong");
}

void addKind(nlohmann::json& kernel) {
    const auto ceiling = kernel.find("ceiling");
    if (ceiling == kernel.end() || !ceiling->is_boolean()) return;
    const std::string name = textOf(kernel, "name");
    const bool own = name == "sinew" || name == "sinew compact" || name == "plain";
    const bool command = name == "vkCmdCopyBuffer";
    kernel["kind"] =
        nameOf(*ceiling == true ? (command ? KernelKind::copyCommand : KernelKind::copyKernel)
                                : (own ? KernelKind::own : KernelKind::engine));
    kernel.erase("ceiling");
}

/// An empty text meant "not slowed" or "not told": nothing can be said.
nlohmann::json oldSlowdowns(std::string text) {
    constexpr Slowdown kOrder[] = {
        Slowdown::setClocks,      Slowdown::powerLimit, Slowdown::hardware,  Slowdown::syncBoost,
        Slowdown::heatByHardware, Slowdown::heat,       Slowdown::powerBrake};
    nlohmann::json list = nlohmann::json::array();
    for (const Slowdown reason : kOrder) {
        const std::string name =
            reason == Slowdown::heatByHardware ? "heat, by hardware" : nameOf(reason);
        const size_t at = text.find(name);
        if (at == std::string::npos) continue;
        text.erase(at, name.size());
        list.push_back(nameOf(reason));
    }
    return list.empty() ? nlohmann::json(nullptr) : list;
}

void addMissing(nlohmann::json& object, const char* key) {
    if (!object.contains(key)) object[key] = "";
}

template <typename Change>
void forEach(nlohmann::json& object, const char* key, Change&& change) {
    if (!object.is_object() || !object.contains(key)) return;
    nlohmann::json& inside = object[key];
    if (inside.is_object()) change(inside);
    if (!inside.is_array()) return;
    for (nlohmann::json& element : inside) {
        if (element.is_object()) change(element);
    }
}

}  // namespace

nlohmann::json reportOfVersion3(const nlohmann::json& old) {
    nlohmann::json report = old;
    forEach(report, "conditions",
            [](nlohmann::json& conditions) { addMissing(conditions, "assumedLimits"); });
    forEach(report, "device", [](nlohmann::json& device) {
        const auto names = namesOf(DeviceType::other);
        const std::string type = textOf(device, "type");
        const bool known = std::find(names.begin(), names.end(), type) != names.end();
        if (!type.empty() && !known) device["type"] = nameOf(DeviceType::other);
    });
    forEach(report, "sections", [](nlohmann::json& section) {
        addMissing(section, "asked");
        forEach(section, "model", [](nlohmann::json& model) { addMissing(model, "contentHash"); });
        for (const char* when : {"before", "after"}) {
            forEach(section, when, [](nlohmann::json& state) {
                rename(state);
                const auto slowed = state.find("gpuSlowedBy");
                if (slowed != state.end() && slowed->is_string()) {
                    *slowed = oldSlowdowns(slowed->get<std::string>());
                }
            });
        }
        forEach(section, "rows", [](nlohmann::json& row) {
            rename(row);
            addState(row);
            forEach(row, "cost", rename);
        });
        forEach(section, "kernels", [](nlohmann::json& kernel) {
            rename(kernel);
            addState(kernel);
            addKind(kernel);
        });
    });
    return report;
}

}  // namespace sinew
