// A portal for tests of the window: `sinew-fake-portal LOG ANSWER...` is
// org.freedesktop.portal.Desktop on the session bus, without any dialog. It replies to call N with
// ANSWER N, and writes each call as a line to LOG.
//
// An ANSWER is a list of URIs, separated by spaces, or one of the words of answer().
#include <dbus/dbus.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

DBusConnection* bus = nullptr;
std::ofstream log;

void send(DBusMessage* message) {
    dbus_connection_send(bus, message, nullptr);
    dbus_message_unref(message);
}

/// Writes arguments of any type as text, in order.
void write(DBusMessageIter at, std::ostream& out) {
    for (int type; (type = dbus_message_iter_get_arg_type(&at)) != DBUS_TYPE_INVALID;
         dbus_message_iter_next(&at)) {
        DBusBasicValue value{};
        if (dbus_type_is_container(type)) {
            DBusMessageIter inner;
            dbus_message_iter_recurse(&at, &inner);
            write(inner, out);
            continue;
        }
        dbus_message_iter_get_basic(&at, &value);
        if (type == DBUS_TYPE_STRING) {
            out << ' ' << (*value.str != 0 ? value.str : "''");
        } else {
            out << ' ' << value.u32;
        }
    }
}

/// Appends "uris" as an array. If `single`, appends it as a single string, which is invalid.
void appendUris(DBusMessageIter& results, const std::vector<std::string>& uris, bool single) {
    DBusMessageIter entry, value, list;
    const char* name = "uris";
    dbus_message_iter_open_container(&results, DBUS_TYPE_DICT_ENTRY, nullptr, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &name);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, single ? "s" : "as", &value);
    if (!single) dbus_message_iter_open_container(&value, DBUS_TYPE_ARRAY, "s", &list);
    for (const std::string& uri : uris) {
        const char* text = uri.c_str();
        dbus_message_iter_append_basic(single ? &value : &list, DBUS_TYPE_STRING, &text);
    }
    if (!single) dbus_message_iter_close_container(&value, &list);
    dbus_message_iter_close_container(&entry, &value);
    dbus_message_iter_close_container(&results, &entry);
}

/// Returns the signal that ends the dialog `request`.
DBusMessage* response(const char* request, dbus_uint32_t code, const std::vector<std::string>& uris,
                      bool single) {
    DBusMessage* message =
        dbus_message_new_signal(request, "org.freedesktop.portal.Request", "Response");
    DBusMessageIter arguments, results;
    dbus_message_iter_init_append(message, &arguments);
    dbus_message_iter_append_basic(&arguments, DBUS_TYPE_UINT32, &code);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &results);
    if (!uris.empty()) appendUris(results, uris, single);
    dbus_message_iter_close_container(&arguments, &results);
    return message;
}

void answer(DBusMessage* call, const std::string& what, const char* request) {
    if (what == "error") {
        return send(dbus_message_new_error(call, DBUS_ERROR_FAILED, "no display\nfor dialogs"));
    }
    DBusMessage* reply = dbus_message_new_method_return(call);
    dbus_message_append_args(reply, DBUS_TYPE_OBJECT_PATH, &request, DBUS_TYPE_INVALID);
    send(reply);
    if (what == "wait") return;
    if (what == "leave") {
        dbus_connection_flush(bus);
        std::exit(0);
    }
    if (what == "shape") {
        return send(dbus_message_new_signal(request, "org.freedesktop.portal.Request", "Response"));
    }
    if (what == "cancel") return send(response(request, 1, {}, false));
    if (what == "ended") return send(response(request, 2, {}, false));
    if (what == "nothing") return send(response(request, 0, {}, false));
    if (what == "text") return send(response(request, 0, {"file:///a.glb"}, true));
    const std::string file = "file:///";
    if (what == "many") return send(response(request, 0, std::vector(1000, file + "a.glb"), false));
    if (what == "long")
        return send(response(request, 0, {file + std::string(100'000, 'a')}, false));
    if (what == "huge") {
        return send(response(request, 0, {file + std::string(2'000'000, 'a')}, false));
    }
    std::istringstream words(what);
    std::vector<std::string> uris;
    for (std::string uri; words >> uri;) uris.push_back(uri);
    send(response(request, 0, uris, false));
}

/// Returns the path of a request, .../request/SENDER/TOKEN, as the documentation of portals defines
/// it.
std::string requestOf(DBusMessage* call, std::string_view options) {
    constexpr std::string_view kToken = "handle_token ";
    std::string_view token = options.substr(options.find(kToken) + kToken.size());
    token = token.substr(0, token.find(' '));
    std::string sender = dbus_message_get_sender(call) + 1;
    for (char& letter : sender) letter = letter == '.' ? '_' : letter;
    return "/org/freedesktop/portal/desktop/request/" + sender + '/' + std::string(token);
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    log.open(argv[1], std::ios::app);
    bus = dbus_bus_get(DBUS_BUS_SESSION, nullptr);
    if (!bus || dbus_bus_request_name(bus, "org.freedesktop.portal.Desktop", 0, nullptr) < 0) {
        std::fputs("no bus\n", stderr);
        return 1;
    }
    int next = 2;
    do {  // calls may already be in the queue
        while (DBusMessage* call = dbus_connection_pop_message(bus)) {
            if (dbus_message_get_type(call) == DBUS_MESSAGE_TYPE_METHOD_CALL) {
                DBusMessageIter arguments;
                dbus_message_iter_init(call, &arguments);
                std::ostringstream text;
                write(arguments, text);
                log << dbus_message_get_member(call) << text.str() << std::endl;
                if (std::strcmp(dbus_message_get_member(call), "OpenFile") == 0 && next < argc) {
                    answer(call, argv[next++], requestOf(call, text.str()).c_str());
                }
            }
            dbus_message_unref(call);
        }
    } while (dbus_connection_read_write(bus, -1));
    return 0;
}
