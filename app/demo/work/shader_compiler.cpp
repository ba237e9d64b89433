// Compiles GLSL to SPIR-V with libshaderc.
#include "app/demo/work/shader_compiler.h"

#include <fmt/format.h>

#include <memory>
#include <set>
#include <shaderc/shaderc.hpp>
#include <sstream>

#include "app/demo/platform/files.h"
#include "skinning/gpu/frame/stopwatch.h"

namespace sinew {
namespace {

/// Includes are relative to the root, as in the build.
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
                                      const std::filesystem::path& root,
                                      const std::string& source) {
    shaderc::CompileOptions options;
    options.SetTargetEnvironment(shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_3);
    options.SetOptimizationLevel(shaderc_optimization_level_performance);
    options.SetWarningsAsErrors();
    options.SetIncluder(std::make_unique<Includer>(root));
    for (const std::string& definition : variant.definitions) {
        options.AddMacroDefinition(definition);
    }
    return compiler.CompileGlslToSpv(source, kindOf(variant.name),
                                     ("shaders/" + variant.source).c_str(), options);
}

ShaderCompiler::Result compileAll(std::filesystem::path root) {
    const Stopwatch stopwatch;
    ShaderCompiler::Result result;
    if (std::filesystem::exists(root / "variants.txt")) root = root.parent_path();
    const auto list = readFile(root / "shaders/variants.txt");
    if (!list) {
        result.errors =
            fmt::format("{}: no such file; set --shader-dir to the folder that contains shaders/\n",
                        (root / "shaders/variants.txt").string());
        return result;
    }
    const shaderc::Compiler compiler;
    std::set<std::string> said;  // variants of one source have the same errors
    for (const Variant& variant : readVariants(*list)) {
        const auto source = readFile(root / "shaders" / variant.source);
        if (!source) {
            result.errors += fmt::format("shaders/{}: no such file\n", variant.source);
            continue;
        }
        const auto compiled = compile(compiler, variant, root, *source);
        if (compiled.GetCompilationStatus() == shaderc_compilation_status_success) {
            result.spirv[variant.name].assign(compiled.begin(), compiled.end());
            continue;
        }
        std::istringstream lines(compiled.GetErrorMessage());
        for (std::string line; std::getline(lines, line);) {
            if (said.insert(line).second) result.errors += line + "\n";
        }
    }
    if (!result.errors.empty()) result.spirv.clear();
    result.seconds = stopwatch.ms() / 1000.0;
    return result;
}

}  // namespace

void ShaderCompiler::start(const std::filesystem::path& root) {
    if (busy()) return;
    const std::filesystem::path folder = std::filesystem::absolute(root).lexically_normal();
    running_ = std::async(std::launch::async, [folder] { return compileAll(folder); });
}

std::optional<ShaderCompiler::Result> ShaderCompiler::poll() {
    if (!busy() || running_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
        return std::nullopt;
    }
    return running_.get();
}

}  // namespace sinew
