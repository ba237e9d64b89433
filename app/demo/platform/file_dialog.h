// The desktop's file dialog.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/demo/platform/portal_messages.h"

namespace sinew {

/// Asks xdg-desktop-portal for it, over the session bus, and never waits: poll() is called between
/// frames. A new dialog replaces one that is open, which may lie behind other windows; the
/// destructor closes it.
class FileDialog {
public:
    /// Begins to look for a portal.
    FileDialog();
    ~FileDialog();
    FileDialog(const FileDialog&) = delete;
    FileDialog& operator=(const FileDialog&) = delete;

    /// A portal runs, or is started when it is asked. False until the bus has said so.
    bool isThere() const { return runs_ || startable_; }
    /// Needs isThere().
    void open(const DialogWish& wish);
    /// The files that were chosen since. Throws std::runtime_error when the dialog cannot be
    /// opened, ends by itself, or answers with anything but files.
    std::vector<std::filesystem::path> poll();

private:
    void receive(DBusMessage& message);
    void receiveAnswer(DBusMessage& message, uint32_t serial);
    void lose();
    void close();

    SessionBus bus_;
    uint32_t hello_ = 0;  // what the answers will have
    uint32_t names_ = 0;
    uint32_t owner_ = 0;
    uint32_t call_ = 0;
    std::string name_;  // ours, on the bus
    bool runs_ = false;
    bool startable_ = false;
    std::string request_;  // the dialog that is open; empty: none
    std::vector<std::filesystem::path> chosen_;
};

}  // namespace sinew
