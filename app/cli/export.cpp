// sinew-cli export: every vertex of a posed model, as a method computes it.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>

#include "app/cli/arguments.h"
#include "app/cli/commands.h"
#include "app/cli/mesh_file.h"
#include "app/cli/played.h"
#include "app/cli/progress.h"
#include "app/cli/say.h"
#include "app/cli/session.h"
#include "app/cli/shot.h"
#include "app/output.h"
#include "renderer/picture.h"
#include "skinning/animation/range.h"
#include "skinning/cpu/reference.h"
#include "skinning/gpu/difference.h"

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

/// Nothing for the reference, which is not a method.
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

/// Throws OutOfRange where a number in double precision is too large for a float.
void requireFinite(const Model& model, const CapturedVertices& vertices) {
    for (uint32_t v = 0; v < vertices.positions.size(); ++v) {
        const glm::vec3 &p = vertices.positions[v], &n = vertices.normals[v];
        if (std::isfinite(glm::dot(glm::abs(p), glm::vec3(0.0f)) + glm::dot(n, n))) continue;
        const Influence& heaviest = model.geometry.influences[model.geometry.influenceOffsets[v]];
        throw OutOfRange(fmt::format(
            "{}: {}, moved most by joint \"{}\", has a position or normal too large for a float; "
            "try "
            "smaller translations and scales",
            model.name, placeOf(model, v), model.skeleton.names[model.binds[heaviest.bind].joint]));
    }
}

/// Only the vertices of the file: copies along tangent seams are left out, and triangles name the
/// vertices that were copied.
std::vector<uint32_t> dropCopies(const Model& model, CapturedVertices& vertices) {
    std::vector<uint32_t> exported(model.geometry.vertexCount());  // model vertex -> written vertex
    uint32_t written = 0;
    for (const Primitive& primitive : model.primitives) {
        const auto copies = static_cast<uint32_t>(primitive.tangentCopies.size());
        const uint32_t ofFile = primitive.vertexCount - copies;
        for (uint32_t v = 0; v < ofFile; ++v) {
            const uint32_t from = primitive.firstVertex + v;
            exported[from] = written;
            vertices.positions[written] = vertices.positions[from];
            vertices.normals[written] = vertices.normals[from];
            vertices.tangents[written] = vertices.tangents[from];
            ++written;
        }
        for (uint32_t c = 0; c < copies; ++c) {
            exported[primitive.firstVertex + ofFile + c] =
                exported[primitive.firstVertex + primitive.tangentCopies[c]];
        }
    }
    vertices.positions.resize(written);
    vertices.normals.resize(written);
    vertices.tangents.resize(written);
    std::vector<uint32_t> indices;
    indices.reserve(model.geometry.indices.size());
    for (const uint32_t index : model.geometry.indices) indices.push_back(exported[index]);
    return indices;
}

void exportPose(const ExportOptions& options) {
    requireEnding("--output", options.output, {".ply", ".obj"});
    const std::optional<SkinChoice> choice = choiceOf(options);
    requireOutputs({options.output}, options.model, options.modelOptions,
                   options.played.filesRead(options.model));
    const auto model = importPlayed(options.model, options.modelOptions, options.played);
    const Played played(options.played, *model, kRestPose);

    CapturedVertices vertices;
    if (choice) {
        withDevice(options.device, [&](const Device& device) {
            Capture capture = Capture::create(device, ShaderLibrary::embedded());
            const auto scene = capture.sceneOf(model);
            settle(*scene, std::span(&*choice, 1), 1);
            vertices = capture.capture(scene, {.choice = *choice}, played.requests(1));
        });
    } else {
        vertices = referenceVerticesAt(*model, played);
    }
    for (const Anchor& anchor : played.anchors(1)) {
        for (glm::vec3& position : vertices.positions) position += anchor.at;
    }
    requireFinite(*model, vertices);
    const std::vector<uint32_t> indices = dropCopies(*model, vertices);
    writeFile(options.output, options.output.ends_with(".ply") ? plyFile(vertices, indices)
                                                               : objFile(vertices, indices));
    say("{}: {} vertices, {} triangles\n", plainText(options.output), vertices.positions.size(),
        indices.size() / 3);
}

}  // namespace

void addExport(Program& program) {
    Command command =
        program.command("export", "Write every posed vertex, in the file's order and scene space");
    const auto options = std::make_shared<ExportOptions>();
    command.option("MODEL", options->model, "A .glb or .gltf file").required();
    command.option("-o,--output", options->output, "The .ply or .obj file to write").required();
    addModelOptions(command, options->modelOptions);
    addPlayedOptions(command, options->played, "the rest pose");
    command
        .option("--method", options->method,
                "Who skins, and how: see verify --help; or reference (double precision, no "
                "Vulkan)")
        .form(kChoiceForm)
        .showDefault();
    addChoiceDefaults(command, options->defaults);
    addDeviceOptions(command, options->device);
    command.footer(
        "Examples:\n"
        "  sinew-cli export character.glb --clip walk --time 0.5 -o posed.ply\n"
        "  sinew-cli export character.glb --clip 0 --method reference -o exact.obj");
    command.run([options] { exportPose(*options); });
}

}  // namespace sinew::cli
