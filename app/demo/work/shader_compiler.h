// Recompiles the shaders from their sources while the window runs (F5).
#pragma once

#include <filesystem>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sinew {

/// Compiles every line of shaders/variants.txt on its own thread, as the build does.
class ShaderCompiler {
public:
    struct Result {
        /// SPIR-V by name; empty after an error.
        std::map<std::string, std::vector<uint32_t>, std::less<>> spirv;
        /// One line per error: "shaders/sky.frag.glsl:7: error: ...". Empty: no errors.
        std::string errors;
        double seconds = 0;
    };

    /// `root` contains shaders/variants.txt, or is the folder shaders. Includes are relative to it.
    /// Does nothing during a compilation.
    void start(const std::filesystem::path& root);
    bool busy() const { return running_.valid(); }
    std::optional<Result> poll();

private:
    std::future<Result> running_;
};

}  // namespace sinew
