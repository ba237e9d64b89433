// The desktop's file dialog.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/demo/platform/dialog/portal_messages.h"

namespace sinew {

/// Opens the dialog through xdg-desktop-portal on the session bus, without blocking: call poll()
/// between frames. A new dialog replaces an open dialog, which may be hidden behind the window. The
/// destructor closes the dialog.
class FileDialog {
public:
    FileDialog();
    ~FileDialog();
    FileDialog(const FileDialog&) = delete;
    FileDialog& operator=(const FileDialog&) = delete;

    /// Returns true if a portal runs or can be started. Returns false until the bus has answered.
    bool isThere() const { return runs_ || startable_; }
    /// Opens a dialog. Requires isThere().
    void open(const DialogOptions& dialogOptions);
    /// Returns the files chosen since the last call. Throws std::runtime_error if the dialog cannot
    /// be opened, ends without an answer, or returns something that is not a file.
    std::vector<std::filesystem::path> poll();

private:
    void receive(DBusMessage& message);
    void receiveAnswer(DBusMessage& message, uint32_t serial);
    void lose();
    void close();

    SessionBus bus_;
    uint32_t hello_ = 0;  // serial numbers of the expected answers
    uint32_t names_ = 0;
    uint32_t owner_ = 0;
    uint32_t call_ = 0;
    std::string name_;  // our unique name on the bus
    bool runs_ = false;
    bool startable_ = false;
    std::string request_;  // D-Bus path of the open dialog; empty: none
    std::vector<std::filesystem::path> chosen_;
};

}  // namespace sinew
