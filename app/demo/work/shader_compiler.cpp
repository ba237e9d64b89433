// Compiles GLSL to SPIR-V with libshaderc.
#include "app/demo/work/shader_compiler.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <mutex>
#include <shaderc/shaderc.hpp>
#include <sstream>
#include <utility>

#include "app/demo/platform/files.h"
#include "skinning/fault_words.h"

namespace sinew {
namespace {

/// Resolves #include relative to the root folder, as the build does.
class Includer : public shaderc::CompileOptions::IncluderInterface {
public:
    explicit Includer(std::filesystem::path root) : root_(std::move(root)) {}

    shaderc_include_result* GetInclude(const char* requested, shaderc_include_type,
                                       const char* /*requesting*/, size_t /*depth*/) override {
        auto* file = new File;
        if (auto content = readFile(root_ / requested)) {
            file->name = requested;
            file->content = std::move(*content);
        } else {  // no name: shaderc uses the content as the error's text
            file->content = fmt::format("no file {} under {}", requested, root_.string());
        }
        file->result = {file->name.data(), file->name.size(), file->content.data(),
                        file->content.size(), file};
        return &file->result;
    }
    void ReleaseInclude(shaderc_include_result* result) override {
        delete static_cast<File*>(result->user_data);
    }

private:
    struct File {
        std::string name;
        std::string content;
        shaderc_include_result result{};
    };
    std::filesystem::path root_;
};

shaderc_shader_kind kindOf(const std::string& name) {
    if (name.ends_with(".comp")) return shaderc_compute_shader;
    return name.ends_with(".vert") ? shaderc_vertex_shader : shaderc_fragment_shader;
}

struct Variant {
    std::string name;
    std::string source;
    std::vector<std::string> definitions;
};

std::vector<Variant> readVariants(const std::string& text) {
    std::vector<Variant> variants;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.empty() || line[0] == '#') continue;
        std::istringstream words(line);
        Variant variant;
        words >> variant.name >> variant.source;
        for (std::string word; words >> word;) variant.definitions.push_back(word);
        variants.push_back(std::move(variant));
    }
    return variants;
}

shaderc::SpvCompilationResult compile(const shaderc::Compiler& compiler, const Variant& variant,
                                      const std::filesystem::path& root, const std::string& source,
                                      shaderc_optimization_level level) {
    shaderc::CompileOptions options;
    options.SetTargetEnvironment(shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_3);
    options.SetOptimizationLevel(level);
    options.SetWarningsAsErrors();
    options.SetIncluder(std::make_unique<Includer>(root));
    for (const std::string& definition : variant.definitions) {
        options.AddMacroDefinition(definition);
    }
    return compiler.CompileGlslToSpv(source, kindOf(variant.name),
                                     ("shaders/" + variant.source).c_str(), options);
}

}  // namespace

using Clock = std::chrono::steady_clock;

/// Progress and results, shared by the compiler thread and the window.
struct ShaderCompiler::Board {
    const Clock::time_point since = Clock::now();
    std::atomic<float> fraction{0};
    std::mutex mutex;
    std::deque<Result> results;  // guarded by `mutex`

    double seconds() const { return std::chrono::duration<double>(Clock::now() - since).count(); }
    void post(Result result) {
        result.seconds = seconds();
        const std::lock_guard lock(mutex);
        results.push_back(std::move(result));
    }
};

/// One compilation of all shaders, on the compiler thread.
class ShaderCompiler::Run {
public:
    Run(Board& board, std::stop_token stop) : board_(board), stop_(std::move(stop)) {}

