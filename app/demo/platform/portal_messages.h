// What is said to xdg-desktop-portal, and what it answers: its interfaces FileChooser and Request.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/demo/platform/session_bus.h"

namespace sinew {

inline constexpr const char* kPortal = "org.freedesktop.portal.Desktop";
inline constexpr const char* kPortalRequest = "org.freedesktop.portal.Request";

struct DialogWish {
    std::string parent;  // the window in front of which it stands, as Window::portalName()
    bool several = false;
};

/// The call that opens a dialog for models, scenes and scenarios. `token` is of letters, digits and
/// '_'.
BusMessage openFileCall(const DialogWish& wish, const std::string& token);

/// The object path of that dialog, of whoever has this unique name on the bus.
std::string requestPath(std::string_view uniqueName, std::string_view token);

/// What the signal Response of a dialog names; nothing: the user has cancelled. Throws
/// std::runtime_error where it is anything else than files of this machine, because any program may
/// stand at the other end.
std::vector<std::filesystem::path> chosenFiles(DBusMessage& response);

/// The path in a "file:" URI. Throws std::runtime_error.
std::filesystem::path pathOfUri(std::string_view uri);

}  // namespace sinew
