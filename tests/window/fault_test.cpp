// What the window tells and goes on after, and what ends it.
#include "app/demo/session/fault.h"

#include <gmock/gmock.h>

#include <new>

namespace sinew {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

TEST(WindowFaultTest, FaultsAreTold) {
    EXPECT_THAT(faultOf([] {}), IsEmpty());
    EXPECT_THAT(faultOf([] { throwVulkanError(VK_ERROR_OUT_OF_DEVICE_MEMORY, "vkCall"); }),
                HasSubstr("fewer instances"));
    EXPECT_THAT(faultOf([] { throw std::bad_alloc(); }), HasSubstr("memory"));
}

TEST(WindowFaultTest, ALostDeviceIsThrownOn) {
    EXPECT_THROW((void)faultOf([] { throwVulkanError(VK_ERROR_DEVICE_LOST, "vkCall"); }),
                 DeviceLost);
}

}  // namespace
}  // namespace sinew