    void compileAll(std::filesystem::path root, const ShaderNames& first) {
        if (std::filesystem::exists(root / "variants.txt")) root = root.parent_path();
        root_ = std::move(root);
        const std::filesystem::path list = root_ / "shaders/variants.txt";
        const auto text = readFile(list);
        if (!text) {
            return fail(fmt::format(
                "{}: no such file; set --shader-dir to the folder that contains shaders/\n",
                list.string()));
        }
        std::vector<Variant> variants = readVariants(*text);
        const auto others = std::stable_partition(
            variants.begin(), variants.end(),
            [&](const Variant& variant) { return first.contains(variant.name); });
        all_ = 2 * variants.size();
        for (const Variant& variant : variants) {
            compileOne(variant, shaderc_optimization_level_zero);
        }
        if (!said_.empty()) return board_.post({.spirv = {}, .errors = {}, .complete = true});
        spirv_.clear();
        const auto count = static_cast<size_t>(others - variants.begin());
        for (size_t i = 0; i < variants.size(); ++i) {
            if (i == count && i > 0 && said_.empty()) board_.post({.spirv = spirv_, .errors = {}});
            compileOne(variants[i], shaderc_optimization_level_performance);
        }
        if (!said_.empty()) spirv_.clear();
        board_.post({.spirv = std::move(spirv_), .errors = {}, .complete = true});
    }

    void fail(std::string errors) {
        board_.post({.spirv = {}, .errors = std::move(errors), .complete = true});
    }

private:
    /// Compiles one variant. Posts new lines of errors immediately, and each line once, because
    /// variants of one source have the same errors.
    void compileOne(const Variant& variant, shaderc_optimization_level level) {
        if (stop_.stop_requested()) return;
        std::string errors;
        if (const auto source = readFile(root_ / "shaders" / variant.source)) {
            const auto compiled = compile(compiler_, variant, root_, *source, level);
            if (compiled.GetCompilationStatus() == shaderc_compilation_status_success) {
                spirv_[variant.name].assign(compiled.begin(), compiled.end());
            } else {
                errors = compiled.GetErrorMessage();
            }
        } else {
            errors = fmt::format("shaders/{}: no such file\n", variant.source);
        }
        std::string unsaid;
        std::istringstream lines(errors);
        for (std::string line; std::getline(lines, line);) {
            if (said_.insert(line).second) unsaid += line + "\n";
        }
        if (!unsaid.empty()) board_.post({.spirv = {}, .errors = std::move(unsaid)});
        board_.fraction = static_cast<float>(++done_) / static_cast<float>(all_);
    }

    Board& board_;
    std::stop_token stop_;
    std::filesystem::path root_;
    shaderc::Compiler compiler_;
    std::map<std::string, std::vector<uint32_t>, std::less<>> spirv_;
    std::set<std::string> said_;  // posted lines of errors
    size_t done_ = 0, all_ = 1;   // compilations
};

void ShaderCompiler::start(const std::filesystem::path& root, ShaderNames first) {
    thread_.request_stop();
    board_ = std::make_shared<Board>();
    // The new thread starts at once. At its end it waits for the thread of the abandoned
    // compilation.
    thread_ = std::jthread(
        [board = board_, first = std::move(first), abandoned = std::move(thread_),
         folder = std::filesystem::absolute(root).lexically_normal()](const std::stop_token& stop) {
            Run run(*board, stop);
            try {
                run.compileAll(folder, first);
            } catch (const std::exception& fault) {  // includes std::bad_alloc
                run.fail(faultWords(fault) + "\n");
            }
        });
}

std::optional<ShaderCompiler::Result> ShaderCompiler::poll() {
    if (!board_) return std::nullopt;
    const std::shared_ptr<Board> board = board_;  // keeps the mutex after board_.reset()
    const std::lock_guard lock(board->mutex);
    if (board->results.empty()) return std::nullopt;
    Result result = std::move(board->results.front());
    board->results.pop_front();
    if (result.complete) board_.reset();
    return result;
}

float ShaderCompiler::fraction() const {
    return board_ ? board_->fraction.load() : 0.0f;
}

double ShaderCompiler::seconds() const {
    return board_ ? board_->seconds() : 0.0;
}

}  // namespace sinew
