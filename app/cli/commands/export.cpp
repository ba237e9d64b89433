// sinew-cli export: writes the vertices of a posed model, as a method computes them.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>

#include "app/cli/arguments.h"
#include "app/cli/commands/commands.h"
#include "app/cli/mesh_file.h"
#include "app/cli/played.h"
#include "app/cli/progress.h"
#include "app/cli/say.h"
#include "app/cli/session.h"
#include "app/cli/shot.h"
#include "app/output.h"
#include "renderer/device/instance.h"
#include "renderer/passes/picture.h"
#include "skinning/bounds/range.h"
#include "skinning/gpu/verify/capture.h"
#include "skinning/gpu/verify/difference.h"
#include "skinning/reference/reference.h"

namespace sinew::cli {
namespace {

constexpr const char* kReference = "reference";

struct ExportOptions {
    std::string model;
    std::string output;
    ModelOptions modelOptions;
    PlayedOptions played;
    std::string method = "compute";
    ChoiceDefaults defaults;
    DeviceOptions device;
};

/// Returns the choice of --method; nothing for `reference`, which is not a skinning method.
std::optional<SkinChoice> choiceOf(const ExportOptions& options) {
    if (options.method == kReference) return std::nullopt;
    try {
        return parseChoice(options.method, options.defaults);
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(fmt::format("{}, {}", error.what(), kReference));
    }
}

CapturedVertices referenceVerticesAt(const Model& model, const Played& played) {
    const ReferenceVertices reference =
        played.animated() || played.instance() > 0
            ? referenceVertices(model, played.requests(1)[0], SkinSettings{})
            : referenceVertices(model, played.clip(), played.timeSeconds());
    return {{reference.positions.begin(), reference.positions.end()},
            {reference.normals.begin(), reference.normals.end()},
            {reference.tangents.begin(), reference.tangents.end()}};
}

/// Throws OutOfRange if a position or the squared length of a normal is not a finite float.
void requireFinite(const Model& model, const CapturedVertices& vertices) {
    for (uint32_t v = 0; v < vertices.positions.size(); ++v) {
        const glm::vec3 &p = vertices.positions[v], &n = vertices.normals[v];
        if (std::isfinite(glm::dot(glm::abs(p), glm::vec3(0.0f)) + glm::dot(n, n))) continue;
        const Influence& heaviest = model.geometry.influences[model.geometry.influenceOffsets[v]];
        throw OutOfRange(fmt::format(
            "{}: {}, moved most by joint \"{}\", has a position or normal too large for a float; "
            "try "
            "smaller translations and scales",
            model.name, vertexText(model, v),
            model.skeleton.names[model.binds[heaviest.bind].joint]));
    }
}

/// Returns the triangle indices. If the pose mirrors at least two corners of a triangle, two of its
/// indices are swapped, so that its front face still points outwards.
std::vector<uint32_t> windingKept(const Model& model, const PoseRequest& request) {
    const std::vector<bool> mirrored = referenceVertices(model, request, SkinSettings{}).mirrored;
    std::vector<uint32_t> indices = model.geometry.indices;
    for (size_t i = 0; i + 2 < indices.size(); i += 3) {
        const int corners =
            mirrored[indices[i]] + mirrored[indices[i + 1]] + mirrored[indices[i + 2]];
        if (corners >= 2) std::swap(indices[i + 1], indices[i + 2]);
    }
    return indices;
}

/// Returns the mesh without the vertices that the import copied at tangent seams. Triangles refer
/// to the original vertices instead.
PosedMesh meshOf(const Model& model, const CapturedVertices& vertices,
                 std::span<const uint32_t> indices) {
    PosedMesh mesh;
    std::vector<uint32_t> exported(model.geometry.vertexCount());  // model vertex -> written vertex
    for (const Primitive& run : vertexRuns(model)) {
        const auto copies = static_cast<uint32_t>(run.tangentCopies.size());
        const uint32_t firstCopy = run.firstVertex + run.vertexCount - copies;
        for (uint32_t v = run.firstVertex; v < firstCopy; ++v) {
            exported[v] = static_cast<uint32_t>(mesh.positions.size());
            mesh.positions.push_back(vertices.positions[v]);
            mesh.normals.push_back(run.hasNormals ? vertices.normals[v] : glm::vec3(0));
        }
        for (uint32_t c = 0; c < copies; ++c) {
            exported[firstCopy + c] = exported[run.firstVertex + run.tangentCopies[c]];
        }
    }
    for (const uint32_t index : indices) mesh.indices.push_back(exported[index]);
    return mesh;
}

void exportPose(const ExportOptions& options) {
    requireEnding("--output", options.output, {".ply", ".obj"});
    const std::optional<SkinChoice> choice = choiceOf(options);
    requireOutputs({options.output}, options.model, options.modelOptions,
                   options.played.filesRead(options.model));
    const auto model = importPlayed(options.model, options.modelOptions, options.played);
    const Played played(options.played, *model, kRestPose);

    CapturedVertices vertices;
    const auto capture = [&](const Device& device) {
        Capture pass = Capture::create(device, ShaderLibrary::embedded());
        const auto scene = pass.sceneOf(model);
        settle(*scene, std::span(&*choice, 1), 1);
        vertices = pass.capture(scene, {.choice = *choice}, played.requests(1));
    };
    if (choice) {
        try {
            withDevice(options.device, capture);
        } catch (const NoVulkan& none) {
            throw std::runtime_error(fmt::format(
                "{}; or export with --method {}, which needs no Vulkan", none.what(), kReference));
        }
    } else {
        vertices = referenceVerticesAt(*model, played);
    }
    for (const Anchor& anchor : played.anchors(1)) {
        for (glm::vec3& position : vertices.positions) position += anchor.at;
    }
    requireFinite(*model, vertices);
    const PosedMesh mesh = meshOf(*model, vertices, windingKept(*model, played.requests(1)[0]));
    writeFile(options.output, endingOf(options.output) == ".ply" ? plyFile(mesh) : objFile(mesh));
    say("{}: {} vertices, {} triangles\n", plainText(options.output), mesh.positions.size(),
        mesh.indices.size() / 3);
}

}  // namespace

void addExport(Program& program) {
    Command command = program.command(
        "export", "Write the skinned vertices of a pose, in the file's vertex order");
    const auto options = std::make_shared<ExportOptions>();
    command.example("sinew-cli export hero.glb --clip walk --time 0.5 -o posed.ply");
    command.option("MODEL", options->model, "glTF file (.glb, .gltf)").required();
    addModelOptions(command, options->modelOptions);
    addPlayedOptions(command, options->played, "none");
    command.group(group::kSkinning);
    command
        .option("--method", options->method,
                "METHOD[:SETTING...], or reference: double precision, no Vulkan")
        .form(kChoiceForm)
        .showDefault();
    addChoiceDefaults(command, options->defaults);
    addDeviceOptions(command, options->device);
    command.group(group::kOutput);
    command.option("-o,--output", options->output, "Mesh to write: .ply or .obj")
        .form("FILE")
        .required();
    command.run([options] { exportPose(*options); });
}

}  // namespace sinew::cli
