// Writes, reads and describes reports. All three visit the fields of
// benchmarks/report/report_fields.h.
#include "benchmarks/report/report_json.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "benchmarks/report/json_file.h"
#include "benchmarks/report/report_fields.h"
#include "skinning/json_node.h"

namespace sinew {
namespace {

using json = nlohmann::ordered_json;
using fields::Kind;
using Steps = std::array<StepTiming, kStepCount>;

// ---- Writing reports.

class Writer {
public:
    template <typename T>
    void operator()(const char* key, const T& value, const char*, Kind = Kind::plain) {
        out_[key] = of(value);
    }
    /// Writes null for infinity, because JSON has no infinity.
    void unbounded(const char* key, double value, const char*) {
        out_[key] = std::isfinite(value) ? json(value) : json(nullptr);
    }

    template <typename T>
    static json of(const T& value) {
        if constexpr (requires(Writer & a) { fields::visit(a, value); }) {
            Writer writer;
            fields::visit(writer, value);
            return std::move(writer.out_);
        } else if constexpr (Word<T>) {
            return nameOf(value);
        } else {
            return json(value);
        }
    }
    template <typename T>
    static json of(const std::optional<T>& value) {
        return value ? of(*value) : json(nullptr);
    }
    template <typename T>
    static json of(const std::vector<T>& values) {
        json list = json::array();
        for (const T& value : values) list.push_back(of(value));
        return list;
    }
    static json of(const SkinChoice& choice) { return choiceText(choice); }
    static json of(const Steps& steps) {
        json out = json::object();
        for (uint32_t i = 0; i < kStepCount; ++i) out[kStepNames[i]] = of(steps[i]);
        return out;
    }

private:
    json out_ = json::object();
};

// ---- Reading reports.

/// Maximum length of a list that is read. The lists that bench writes are far shorter.
template <typename T>
constexpr size_t kMostOf = 1000;
template <>
constexpr size_t kMostOf<Row> = kMostRows;

class Reader {
public:
    using json = nlohmann::json;  // sorts members: finds one in logarithmic time

    Reader(const json& in, std::string jsonPath) : in_(in), jsonPath_(std::move(jsonPath)) {
        if (!in.is_object()) fail("an object", in);
    }

    template <typename T>
    void operator()(const char* key, T& value, const char*, Kind kind = Kind::plain) {
        if (kind == Kind::derived || (kind == Kind::added && !in_.contains(key))) return;
        const std::string path = fmt::format("{}.{}", jsonPath_, key);
        if constexpr (std::is_same_v<T, std::string>) {
            value = textAt(at(key), path, kind == Kind::longText ? kLongestList : kLongestText);
        } else {
            read(at(key), path, value);
        }
    }
    void unbounded(const char* key, double& value, const char* about) {
        std::optional<double> bounded;
        (*this)(key, bounded, about);
        value = bounded.value_or(std::numeric_limits<double>::infinity());
    }

private:
    const json& at(const char* key) const {
        const auto found = in_.find(key);
        if (found == in_.end()) {
            faultAt(jsonPath_,
                    fmt::format("'{}' is missing; choose a report of sinew-cli bench", key));
        }
        return *found;
    }
    [[noreturn]] static void fail(const std::string& jsonPath, const char* expected,
                                  const json& in) {
        faultAt(jsonPath, fmt::format("{} is expected, not {}; choose a report of sinew-cli bench",
                                      expected, shownValue(in)));
    }
    [[noreturn]] void fail(const char* expected, const json& in) const {
        fail(jsonPath_, expected, in);
    }

    template <typename T>
    requires std::is_class_v<T>
    static void read(const json& in, const std::string& jsonPath, T& value) {
        Reader reader(in, jsonPath);
        fields::visit(reader, value);
    }
    template <typename T>
    requires std::is_unsigned_v<T>
    static void read(const json& in, const std::string& jsonPath, T& value) {
        if (!in.is_number_unsigned() || in.get<uint64_t>() > std::numeric_limits<T>::max()) {
            fail(jsonPath, "a count within the integer range", in);
        }
        value = in.get<T>();
    }
    static void read(const json& in, const std::string& jsonPath, double& value) {
        if (!in.is_number()) fail(jsonPath, "a number", in);
        value = in.get<double>();
    }
    static void read(const json& in, const std::string& jsonPath, bool& value) {
        if (!in.is_boolean()) fail(jsonPath, "true or false", in);
        value = in.get<bool>();
    }
    static void read(const json& in, const std::string& jsonPath, std::string& value) {
        value = textAt(in, jsonPath);
    }
    template <Word E>
    static void read(const json& in, const std::string& jsonPath, E& value) {
        const auto names = namesOf(value);
        const auto found = std::find(names.begin(), names.end(), textAt(in, jsonPath));
        if (found == names.end()) {
            fail(jsonPath, fmt::format("one of '{}'", fmt::join(names, "', '")).c_str(), in);
        }
        value = static_cast<E>(found - names.begin());
    }
    static void read(const json& in, const std::string& jsonPath, SkinChoice& value) {
        std::string text;
        read(in, jsonPath, text);
        try {
            value = parseChoice(text);
        } catch (const std::runtime_error& error) {
            faultAt(jsonPath, error.what());
        }
    }
    static void read(const json& in, const std::string& jsonPath, Steps& steps) {
        if (!in.is_object()) fail(jsonPath, "an object", in);
        for (uint32_t i = 0; i < kStepCount; ++i) {
            const std::string name = fmt::format("{}.{}", jsonPath, kStepNames[i]);
            const auto found = in.find(kStepNames[i]);
            if (found == in.end() && isOptional(static_cast<Step>(i))) continue;
            if (found == in.end())
                faultAt(name, "the step is missing; choose a report of sinew-cli bench");
            read(*found, name, steps[i]);
        }
    }
    template <typename T>
    static void read(const json& in, const std::string& jsonPath, std::optional<T>& value) {
        if (in.is_null()) return value.reset();
        read(in, jsonPath, value.emplace());
    }
    template <typename T>
    static void read(const json& in, const std::string& jsonPath, std::vector<T>& values) {
        if (!in.is_array()) fail(jsonPath, "a list", in);
        if (in.size() > kMostOf<T>) {
            faultAt(
                jsonPath,
                fmt::format(
                    "the list has {} entries, and at most {} are supported; measure less per run",
                    in.size(), kMostOf<T>));
        }
        values.resize(in.size());
        for (size_t i = 0; i < in.size(); ++i) {
            read(in[i], fmt::format("{}[{}]", jsonPath, i), values[i]);
        }
    }

