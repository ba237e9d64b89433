// sinew-cli inspect: prints the contents of a model and the cost of each method for it.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <span>

#include "app/cli/commands/commands.h"
#include "app/cli/progress.h"
#include "app/cli/say.h"
#include "benchmarks/report/number_text.h"
#include "skinning/animation/root_motion.h"
#include "skinning/animation/sample.h"
#include "skinning/bounds/clip_boxes.h"
#include "skinning/gpu/frame/frame.h"
#include "skinning/gpu/skin/cost.h"
#include "skinning/lod/levels.h"
#include "skinning/packing/clip_packing.h"
#include "skinning/plain_text.h"

namespace sinew::cli {
namespace {

using json = nlohmann::ordered_json;  // keeps the order of keys

std::string named(const std::string& name) {
    constexpr size_t kMost = 80;
    return name.empty() ? "(unnamed)" : shortened(name, kMost);
}

/// Returns a list whose entry n is the number of vertices with n influences.
std::vector<uint32_t> influenceHistogram(const Geometry& geometry) {
    std::vector<uint32_t> histogram;
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        const size_t count = geometry.influenceOffsets[v + 1] - geometry.influenceOffsets[v];
        if (histogram.size() <= count) histogram.resize(count + 1);
        ++histogram[count];
    }
    return histogram;
}

uint32_t morphedVertices(const Geometry& geometry) {
    uint32_t count = 0;
    for (size_t v = 1; v < geometry.morphOffsets.size(); ++v) {
        count += geometry.morphOffsets[v] > geometry.morphOffsets[v - 1];
    }
    return count;
}

// Names of enum values, in their order.
constexpr std::array kInterpolations{"STEP", "LINEAR", "CUBICSPLINE"};
constexpr std::array kPaths{"translation", "rotation", "scale", "weights"};

/// Counts the channels of a clip by the value of `member`: {"STEP": 1, "LINEAR": 2}.
template <typename Value>
json countChannels(const Clip& clip, Value Channel::*member, const auto& names) {
    std::map<Value, int> counts;
    for (const Channel& channel : clip.channels) ++counts[channel.*member];
    json named = json::object();
    for (const auto& [value, count] : counts) named[names[static_cast<size_t>(value)]] = count;
    return named;
}

std::string countsText(const json& counts) {
    std::string text;
    for (const auto& [name, count] : counts.items()) {
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count.get<int>(), name);
    }
    return text;
}

/// Divides `bytes` by the number of keyframes that the clip has in the glTF file.
double aKey(const PackedClip& packed, uint64_t bytes) {
    return static_cast<double>(bytes) / std::max(packed.keys, 1u);
}

json boxJson(const Box& box) {
    return {{"low", {box.low.x, box.low.y, box.low.z}},
            {"high", {box.high.x, box.high.y, box.high.z}}};
}

std::string sidesText(const Box& box) {
    const glm::vec3 sides = box.high - box.low;
    return fmt::format("{:.3g} x {:.3g} x {:.3g}", sides.x, sides.y, sides.z);
}

/// Returns the angle in degrees between the root's rotations at the start and the end of the clip;
/// 0 if the model has no joint for root motion.
float rootTurn(const Model& model, const Clip& clip) {
    uint32_t root = 0;
    try {
        root = rootMotionOf(model).joint;
    } catch (const std::runtime_error&) {
        return 0;
    }
    const ClipSampler sampler(clip);
    Pose start = restPose(model), end = start;
    sampler.sample(0, start);
    sampler.sample(clip.durationSeconds, end);
    const float cosine = glm::dot(start.joints[root].rotation, end.joints[root].rotation);
    return glm::degrees(2 * std::acos(std::min(std::abs(cosine), 1.0f)));
}

json clipJson(const Model& model, const Clip& clip, const PackedClip& packed, const Box& box) {
    return {{"name", clip.name},
            {"rootTurnDegrees", rootTurn(model, clip)},
            {"durationSeconds", clip.durationSeconds},
            {"firstKeySeconds", clip.firstKeySeconds},
            {"channels", clip.channels.size()},
            {"keys", clip.times.size()},
            {"paths", countChannels(clip, &Channel::path, kPaths)},
            {"interpolations", countChannels(clip, &Channel::interpolation, kInterpolations)},
            {"fp32BytesPerKey", aKey(packed, packed.fp32Bytes)},
            {"packedBytesPerKey", aKey(packed, packed.bytes)},
            {"packedKeys", packed.keptKeys},
            {"packedBound", packed.bound},
            {"box", boxJson(box)}};
}

