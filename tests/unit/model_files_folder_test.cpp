// A folder of models that is not one is a fault, and no reason to skip.
#include <gtest/gtest.h>

#include "tests/model_files.h"

namespace sinew::test {
namespace {

/// SINEW_MODELS for the length of a test.
class Environment {
public:
    explicit Environment(const char* folder) {
        if (const char* set = std::getenv("SINEW_MODELS")) before_ = set;
        setenv("SINEW_MODELS", folder, 1);
    }
    ~Environment() {
        before_.empty() ? unsetenv("SINEW_MODELS") : setenv("SINEW_MODELS", before_.c_str(), 1);
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    std::string before_;
};

TEST(SharedModels, AFolderThatIsNotThereIsAFault) {
    const Environment environment("/no/such/folder");
    EXPECT_THROW((void)sharedFolder(), std::runtime_error);
}

TEST(SharedModels, AFolderWithoutModelsIsAFault) {
    const Environment environment(SINEW_SOURCE_DIR "/docs");
    EXPECT_THROW((void)sharedFolder(), std::runtime_error);
}

TEST(SharedModels, AreFoundInTheFolderThatIsNamed) {
    const Environment environment(SINEW_SOURCE_DIR "/assets");
    EXPECT_FALSE(sharedModels().empty());
}

}  // namespace
}  // namespace sinew::test
