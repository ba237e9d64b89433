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

/// A method that is called. Throws std::bad_alloc, as all that makes messages.
BusMessage methodCall(const char* name, const char* path, const char* interface,
                      const char* method);
/// A string at the end of a message.
void append(DBusMessage& message, const char* text);

/// A connection of our own, which never waits: what is sent is written as far as the bus takes it,
/// and answers are asked for between frames. Not movable.
class SessionBus {
public:
    /// Where there is no bus, it is not connected. None is started.
    SessionBus();
    ~SessionBus();
    SessionBus(const SessionBus&) = delete;
    SessionBus& operator=(const SessionBus&) = delete;

    bool connected() const { return connection_ != nullptr; }
    /// Needs a connection. Returns the number that the answer has (dbus_message_get_reply_serial).
    uint32_t send(DBusMessage& message);
    /// The same, where no answer is wanted.
    void tell(DBusMessage& message);
    /// Signals that match the rule are received from now on.
    void listenTo(const char* rule);
    /// The next message that has come; null: none. One that says that the bus has ended is the
    /// last.
    BusMessage receive();

private:
    void disconnect();

    DBusConnection* connection_ = nullptr;
};

}  // namespace sinew
