// D-Bus messages of xdg-desktop-portal: its interfaces FileChooser and Request.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "app/demo/platform/dialog/session_bus.h"

namespace sinew {

inline constexpr const char* kPortal = "org.freedesktop.portal.Desktop";
inline constexpr const char* kPortalRequest = "org.freedesktop.portal.Request";

struct DialogOptions {
    std::string parent;  // parent window, from Window::portalName()
    bool several = false;
};

/// Returns the message that opens a dialog for models, scenes and scenarios. `token` becomes
/// part of the dialog's object path; it has letters, digits and '_' only.
BusMessage openFileCall(const DialogOptions& dialogOptions, const std::string& token);

/// Returns the object path of the dialog that the bus connection `uniqueName` opens with `token`.
std::string requestPath(std::string_view uniqueName, std::string_view token);

/// Returns the files of a dialog's Response, or nothing if it was cancelled. Any program may be the
/// sender, so everything except local files throws std::runtime_error.
std::vector<std::filesystem::path> chosenFiles(DBusMessage& response);

/// Returns the path of a "file:" URI. Throws std::runtime_error if it is not a valid local path.
std::filesystem::path pathOfUri(std::string_view uri);

}  // namespace sinew