json primitiveJson(const Model& model, const Primitive& primitive) {
    return {{"mesh", primitive.meshName},
            {"node", primitive.node},
            {"primitive", primitive.primitive},
            {"skinned", primitive.skinned},
            {"firstVertex", primitive.firstVertex},
            {"vertices", primitive.vertexCount},
            {"tangentCopies", primitive.tangentCopies.size()},
            {"triangles", primitive.indexCount / 3},
            {"normals", primitive.hasNormals},
            {"tangents", primitive.hasTangents},
            {"colors", primitive.hasColors},
            {"material", model.materials[primitive.material].name}};
}

constexpr std::array<const char*, 5> kTextureNames{"base colour", "metallic-roughness", "normal",
                                                   "occlusion", "emissive"};
constexpr std::array<const char*, 3> kAlphaNames{"opaque", "mask", "blend"};

const char* alphaOf(const Material& material) {
    return kAlphaNames[static_cast<size_t>(material.alpha)];
}

/// Returns the materials of the file. The last material is the default one; it is left out if no
/// primitive uses it.
std::span<const Material> materialsOfFile(const Model& model) {
    const size_t fallback = model.materials.size() - 1;
    const bool used = std::any_of(model.primitives.begin(), model.primitives.end(),
                                  [&](const Primitive& p) { return p.material == fallback; });
    return std::span(model.materials).first(used ? fallback + 1 : fallback);
}

json materialJson(const Model& model, const Material& material) {
    json textures = json::object();
    const auto all = material.textures();
    for (size_t slot = 0; slot < all.size(); ++slot) {
        if (!*all[slot]) continue;
        const Image& image = model.images[all[slot]->image];
        textures[kTextureNames[slot]] = {{"image", image.name},
                                         {"width", image.width},
                                         {"height", image.height},
                                         {"uvSet", all[slot]->uvSet}};
    }
    return {{"name", material.name},         {"alpha", alphaOf(material)},
            {"unlit", material.unlit},       {"doubleSided", material.doubleSided},
            {"metallic", material.metallic}, {"roughness", material.roughness},
            {"textures", textures}};
}

std::string materialText(const Model& model, const Material& material) {
    std::string text =
        fmt::format("  {:<24} {}{}{}", named(material.name), alphaOf(material),
                    material.doubleSided ? ", double sided" : "", material.unlit ? ", unlit" : "");
    const auto all = material.textures();
    for (size_t slot = 0; slot < all.size(); ++slot) {
        if (!*all[slot]) continue;
        const Image& image = model.images[all[slot]->image];
        text += fmt::format(", {} {} x {}", kTextureNames[slot], image.width, image.height);
    }
    return text + '\n';
}

/// Returns the cost with the default shadow cascades on a device with Vulkan's minimum limits.
CostCard costHere(const Model& model, Method method) {
    return costOf(model, {method, {}}, passesOf(FrameSettings{}), {});
}

/// Returns the packed clips. All sizes are zero if a clip has too many keyframes to be packed.
PackedClips packedClipsOf(const Model& model) {
    if (canPack(model)) return packClips(model, makeBindBoxes(model));
    PackedClips none;
    none.clips.resize(model.clips.size());
    return none;
}

json costJson(const CostCard& card) {
    const auto limit = [](uint64_t value) { return value > 0 ? json(value) : json(nullptr); };
    return {{"choice", choiceText(card.choice)},
            {"passes", card.passes},
            {"uploadedBytesPerInstance", card.uploaded},
            {"poseReadBytesPerInstance", card.pose.read},
            {"poseWrittenBytesPerInstance", card.pose.written},
            {"paletteReadBytesPerInstance", card.palette.read},
            {"paletteWrittenBytesPerInstance", card.palette.written},
            {"skinReadBytesPerVertex", card.perVertex(card.skin.read)},
            {"skinWrittenBytesPerVertex", card.perVertex(card.skin.written)},
            {"cpuReadBytesPerInstance", card.cpu.read},
            {"cpuWrittenBytesPerInstance", card.cpu.written},
            {"forwardReadBytesPerVertex", card.perVertex(card.readForward)},
            {"depthReadBytesPerVertex", card.perVertex(card.readForDepth)},
            {"fadingForwardReadBytesPerVertex", card.perVertex(card.readWhileFading)},
            {"motionReadBytesPerVertex", card.perVertex(card.readForMotion)},
            {"movedBytesPerInstance", card.perFrame()},
            {"verticesSkinnedPerInstance", card.verticesSkinned},
            {"heldBytesPerModel", card.memoryOfModel},
            {"bakedBytesPerModel", card.bakedBytes},
            {"heldBytesPerInstance", card.memoryPerInstance},
            {"dispatches", card.dispatches},
            {"pointDraws", card.pointDraws},
            {"drawsPerPass", card.drawsPerPass},
            {"instancesPerDraw", limit(card.instancesPerDraw)},
            {"jointLimit", limit(card.paletteLimit.entries)},
            {"jointLimitReason", card.paletteLimit.because},
            {"cannot", card.cannot}};
}

