// Recompiles the shaders from their sources while the window runs (F5).
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace sinew {

using ShaderNames = std::set<std::string, std::less<>>;

/// Compiles, on its own thread, the shaders that shaders/variants.txt lists, as the build does.
/// First it checks every source without optimization, because that is fast and finds all errors.
/// Then it compiles the shaders of the view, and then the others.
class ShaderCompiler {
public:
    struct Result {
        /// SPIR-V by name, of all shaders so far; empty after an error.
        std::map<std::string, std::vector<uint32_t>, std::less<>> spirv;
        /// New errors, one per line: "shaders/draw/sky.frag.glsl:7: error: ...".
        std::string errors;
        double seconds = 0;     // since start()
        bool complete = false;  // true: the last result
    };

    /// Starts a compilation and abandons a running one. `root` is the folder shaders, which
    /// contains variants.txt, or its parent. `first` has the names of the shaders that the view
    /// uses.
    void start(const std::filesystem::path& root, ShaderNames first);
    bool busy() const { return board_ != nullptr; }
    /// Returns the next result, each only once.
    std::optional<Result> poll();
    float fraction() const;
    double seconds() const;

private:
    struct Board;
    class Run;

    std::shared_ptr<Board> board_;  // shared with the thread; null: idle
    std::jthread thread_;           // its destructor waits for the current shader
};

}  // namespace sinew
