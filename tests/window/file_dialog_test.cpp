// Tests requests to the desktop's file dialog, its possible replies, and the completion of file
// names.
#include "app/demo/platform/dialog/file_dialog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "app/demo/platform/files.h"
#include "tests/error_of.h"

namespace sinew {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(FileUri, IsAPathWithItsEscapesUndone) {
    EXPECT_EQ(pathOfUri("file:///home/a/walk.glb"), "/home/a/walk.glb");
    EXPECT_EQ(pathOfUri("file:///a%20b/%c3%A9%25.glb"), "/a b/\xc3\xa9%.glb");
    EXPECT_EQ(pathOfUri("file://localhost/a.glb"), "/a.glb");
    EXPECT_EQ(pathOfUri("file:/a.glb"), "/a.glb");
    EXPECT_EQ(pathOfUri("file:///a+b?c#d"), "/a+b?c#d");
    EXPECT_EQ(pathOfUri("file:///" + std::string(4095, 'a')).string().size(), 4096u);
}

TEST(FileUri, ThatIsNoPathOfThisMachineIsRefused) {
    const auto refusalOf = [](const std::string& uri) {
        return test::errorOf([&] { return pathOfUri(uri); });
    };
    for (const char* uri : {"", "/a.glb", "sftp://host/a.glb", "http://host/a.glb", "files:///a",
                            "file://host/a.glb", "file://host"}) {
        EXPECT_THAT(refusalOf(uri), HasSubstr("', which is not a local file; ")) << uri;
    }
    for (const char* uri : {"file:", "file://", "file:a.glb", "file:///a%", "file:///a%2",
                            "file:///a%zz", "file:///a%-1", "file:///a% 1", "file:///a%00b"}) {
        EXPECT_THAT(refusalOf(uri), HasSubstr("', which is not a valid path; ")) << uri;
    }
    EXPECT_THAT(refusalOf("file:///" + std::string(4096, 'a')), HasSubstr("which is too long; "));
    EXPECT_THAT(refusalOf("a\x1b[31m\n" + std::string(9999, 'a')),
                HasSubstr("returned 'a?[31m?aaa"))
        << "what is quoted is short and plain";
    EXPECT_LT(refusalOf(std::string(9999, 'a')).size(), 250u);
}

/// Returns the signal Response with these arguments. `content` appends the value of `key`.
template <typename Content>
BusMessage response(dbus_uint32_t code, const char* key, const char* signature, Content&& content) {
    BusMessage message(dbus_message_new_signal("/a", kPortalRequest, "Response"));
    DBusMessageIter arguments, results, entry, value;
    dbus_message_iter_init_append(message.get(), &arguments);
    dbus_message_iter_append_basic(&arguments, DBUS_TYPE_UINT32, &code);
    dbus_message_iter_open_container(&arguments, DBUS_TYPE_ARRAY, "{sv}", &results);
    dbus_message_iter_open_container(&results, DBUS_TYPE_DICT_ENTRY, nullptr, &entry);
    dbus_message_iter_append_basic(&entry, DBUS_TYPE_STRING, &key);
    dbus_message_iter_open_container(&entry, DBUS_TYPE_VARIANT, signature, &value);
    content(value);
    dbus_message_iter_close_container(&entry, &value);
    dbus_message_iter_close_container(&results, &entry);
    dbus_message_iter_close_container(&arguments, &results);
    return message;
}

BusMessage naming(const std::vector<const char*>& uris, dbus_uint32_t code = 0,
                  const char* key = "uris") {
    return response(code, key, "as", [&](DBusMessageIter& value) {
        DBusMessageIter list;
        dbus_message_iter_open_container(&value, DBUS_TYPE_ARRAY, "s", &list);
        for (const char* uri : uris) {
            dbus_message_iter_append_basic(&list, DBUS_TYPE_STRING, &uri);
        }
        dbus_message_iter_close_container(&value, &list);
    });
}

TEST(AnswerOfTheDialog, NamesFiles) {
    EXPECT_THAT(chosenFiles(*naming({"file:///a.glb"})), ElementsAre("/a.glb"));
    EXPECT_THAT(chosenFiles(*naming({"file:///b.glb", "file:///a%20.gltf"})),
                ElementsAre("/b.glb", "/a .gltf"));
    EXPECT_THAT(chosenFiles(*naming(std::vector<const char*>(64, "file:///a"))),
                testing::SizeIs(64));
    EXPECT_THAT(chosenFiles(*naming({"file:///a.glb"}, 1)), IsEmpty()) << "cancelled";
}

TEST(AnswerOfTheDialog, InvalidAnswersAreRefusedEntirely) {
    const auto refusalOf = [](const BusMessage& answer) {
        return test::errorOf([&] { return chosenFiles(*answer); });
    };
    EXPECT_THAT(refusalOf(naming({"file:///a.glb"}, 2)), HasSubstr("ended without an answer"));
    EXPECT_THAT(refusalOf(naming({"file:///a.glb"}, 77)), HasSubstr("ended without an answer"));
    EXPECT_THAT(refusalOf(naming({})), HasSubstr("returned no file"));
    EXPECT_THAT(refusalOf(naming({"file:///a.glb"}, 0, "other")), HasSubstr("returned no file"));
    EXPECT_THAT(refusalOf(naming({"file:///a.glb", "ftp://b"})), HasSubstr("'ftp://b', which is"));
    EXPECT_THAT(refusalOf(naming(std::vector<const char*>(65, "file:///a"))),
                HasSubstr("returned more than 64 files"));
    const auto text = [](DBusMessageIter& value) {
        const char* uri = "file:///a.glb";
        dbus_message_iter_append_basic(&value, DBUS_TYPE_STRING, &uri);
    };
    const auto numbers = [](DBusMessageIter& value) {
        DBusMessageIter list;
        dbus_message_iter_open_container(&value, DBUS_TYPE_ARRAY, "u", &list);
        dbus_message_iter_close_container(&value, &list);
    };
    const BusMessage empty(dbus_message_new_signal("/a", kPortalRequest, "Response"));
    EXPECT_THAT(refusalOf(response(0, "uris", "s", text)), HasSubstr("an invalid answer"));
    EXPECT_THAT(refusalOf(response(0, "uris", "au", numbers)), HasSubstr("an invalid answer"));
    EXPECT_THAT(refusalOf(empty), HasSubstr("an invalid answer"));
}

TEST(CallOfTheDialog, IsForModelsInFrontOfTheWindow) {
    const BusMessage call = openFileCall({.parent = "x11:1a", .several = true}, "sinew_1");
    EXPECT_STREQ(dbus_message_get_signature(call.get()), "ssa{sv}");
    EXPECT_TRUE(
        dbus_message_is_method_call(call.get(), "org.freedesktop.portal.FileChooser", "OpenFile"));
    EXPECT_TRUE(dbus_message_has_destination(call.get(), kPortal));
    EXPECT_EQ(requestPath(":1.42", "sinew_1"),
              "/org/freedesktop/portal/desktop/request/1_42/sinew_1");
}

TEST(FileDialog, IsNotThereWithoutABus) {
    const char* before = std::getenv("DBUS_SESSION_BUS_ADDRESS");
    const std::string address = before ? before : "";
    for (const char* wrong : {"unix:path=/no/listener", "no address", "unix:"}) {
        setenv("DBUS_SESSION_BUS_ADDRESS", wrong, 1);
        FileDialog dialog;
        EXPECT_THAT(dialog.poll(), IsEmpty());
        EXPECT_FALSE(dialog.isThere()) << wrong;
    }
    setenv("DBUS_SESSION_BUS_ADDRESS", address.c_str(), 1);
    if (!before) unsetenv("DBUS_SESSION_BUS_ADDRESS");
}

namespace fs = std::filesystem;

class Completions : public testing::Test {
protected:
    Completions() {
        fs::create_directories(folder_ / "walkers");
        fs::create_directories(folder_ / ".hidden");
        for (const char* name : {"walk.glb", "run.gltf", "walk.txt"}) std::ofstream(folder_ / name);
    }
    ~Completions() override { fs::remove_all(folder_); }