    const json& in_;
    std::string jsonPath_;
};

// ---- Writing the JSON Schema.

class Describer {
public:
    template <typename T>
    void operator()(const char* key, const T& value, const char* about, Kind kind = Kind::plain) {
        add(key, of(value), about);
        if (kind != Kind::added) required_.push_back(key);
    }
    void unbounded(const char* key, double, const char* about) {
        add(key, orNull({{"type", "number"}, {"minimum", 0}}), about);
        required_.push_back(key);
    }

    template <typename T>
    requires std::is_class_v<T>
    static json of(const T& value) {
        Describer describer;
        fields::visit(describer, value);
        return {{"type", "object"},
                {"required", describer.required_},
                {"properties", describer.properties_}};
    }
    template <typename T>
    requires std::is_unsigned_v<T>
    static json of(T) { return {{"type", "integer"}, {"minimum", 0}}; }
    static json of(double) { return {{"type", "number"}}; }
    static json of(bool) { return {{"type", "boolean"}}; }
    static json of(const std::string&) { return {{"type", "string"}}; }
    static json of(const SkinChoice&) { return {{"type", "string"}, {"minLength", 1}}; }
    template <Word E>
    static json of(E value) {
        return {{"enum", namesOf(value)}};
    }
    template <typename T>
    static json of(const std::optional<T>&) {
        return orNull(of(T{}));
    }
    template <typename T>
    static json of(const std::vector<T>&) {
        return {{"type", "array"}, {"items", of(T{})}};
    }
    static json of(const Steps&) {
        json properties = json::object();
        json required = json::array();
        for (uint32_t i = 0; i < kStepCount; ++i) {
            properties[kStepNames[i]] = of(StepTiming{});
            if (!isOptional(static_cast<Step>(i))) required.push_back(kStepNames[i]);
        }
        return {{"type", "object"}, {"required", required}, {"properties", properties}};
    }

private:
    static json orNull(json schema) {
        const json null = {{"type", "null"}};
        return {{"anyOf", json::array({std::move(schema), null})}};
    }
    void add(const char* key, json schema, const char* about) {
        if (*about) schema["description"] = about;
        properties_[key] = std::move(schema);
    }

    json properties_ = json::object();
    json required_ = json::array();
};

}  // namespace

json reportJson(const Report& report) {
    json out = {{"version", kReportVersion}};
    out.update(Writer::of(report));
    return out;
}

Report parseReport(const nlohmann::json& in, const std::string& file) {
    if (!in.is_object() || !in.contains("version")) {
        faultAt(file, "is not a report; choose a report of sinew-cli bench");
    }
    const nlohmann::json& version = in["version"];
    if (!version.is_number_integer() || version < kOldestReportVersion ||
        version > kReportVersion) {
        faultAt(file, fmt::format("the report has version {}, and versions {} to {} are read; "
                                  "measure again with this version of sinew-cli bench",
                                  shownValue(version), kOldestReportVersion, kReportVersion));
    }
    Report report;
    Reader reader(in, file);
    fields::visit(reader, report);
    for (Section& section : report.sections) conclude(section, report.device.timestampTickMs);
    report.notes = notesFor(report);
    return report;
}

Report readReport(const std::string& file) {
    return parseReport(readJsonFile(file), file);
}

json reportSchema() {
    json body = Describer::of(Report{});
    json version = {{"const", kReportVersion}};
    json properties = {{"version", std::move(version)}};
    properties.update(body["properties"]);
    body["properties"] = std::move(properties);
    body["required"].insert(body["required"].begin(), "version");
    json schema = {{"$schema", "http://json-schema.org/draft-07/schema#"},
                   {"title", "A report of sinew-cli bench"}};
    schema.update(body);
    return schema;
}

}  // namespace sinew
