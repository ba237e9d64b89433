// Compiling the shaders again from their sources, while the window runs (F5).
#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sinew {

/// Compiles every line of shaders/variants.txt on a thread of its own, as the build does.
class ShaderCompiler {
public:
    struct Result {
        /// SPIR-V by name; empty when anything failed.
        std::map<std::string, std::vector<uint32_t>, std::less<>> spirv;
        /// One line an error: "shaders/sky.frag.glsl:7: error: ...". Empty: all is well.
        std::string errors;
        double seconds = 0;
    };

    /// `root` holds shaders/variants.txt, or is the folder shaders itself; includes are read from
    /// it. Nothing happens while a compilation runs.
    void start(const std::filesystem::path& root);
    bool busy() const { return running_.valid(); }
    std::optional<Result> poll();

private:
    std::future<Result> running_;
};

}  // namespace sinew