    std::string in(const std::string& begun) const { return folder_.string() + "/" + begun; }

    const fs::path folder_ = fs::path(testing::TempDir()) / "sinew-completions";
};

TEST_F(Completions, AreFoldersAndModelsThatBeginSo) {
    EXPECT_THAT(completionsOf(in(""), 8),
                ElementsAre(in("run.gltf"), in("walk.glb"), in("walkers/")));
    EXPECT_THAT(completionsOf(in("walk"), 8), ElementsAre(in("walk.glb"), in("walkers/")));
    EXPECT_THAT(completionsOf(in("."), 8), ElementsAre(in(".hidden/")));
    EXPECT_THAT(completionsOf(in(""), 1), ElementsAre(in("run.gltf")));
    EXPECT_THAT(completionsOf(in("nothing/w"), 8), IsEmpty());
}

TEST_F(Completions, ATildeIsTheUsersFolder) {
    const std::string before = std::getenv("HOME") ? std::getenv("HOME") : "";
    setenv("HOME", folder_.c_str(), 1);
    EXPECT_THAT(completionsOf("~/r", 8), ElementsAre("~/run.gltf"));
    EXPECT_EQ(pathOf("~/run.gltf"), folder_ / "run.gltf");
    setenv("HOME", before.c_str(), 1);
    EXPECT_EQ(pathOf("run~/a.glb"), "run~/a.glb");
}

}  // namespace
}  // namespace sinew
