// The user's session bus (D-Bus).
#pragma once

#include <dbus/dbus.h>

#include <cstdint>
#include <memory>

namespace sinew {

struct BusMessageEnd {
    void operator()(DBusMessage* message) const { dbus_message_unref(message); }
};
using BusMessage = std::unique_ptr<DBusMessage, BusMessageEnd>;

/// Creates a method call. Throws std::bad_alloc, like all functions that create messages.
BusMessage methodCall(const char* name, const char* path, const char* interface,
                      const char* method);
void append(DBusMessage& message, const char* text);

/// A private connection that never blocks: sends are buffered and receive() polls. Not movable.
class SessionBus {
public:
    /// Connects to a running bus. Without one, connected() is false; no bus is started.
    SessionBus();
    ~SessionBus();
    SessionBus(const SessionBus&) = delete;
    SessionBus& operator=(const SessionBus&) = delete;

    bool connected() const { return connection_ != nullptr; }
    /// Requires a connection. Returns the serial for dbus_message_get_reply_serial().
    uint32_t send(DBusMessage& message);
    void sendNoReply(DBusMessage& message);
    void listenTo(const char* rule);
    /// Returns the next received message, or null. If the bus disconnects, the last message is the
    /// signal Disconnected.
    BusMessage receive();

private:
    void disconnect();

    DBusConnection* connection_ = nullptr;
};

}  // namespace sinew