json levelsJson(const Model& model) {
    const Levels levels = makeLevels(model);
    json all = json::array();
    for (const Level& level : levels.coarser) {
        all.push_back({{"triangles", level.triangleCount()},
                       {"vertices", level.vertexCount},
                       {"restError", level.restError},
                       {"error", level.error}});
    }
    return {{"poses", levels.poseCount}, {"coarser", all}};
}

std::string levelsText(const Model& model) {
    const Levels levels = makeLevels(model);
    std::string text =
        fmt::format("levels          {} coarser levels of detail (LOD), with their error bounds\n",
                    levels.coarser.size());
    for (size_t i = 0; i < levels.coarser.size(); ++i) {
        const Level& level = levels.coarser[i];
        text += fmt::format(
            "  {:<3} {:>8} triangles, {:>8} vertices: {:.3g} in the rest pose, {:.3g} in any of "
            "{}\n",
            i + 1, level.triangleCount(), level.vertexCount, level.restError, level.error,
            levels.poseCount);
    }
    return text;
}

json modelJson(const Model& model) {
    json influences = json::object();
    const std::vector<uint32_t> histogram = influenceHistogram(model.geometry);
    for (size_t n = 0; n < histogram.size(); ++n) {
        if (histogram[n]) influences[std::to_string(n)] = histogram[n];
    }
    json meshes = json::array(), skins = json::array(), clips = json::array();
    for (const Primitive& primitive : model.primitives) {
        meshes.push_back(primitiveJson(model, primitive));
    }
    for (const Skin& skin : model.skins) {
        skins.push_back({{"name", skin.name}, {"joints", skin.binds.size()}});
    }
    const PackedClips packed = packedClipsOf(model);
    const ClipBoxes boxes = makeClipBoxes(model, makeBindBoxes(model));
    for (size_t i = 0; i < model.clips.size(); ++i) {
        clips.push_back(clipJson(model, model.clips[i], packed.clips[i], boxes.clips[i]));
    }
    json methods = json::object();
    for (const Method method : allMethods()) {
        methods[std::string(methodName(method))] = costJson(costHere(model, method));
    }
    json materials = json::array();
    for (const Material& material : materialsOfFile(model)) {
        materials.push_back(materialJson(model, material));
    }
    return {{"version", 3},
            {"name", model.name},
            {"vertices", model.geometry.vertexCount()},
            {"verticesInNoTriangle", model.verticesInNoTriangle},
            {"triangles", model.geometry.indices.size() / 3},
            {"joints", model.skeleton.size()},
            {"jointNames", model.skeleton.names},
            {"paletteEntries", model.binds.size()},
            {"verticesByInfluences", influences},
            {"morphTargets", model.restMorphWeights.size()},
            {"restMorphWeights", model.restMorphWeights},
            {"morphNames", model.morphNames},
            {"verticesMorphed", morphedVertices(model.geometry)},
            {"primitives", meshes},
            {"skins", skins},
            {"clips", clips},
            {"boxOfAnything", boxJson(boxes.any)},
            {"materials", materials},
            {"images", model.images.size()},
            {"extensions", model.extensionsUsed},
            {"warnings", model.warnings},
            {"methods", methods}};
}

std::string clipsText(const Model& model) {
    std::string text = fmt::format("clips           {}\n", model.clips.size());
    const PackedClips all = packedClipsOf(model);
    const std::vector<PackedClip>& packed = all.clips;
    const ClipBoxes boxes = makeClipBoxes(model, makeBindBoxes(model));
    for (size_t i = 0; i < model.clips.size(); ++i) {
        const Clip& clip = model.clips[i];
        text += fmt::format("  {:<3} {:<20} {:7.3f} s  {} channels", i, named(clip.name),
                            clip.durationSeconds, clip.channels.size());
        if (!clip.channels.empty()) {
            text += fmt::format(
                ": {} ({})", countsText(countChannels(clip, &Channel::path, kPaths)),
                countsText(countChannels(clip, &Channel::interpolation, kInterpolations)));
        }
        text += '\n';
        if (clip.firstKeySeconds != 0) {
            text += fmt::format("      first key at {:.6g} s in the file, and at 0 s here\n",
                                clip.firstKeySeconds);
        }
        text += fmt::format("      bounds {}\n", sidesText(boxes.clips[i]));
        constexpr float kTurns = 5;
        if (const float turn = rootTurn(model, clip); turn > kTurns) {
            text += fmt::format(
                "      rotates the root by {:.0f} degrees; root motion ignores this rotation\n",
                turn);
        }
        if (packed[i].keys == 0) continue;
        text += fmt::format(
            "      {} keys, {:.1f} bytes each; packed {:.1f} bytes each, vertex error at most "
            "{:.2g} of the size\n",
            packed[i].keys, aKey(packed[i], packed[i].fp32Bytes), aKey(packed[i], packed[i].bytes),
            packed[i].bound);
    }
    if (!model.clips.empty()) {
        text += fmt::format("      bounds with crossfades, layers and additive clips {}\n",
                            sidesText(boxes.any));
    }
    if (all.layeredBound > 0) {
        text += fmt::format("      packed, vertex error with these at most {:.2g} of the size\n",
                            all.layeredBound);
    }
    return text;
}

