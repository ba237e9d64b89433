// A D-Bus connection that is polled between frames.
#include "app/demo/platform/dialog/session_bus.h"

#include <cstdlib>
#include <filesystem>
#include <new>
#include <string>

namespace sinew {
namespace {

/// Limit of a message in bytes. A larger message closes the connection.
constexpr long kMostBytes = 1 << 20;

void need(dbus_bool_t done) {
    if (!done) throw std::bad_alloc();
}

/// Returns the address of the session bus; empty if there is none.
std::string addressOfBus() {
    const char* address = std::getenv("DBUS_SESSION_BUS_ADDRESS");
    if (address && *address != 0) return address;
    const char* folder = std::getenv("XDG_RUNTIME_DIR");
    if (!folder || *folder != '/') return {};
    const std::string socket = std::string(folder) + "/bus";
    std::error_code error;
    if (!std::filesystem::is_socket(socket, error)) return {};
    char* escaped = dbus_address_escape_value(socket.c_str());
    need(escaped != nullptr);
    const std::string result = std::string("unix:path=") + escaped;
    dbus_free(escaped);
    return result;
}

}  // namespace

BusMessage methodCall(const char* name, const char* path, const char* interface,
                      const char* method) {
    BusMessage message(dbus_message_new_method_call(name, path, interface, method));
    need(message != nullptr);
    return message;
}

void append(DBusMessage& message, const char* text) {
    need(dbus_message_append_args(&message, DBUS_TYPE_STRING, &text, DBUS_TYPE_INVALID));
}

SessionBus::SessionBus() {
    const std::string address = addressOfBus();
    if (address.empty()) return;
    connection_ = dbus_connection_open_private(address.c_str(), nullptr);
    if (connection_) dbus_connection_set_max_message_size(connection_, kMostBytes);
}

SessionBus::~SessionBus() {
    disconnect();
}

void SessionBus::disconnect() {
    if (!connection_) return;
    dbus_connection_close(connection_);
    dbus_connection_unref(connection_);
    connection_ = nullptr;
}

uint32_t SessionBus::send(DBusMessage& message) {
    dbus_uint32_t serial = 0;
    need(dbus_connection_send(connection_, &message, &serial));
    return serial;
}

void SessionBus::sendNoReply(DBusMessage& message) {
    dbus_message_set_no_reply(&message, true);
    send(message);
}

void SessionBus::listenTo(const char* rule) {
    dbus_bus_add_match(connection_, rule,
                       nullptr);  // without an error argument the call does not block
}

BusMessage SessionBus::receive() {
    if (!connection_) return nullptr;
    BusMessage message(dbus_connection_pop_message(connection_));
    if (!message) {
        dbus_connection_read_write(connection_, 0);
        message.reset(dbus_connection_pop_message(connection_));
    }
    if (message && dbus_message_is_signal(message.get(), DBUS_INTERFACE_LOCAL, "Disconnected")) {
        disconnect();
    }
    return message;
}

}  // namespace sinew
