// Calls xdg-desktop-portal and handles its answers.
#include "app/demo/platform/dialog/file_dialog.h"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "skinning/plain_text.h"

namespace sinew {
namespace {

BusMessage toTheBus(const char* method) {
    return methodCall(DBUS_SERVICE_DBUS, DBUS_PATH_DBUS, DBUS_INTERFACE_DBUS, method);
}

/// Returns a random token, so that other programs cannot predict it.
std::string newToken() {
    std::random_device random;
    return fmt::format("sinew_{:08x}{:08x}", random(), random());
}

bool isError(DBusMessage& message) {
    return dbus_message_get_type(&message) == DBUS_MESSAGE_TYPE_ERROR;
}

std::string firstString(DBusMessage& message) {
    const char* text = "";
    dbus_message_get_args(&message, nullptr, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID);
    return text;
}

bool namesThePortal(DBusMessage& message) {
    char** names = nullptr;
    int count = 0;
    if (!dbus_message_get_args(&message, nullptr, DBUS_TYPE_ARRAY, DBUS_TYPE_STRING, &names, &count,
                               DBUS_TYPE_INVALID)) {
        return false;
    }
    const bool found =
        std::any_of(names, names + count, [](std::string_view name) { return name == kPortal; });
    dbus_free_string_array(names);
    return found;
}

}  // namespace

FileDialog::FileDialog() {
    if (!bus_.connected()) return;
    hello_ = bus_.send(*toTheBus("Hello"));
    // Subscribes to the signals before the first dialog, so that no answer is missed.
    bus_.listenTo(
        "type='signal',sender='org.freedesktop.portal.Desktop',"
        "interface='org.freedesktop.portal.Request',member='Response'");
    bus_.listenTo(
        "type='signal',sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',"
        "member='NameOwnerChanged',arg0='org.freedesktop.portal.Desktop'");
    names_ = bus_.send(*toTheBus("ListActivatableNames"));
    const BusMessage owner = toTheBus("NameHasOwner");
    append(*owner, kPortal);
    owner_ = bus_.send(*owner);
}

FileDialog::~FileDialog() {
    close();
}

void FileDialog::open(const DialogOptions& dialogOptions) {
    close();
    const std::string token = newToken();
    call_ = bus_.send(*openFileCall(dialogOptions, token));
    request_ = requestPath(name_, token);
}

std::vector<std::filesystem::path> FileDialog::poll() {
    while (const BusMessage message = bus_.receive()) receive(*message);
    return std::exchange(chosen_, {});
}

void FileDialog::receive(DBusMessage& message) {
    if (const uint32_t serial = dbus_message_get_reply_serial(&message)) {
        receiveAnswer(message, serial);
    } else if (dbus_message_is_signal(&message, DBUS_INTERFACE_LOCAL, "Disconnected")) {
        runs_ = startable_ = false;
        lose();
    } else if (dbus_message_is_signal(&message, DBUS_INTERFACE_DBUS, "NameOwnerChanged") &&
               dbus_message_has_sender(&message, DBUS_SERVICE_DBUS)) {
        const char *name = "", *before = "", *now = "";
        dbus_message_get_args(&message, nullptr, DBUS_TYPE_STRING, &name, DBUS_TYPE_STRING, &before,
                              DBUS_TYPE_STRING, &now, DBUS_TYPE_INVALID);
        runs_ = *now != 0;
        if (*before != 0) lose();
    } else if (!request_.empty() && dbus_message_has_path(&message, request_.c_str()) &&
               dbus_message_is_signal(&message, kPortalRequest, "Response")) {
        request_.clear();
        chosen_ = chosenFiles(message);
    }
}

void FileDialog::receiveAnswer(DBusMessage& message, uint32_t serial) {
    if (serial == hello_) {
        name_ = firstString(message);
    } else if (serial == names_) {
        startable_ = namesThePortal(message);
    } else if (serial == owner_) {
        dbus_bool_t runs = false;
        dbus_message_get_args(&message, nullptr, DBUS_TYPE_BOOLEAN, &runs, DBUS_TYPE_INVALID);
        runs_ = runs;
    } else if (serial == call_ && isError(message) && !request_.empty()) {
        request_.clear();
        throw std::runtime_error(
            fmt::format("the desktop's file dialog cannot be opened ({}); type the path, or drop "
                        "the file on the window",
                        shortened(plainText(firstString(message)), 200)));
    }
}

void FileDialog::lose() {
    if (std::exchange(request_, {}).empty()) return;
    throw std::runtime_error(
        "the desktop's file dialog ended without an answer; open it again, or type the path");
}

void FileDialog::close() {
    const std::string request = std::exchange(request_, {});
    if (!request.empty()) {
        bus_.sendNoReply(*methodCall(kPortal, request.c_str(), kPortalRequest, "Close"));
    }
}

}  // namespace sinew
