// Builds and parses D-Bus messages of xdg-desktop-portal.
#include "app/demo/platform/dialog/portal_messages.h"

#include <fmt/format.h>

#include <charconv>
#include <new>
#include <stdexcept>

#include "skinning/plain_text.h"

namespace sinew {
namespace {

constexpr size_t kMostFiles = 64;  // most models in a scene
constexpr size_t kLongestPath = 4096;

template <typename Value>
void appendValue(DBusMessageIter& to, int type, Value value) {
    if (!dbus_message_iter_append_basic(&to, type, &value)) throw std::bad_alloc();
}

/// Appends an array, struct, dictionary entry or variant with the content that `fill` appends.
template <typename Fill>
void appendHolding(DBusMessageIter& to, int type, const char* signature, Fill&& fill) {
    DBusMessageIter inner;
    if (!dbus_message_iter_open_container(&to, type, signature, &inner)) throw std::bad_alloc();
    fill(inner);
    if (!dbus_message_iter_close_container(&to, &inner)) throw std::bad_alloc();
}

template <typename Fill>
void appendOption(DBusMessageIter& options, const char* name, const char* signature, Fill&& fill) {
    appendHolding(options, DBUS_TYPE_DICT_ENTRY, nullptr, [&](DBusMessageIter& entry) {
        appendValue(entry, DBUS_TYPE_STRING, name);
        appendHolding(entry, DBUS_TYPE_VARIANT, signature, fill);
    });
}

void appendFilters(DBusMessageIter& to) {
    appendHolding(to, DBUS_TYPE_ARRAY, "(sa(us))", [](DBusMessageIter& filters) {
        appendHolding(filters, DBUS_TYPE_STRUCT, nullptr, [](DBusMessageIter& filter) {
            appendValue(filter, DBUS_TYPE_STRING, "Models and scenes");
            appendHolding(filter, DBUS_TYPE_ARRAY, "(us)", [](DBusMessageIter& patterns) {
                for (const char* pattern : {"*.glb", "*.gltf", "*.json"}) {
                    appendHolding(patterns, DBUS_TYPE_STRUCT, nullptr, [&](DBusMessageIter& each) {
                        appendValue(each, DBUS_TYPE_UINT32, dbus_uint32_t{0});  // glob pattern
                        appendValue(each, DBUS_TYPE_STRING, pattern);
                    });
                }
            });
        });
    });
}

[[noreturn]] void refuse(const std::string& what) {
    throw std::runtime_error(fmt::format(
        "the desktop's file dialog {}; type the path, or drop the file on the window", what));
}

/// Returns untrusted text in quotes, shortened and without control codes.
std::string quoted(std::string_view text) {
    return fmt::format("'{}'", shortened(plainText(text), 80));
}

std::vector<std::string_view> urisOf(DBusMessageIter results) {
    std::vector<std::string_view> uris;
    for (; dbus_message_iter_get_arg_type(&results) == DBUS_TYPE_DICT_ENTRY;
         dbus_message_iter_next(&results)) {
        DBusMessageIter entry, value, list;
        const char* name = nullptr;
        dbus_message_iter_recurse(&results, &entry);
        dbus_message_iter_get_basic(&entry, &name);
        if (std::string_view(name) != "uris") continue;
        dbus_message_iter_next(&entry);
        dbus_message_iter_recurse(&entry, &value);
        if (dbus_message_iter_get_arg_type(&value) != DBUS_TYPE_ARRAY ||
            dbus_message_iter_get_element_type(&value) != DBUS_TYPE_STRING) {
            refuse("returned an invalid answer");
        }
        dbus_message_iter_recurse(&value, &list);
        for (; dbus_message_iter_get_arg_type(&list) == DBUS_TYPE_STRING;
             dbus_message_iter_next(&list)) {
            const char* uri = nullptr;
            dbus_message_iter_get_basic(&list, &uri);
            if (uris.size() == kMostFiles)
                refuse(fmt::format("returned more than {} files", kMostFiles));
            uris.emplace_back(uri);
        }
    }
    return uris;
}

}  // namespace

BusMessage openFileCall(const DialogOptions& dialogOptions, const std::string& token) {
    BusMessage call = methodCall(kPortal, "/org/freedesktop/portal/desktop",
                                 "org.freedesktop.portal.FileChooser", "OpenFile");
    DBusMessageIter arguments;
    dbus_message_iter_init_append(call.get(), &arguments);
    appendValue(arguments, DBUS_TYPE_STRING, dialogOptions.parent.c_str());
    appendValue(arguments, DBUS_TYPE_STRING, dialogOptions.several ? "Add models" : "Open a model");
    appendHolding(arguments, DBUS_TYPE_ARRAY, "{sv}", [&](DBusMessageIter& options) {
        appendOption(options, "handle_token", "s", [&](DBusMessageIter& value) {
            appendValue(value, DBUS_TYPE_STRING, token.c_str());
        });
        appendOption(options, "multiple", "b", [&](DBusMessageIter& value) {
            appendValue(value, DBUS_TYPE_BOOLEAN, dbus_bool_t{dialogOptions.several});
        });
        appendOption(options, "filters", "a(sa(us))", appendFilters);
    });
    return call;
}

std::string requestPath(std::string_view uniqueName, std::string_view token) {
    std::string sender(uniqueName.substr(uniqueName.starts_with(':') ? 1 : 0));
    for (char& letter : sender) {
        if (letter == '.') letter = '_';
    }
    return fmt::format("/org/freedesktop/portal/desktop/request/{}/{}", sender, token);
}

std::vector<std::filesystem::path> chosenFiles(DBusMessage& response) {
    enum : uint32_t { kChosen = 0, kCancelled = 1 };
    if (!dbus_message_has_signature(&response, "ua{sv}")) {
        refuse("returned an invalid answer");
    }
    DBusMessageIter arguments, results;
    dbus_uint32_t code = 0;
    dbus_message_iter_init(&response, &arguments);
    dbus_message_iter_get_basic(&arguments, &code);
    if (code == kCancelled) return {};
    if (code != kChosen) refuse("ended without an answer");
    dbus_message_iter_next(&arguments);
    dbus_message_iter_recurse(&arguments, &results);
    std::vector<std::filesystem::path> files;
    for (const std::string_view uri : urisOf(results)) files.push_back(pathOfUri(uri));
    if (files.empty()) refuse("returned no file");
    return files;
}

std::filesystem::path pathOfUri(std::string_view uri) {
    constexpr std::string_view kScheme = "file:";
    bool isLocal = uri.starts_with(kScheme);
    std::string_view rest = uri.substr(isLocal ? kScheme.size() : 0);
    if (rest.starts_with("//")) {
        const std::string_view host = rest.substr(2, rest.find('/', 2) - 2);
        isLocal = isLocal && (host.empty() || host == "localhost");
        rest.remove_prefix(2 + host.size());
    }
    if (!isLocal) refuse(fmt::format("returned {}, which is not a local file", quoted(uri)));
    std::string path;
    bool sound = rest.starts_with('/');
    for (size_t i = 0; sound && i < rest.size(); ++i) {
        if (rest[i] != '%') {
            path += rest[i];
            continue;
        }
        uint8_t byte = 0;
        const std::string_view digits = rest.substr(i + 1, 2);
        const char* end = digits.data() + digits.size();
        const auto [at, fault] = std::from_chars(digits.data(), end, byte, 16);
        sound = digits.size() == 2 && at == end && fault == std::errc() && byte != 0;
        path += static_cast<char>(byte);
        i += 2;
    }
    if (!sound) refuse(fmt::format("returned {}, which is not a valid path", quoted(uri)));
    if (path.size() > kLongestPath)
        refuse(fmt::format("returned {}, which is too long", quoted(uri)));
    return path;
}

}  // namespace sinew