std::string costsText(const Model& model) {
    std::vector<CostCard> cards;
    for (const Method method : allMethods()) cards.push_back(costHere(model, method));
    return costTable(cards);
}

std::string modelText(const Model& model) {
    const Geometry& geometry = model.geometry;
    std::string text = model.name + '\n';
    auto out = std::back_inserter(text);
    fmt::format_to(out, "vertices        {} in {} primitive{}, {} triangles\n",
                   geometry.vertexCount(), model.primitives.size(),
                   model.primitives.size() == 1 ? "" : "s", geometry.indices.size() / 3);
    if (model.verticesInNoTriangle > 0) {
        fmt::format_to(out, "  {} more in no triangle, not imported\n", model.verticesInNoTriangle);
    }
    uint32_t nextRun = 0;  // first vertex that is not printed yet
    for (const Primitive& primitive : model.primitives) {
        const bool isShared = primitive.firstVertex < nextRun;
        if (!isShared) nextRun = primitive.firstVertex + primitive.vertexCount;
        fmt::format_to(out, "  {:<24} {:>8} vertices, {}, material {}{}{}{}\n",
                       named(primitive.meshName),
                       isShared ? "shared" : std::to_string(primitive.vertexCount),
                       primitive.skinned ? "skinned" : "rigid",
                       named(model.materials[primitive.material].name),
                       primitive.hasNormals ? "" : ", no normals",
                       primitive.hasTangents ? "" : ", no tangents",
                       primitive.hasColors ? ", vertex colours" : "");
    }
    fmt::format_to(out, "joints          {} nodes, {} palette entries\n", model.skeleton.size(),
                   model.binds.size());
    for (const Skin& skin : model.skins) {
        fmt::format_to(out, "  skin {:<19} {:>8} joints\n", named(skin.name), skin.binds.size());
    }
    fmt::format_to(out, "influences     ");
    const std::vector<uint32_t> histogram = influenceHistogram(geometry);
    for (size_t n = 0; n < histogram.size(); ++n) {
        if (histogram[n]) fmt::format_to(out, " {}: {} vertices;", n, histogram[n]);
    }
    text.back() = '\n';
    fmt::format_to(out, "morph targets   {}", model.restMorphWeights.size());
    if (!model.restMorphWeights.empty()) {
        fmt::format_to(out, ", of {} vertices: {}", morphedVertices(geometry),
                       shortened(fmt::format("{}", fmt::join(model.morphNames, ", ")), 300));
    }
    text += '\n';
    text += clipsText(model);
    fmt::format_to(out, "materials       {}, {}, {} uv set{}\n", materialsOfFile(model).size(),
                   counted(model.images.size(), "image"), geometry.uvSets.size(),
                   geometry.uvSets.size() == 1 ? "" : "s");
    for (const Material& material : materialsOfFile(model)) text += materialText(model, material);
    if (!model.extensionsUsed.empty()) {
        text += shortened(fmt::format("extensions      {}", fmt::join(model.extensionsUsed, ", ")),
                          kLongestLine);
        text += '\n';
    }
    for (const std::string& warning : model.warnings) text += messageLine("warning", warning);
    text += '\n' + costsText(model);
    return text;
}

struct InspectOptions {
    std::string model;
    ModelOptions modelOptions;
    bool json = false;
    bool levels = false;
};

void inspect(const InspectOptions& options) {
    const Model model = importWithProgress(options.model, options.modelOptions);
    if (!options.json) {
        say("{}{}", modelText(model), options.levels ? levelsText(model) : "");
        return;
    }
    json facts = modelJson(model);
    if (options.levels) facts["levels"] = levelsJson(model);
    say("{}\n", facts.dump(2, ' ', false, json::error_handler_t::replace));
}

}  // namespace

void addInspect(Program& program) {
    Command command = program.command(
        "inspect", "Print a model's content, and the memory, draws and limits per method");
    const auto options = std::make_shared<InspectOptions>();
    command.example("sinew-cli inspect hero.glb --levels");
    command.option("MODEL", options->model, "glTF file (.glb, .gltf)").required();
    addModelOptions(command, options->modelOptions);
    command.group(group::kOutput);
    command.flag("--json", options->json, "Print JSON");
    command.flag("--levels", options->levels,
                 "Also generate levels of detail (LOD): triangles and error of each");
    command.run([options] { inspect(*options); });
}

}  // namespace sinew::cli
