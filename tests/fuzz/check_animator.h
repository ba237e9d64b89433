// Descriptions of animators: what is read also runs.
#pragma once

#include <filesystem>
#include <string>

namespace sinew::test {

/// Reads a description for a small character and lets a crowd play it for a while. What is wrong with
/// its requests or events, or empty. Throws as readAnimator() does.
std::string brokenAnimator(const std::filesystem::path& file);

}  // namespace sinew::test
