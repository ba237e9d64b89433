// Binary glTF: its JSON, and the buffer in fixed roundings.
#include "assets/gltf/glb.h"

#include <algorithm>
#include <array>
#include <bit>
#include <nlohmann/json.hpp>

#include "assets/math/rotation.h"
#include "images/png_writer.h"

namespace sinew::assets {
namespace {

using Json = nlohmann::json;

enum ComponentType : int { kI16 = 5122, kU8 = 5121, kU16 = 5123, kU32 = 5125, kF32 = 5126 };

// What lies below one part in a million is noise of the last bits: it is rounded away.
float rounded(double v) {
    constexpr double kScale = 1048576.0;
    const double r = std::floor(v * kScale + 0.5) / kScale;
    return static_cast<float>(r == 0.0 ? 0.0 : r);
}

Json numbers(Vec3 v) {
    return {rounded(v.x), rounded(v.y), rounded(v.z)};
}

class GlbBuilder {
public:
    explicit GlbBuilder(const Encoding& encoding) : encoding_(encoding) {}

    void f32(double v) { u32(std::bit_cast<std::uint32_t>(rounded(v))); }
    void u8(int v) { buffer_.push_back(static_cast<std::uint8_t>(v)); }
    void u16(int v) {
        u8(v & 255);
        u8(v >> 8 & 255);
    }
    void u32(std::uint32_t v) {
        for (int shift = 0; shift < 32; shift += 8) u8(static_cast<int>(v >> shift & 255));
    }
    // The signed step of 1 / 32767 nearest to v.
    void i16(double v) {
        u16(static_cast<int>(std::floor(clamp(v, -1.0, 1.0) * 32767.0 + 0.5)) & 0xFFFF);
    }

    /// Begins a buffer view; every one starts at a multiple of four bytes.
    void beginView(int target) {
        while (buffer_.size() % 4 != 0) u8(0);
        viewStart_ = buffer_.size();
        viewTarget_ = target;
    }
    int endView() {
        Json view = {
            {"buffer", 0}, {"byteOffset", viewStart_}, {"byteLength", buffer_.size() - viewStart_}};
        if (viewTarget_ != 0) view["target"] = viewTarget_;
        views_.push_back(view);
        return static_cast<int>(views_.size()) - 1;
    }
    std::size_t viewSize() const { return buffer_.size() - viewStart_; }

    int accessor(int view, std::size_t offset, int componentType, std::size_t count,
                 const char* type, bool normalized = false) {
        Json accessor = {{"bufferView", view},
                         {"byteOffset", offset},
                         {"componentType", componentType},
                         {"count", count},
                         {"type", type}};
        if (normalized) accessor["normalized"] = true;
        accessors_.push_back(accessor);
        return static_cast<int>(accessors_.size()) - 1;
    }

    void addMesh(const Character& c);
    void addSkin(const Character& c);
    void addClips(const Character& c);
    std::vector<std::uint8_t> finish(const Character& c);

private:
    void addInfluences(const Character& c);
    void addClip(const Character& c, const Clip& clip);
    template <typename Value, typename Write>
    int addOutputs(const std::vector<Value>& values, int step, Write write);

    const Encoding& encoding_;
    std::vector<std::uint8_t> buffer_;
    std::size_t viewStart_ = 0;
    int viewTarget_ = 0;
    Json views_, accessors_, animations_, attributes_;
    int indices_ = 0, inverseBind_ = 0, imageView_ = 0;
};

void GlbBuilder::addInfluences(const Character& c) {
    const std::size_t count = c.positions.size();
    for (int set = 0; set < encoding_.influences / 4; ++set) {
        const auto entry = [&](std::size_t v, std::size_t k) -> std::pair<int, double> {
            const auto& all = c.influences[v];
            const std::size_t i = static_cast<std::size_t>(set) * 4 + k;
            return i < all.size() ? all[i] : std::pair<int, double>{0, 0.0};
        };
        // Whole steps of the stored precision, rounded so that all sets add up to exactly 1.
        const int one = encoding_.packedWeights ? 65535 : 1 << 20;
        const auto steps = [&](std::size_t v, std::size_t i) {
            const auto& all = c.influences[v];
            if (i >= all.size()) return 0;
            int rest = one;
            for (std::size_t k = 1; k < all.size(); ++k) {
                const int s = static_cast<int>(std::floor(all[k].second * one + 0.5));
                if (k == i) return s;
                rest -= s;
            }
            return rest;
        };
        beginView(34962);
        for (std::size_t v = 0; v < count; ++v) {
            for (std::size_t k = 0; k < 4; ++k) {
                const auto [joint, weight] = entry(v, k);
                encoding_.wideJoints ? u16(joint) : u8(joint);
            }
        }
        attributes_["JOINTS_" + std::to_string(set)] =
            accessor(endView(), 0, encoding_.wideJoints ? kU16 : kU8, count, "VEC4");
        beginView(34962);
        for (std::size_t v = 0; v < count; ++v) {
            for (std::size_t k = 0; k < 4; ++k) {
                const int s = steps(v, static_cast<std::size_t>(set) * 4 + k);
                encoding_.packedWeights ? u16(s) : f32(static_cast<double>(s) / one);
            }
        }
        attributes_["WEIGHTS_" + std::to_string(set)] =
            accessor(endView(), 0, encoding_.packedWeights ? kU16 : kF32, count, "VEC4",
                     encoding_.packedWeights);
    }
}

void GlbBuilder::addMesh(const Character& c) {
    const std::size_t count = c.positions.size();
    beginView(34962);
    Vec3 lo{1e9, 1e9, 1e9}, hi{-1e9, -1e9, -1e9};
    for (const Vec3 p : c.positions) {
        f32(p.x), f32(p.y), f32(p.z);
        lo = {std::min(lo.x, p.x), std::min(lo.y, p.y), std::min(lo.z, p.z)};
        hi = {std::max(hi.x, p.x), std::max(hi.y, p.y), std::max(hi.z, p.z)};
    }
    const int positions = accessor(endView(), 0, kF32, count, "VEC3");
    accessors_[static_cast<std::size_t>(positions)].update(
        {{"min", numbers(lo)}, {"max", numbers(hi)}});
    attributes_["POSITION"] = positions;
    beginView(34962);
    for (const Vec3 n : c.normals) f32(n.x), f32(n.y), f32(n.z);
    attributes_["NORMAL"] = accessor(endView(), 0, kF32, count, "VEC3");
    beginView(34962);
    for (const Tangent& t : c.tangents)
        f32(t.direction.x), f32(t.direction.y), f32(t.direction.z), f32(t.hand);
    attributes_["TANGENT"] = accessor(endView(), 0, kF32, count, "VEC4");
    beginView(34962);
    for (const Vec2 uv : c.uvs) f32(uv.x), f32(uv.y);
    attributes_["TEXCOORD_0"] = accessor(endView(), 0, kF32, count, "VEC2");
    if (!c.joints.empty()) addInfluences(c);
    beginView(34963);
    const bool wide = count > 65535;  // glTF reserves the last u16
    for (const Triangle& t : c.triangles) {
        for (const std::uint32_t v : t) wide ? u32(v) : u16(static_cast<int>(v));
    }
    indices_ = accessor(endView(), 0, wide ? kU32 : kU16, c.triangles.size() * 3, "SCALAR");
    const auto side = [](int texels) { return static_cast<std::uint32_t>(texels); };
    const std::string png =
        images::encodePng(side(c.baseColour.width), side(c.baseColour.height), c.baseColour.rgba);
    beginView(0);
    buffer_.insert(buffer_.end(), png.begin(), png.end());
    imageView_ = endView();
}

void GlbBuilder::addSkin(const Character& c) {
    beginView(0);
    for (const JointPlace& joint : c.joints) {
        const Vec3 p = joint.position;
        for (int i = 0; i < 12; ++i) f32(i % 5 == 0 ? 1.0 : 0.0);
        f32(-rounded(p.x)), f32(-rounded(p.y)), f32(-rounded(p.z)), f32(1.0);
    }
    inverseBind_ = accessor(endView(), 0, kF32, c.joints.size(), "MAT4");
}

template <typename Value, typename Write>
int GlbBuilder::addOutputs(const std::vector<Value>& values, int step, Write write) {
    int count = 0;
    for (std::size_t i = 0; i < values.size(); i += static_cast<std::size_t>(step), ++count)
        write(values[i]);
    return count;
}

// The largest error, in the values' own units, of leaving out all samples but every `step`-th.
template <typename Value, typename Difference, typename Mix>
double thinningError(const std::vector<Value>& values, std::size_t step, Difference difference,
                     Mix blend) {
    double worst = 0.0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::size_t a = i / step * step, b = std::min(a + step, values.size() - 1);
        const double t = static_cast<double>(i - a) / static_cast<double>(step);
        worst = std::max(worst, difference(values[i], blend(values[a], values[b], t)));
    }
    return worst;
}

void GlbBuilder::addClip(const Character& c, const Clip& clip) {
    // Every channel takes the coarsest of these rates that stays within the allowed error; channels
    // of one rate share their times.
    constexpr std::array<std::size_t, 4> kSteps = {8, 4, 2, 1};
    const double rotationError = encoding_.rotationError;
    constexpr double kTranslationError = 0.0001;
    const std::size_t last = clip.samples.size() - 1;
    std::array<int, 4> times = {-1, -1, -1, -1};
    std::vector<double> timeValues;
    const int timeView = static_cast<int>(views_.size()) + 1;
    const auto timesOf = [&](std::size_t rate) {
        if (times[rate] >= 0) return times[rate];
        const std::size_t offset = timeValues.size() * 4, count = last / kSteps[rate] + 1;
        for (std::size_t i = 0; i < count; ++i) {
            timeValues.push_back(clip.durationSeconds * static_cast<double>(i * kSteps[rate]) /
                                 static_cast<double>(last));
        }
        times[rate] = accessor(timeView, offset, kF32, count, "SCALAR");
        accessors_[static_cast<std::size_t>(times[rate])].update(
            {{"min", {0}}, {"max", {rounded(clip.durationSeconds)}}});
        return times[rate];
    };
    Json samplers = Json::array(), channels = Json::array();
    const auto addChannel = [&](std::size_t rate, int output, std::size_t joint, const char* path) {
        channels.push_back(
            {{"sampler", samplers.size()}, {"target", {{"node", joint}, {"path", path}}}});
        samplers.push_back({{"input", timesOf(rate)}, {"output", output}});
    };
    beginView(0);
    const int outputs = static_cast<int>(views_.size());
    for (std::size_t j = 0; j < c.joints.size(); ++j) {
        std::vector<Quat> rotations;
        std::vector<Vec3> translations;
        for (const PoseSample& s : clip.samples) {
            Quat q = s.rotations[j];
            // Neighbouring keys on the same half of the sphere, whatever the reader's
            // interpolation.
            if (!rotations.empty() && dot(rotations.back(), q) < 0.0) q = {-q.x, -q.y, -q.z, -q.w};
            rotations.push_back(q);
            translations.push_back(s.translations[j]);
        }
        const auto angle = [](Quat a, Quat b) {
            return length(Vec3{a.x - b.x, a.y - b.y, a.z - b.z}) * 2.0;
        };
        const auto apart = [](Vec3 a, Vec3 b) { return length(a - b); };
        const auto mixVectors = [](Vec3 a, Vec3 b, double t) { return mix(a, b, t); };
        const double turned = thinningError(
            rotations, 1, [&](Quat a, Quat) { return angle(a, Quat{}); }, nlerp);
        if (turned > rotationError) {
            std::size_t rate = 0;
            while (rate < 3 && thinningError(rotations, kSteps[rate], angle, nlerp) > rotationError)
                ++rate;
            const std::size_t offset = viewSize();
            const int count = addOutputs(rotations, static_cast<int>(kSteps[rate]), [&](Quat q) {
                for (const double v : {q.x, q.y, q.z, q.w})
                    encoding_.packedRotations ? i16(v) : f32(v);
            });
            addChannel(rate,
                       accessor(outputs, offset, encoding_.packedRotations ? kI16 : kF32,
                                static_cast<std::size_t>(count), "VEC4", encoding_.packedRotations),
                       j, "rotation");
        }
        const Vec3 first = translations.front();
        const double moved = thinningError(
            translations, 1, [&](Vec3 a, Vec3) { return apart(a, first); }, mixVectors);
        if (moved > kTranslationError) {
            std::size_t rate = 0;
            while (rate < 3 &&
                   thinningError(translations, kSteps[rate], apart, mixVectors) > kTranslationError)
                ++rate;
            const std::size_t offset = viewSize();
            const int count = addOutputs(translations, static_cast<int>(kSteps[rate]),
                                         [&](Vec3 v) { f32(v.x), f32(v.y), f32(v.z); });
            addChannel(rate,
                       accessor(outputs, offset, kF32, static_cast<std::size_t>(count), "VEC3"), j,
                       "translation");
        }
    }
    endView();
    beginView(0);
    for (const double t : timeValues) f32(t);
    endView();
    animations_.push_back({{"name", clip.name}, {"samplers", samplers}, {"channels", channels}});
}

void GlbBuilder::addClips(const Character& c) {
    for (const Clip& clip : c.clips) addClip(c, clip);
}

std::vector<std::uint8_t> GlbBuilder::finish(const Character& c) {
    // Nodes 0 .. n - 1 are the joints in order, node n carries the mesh.
    const bool skinned = !c.joints.empty();
    const std::size_t n = c.joints.size();
    Json nodes = Json::array(), joints = Json::array();
    for (std::size_t j = 0; j < n; ++j) {
        const JointPlace& joint = c.joints[j];
        const bool root = joint.parent < 0;
        const Vec3 origin =
            root ? Vec3{} : c.joints[static_cast<std::size_t>(joint.parent)].position;
        const auto local = [](double a, double b) { return rounded(a) - rounded(b); };
        nodes.push_back({{"name", joint.name},
                         {"translation",
                          {local(joint.position.x, origin.x), local(joint.position.y, origin.y),
                           local(joint.position.z, origin.z)}}});
        if (!root) nodes[static_cast<std::size_t>(joint.parent)]["children"].push_back(j);
        joints.push_back(j);
    }
    Json carrier = {{"name", c.name}, {"mesh", 0}};
    if (skinned) {
        carrier["skin"] = 0;
    } else {
        const Quat q = c.rotation;
        carrier["translation"] = numbers(c.position);
        carrier["rotation"] = {rounded(q.x), rounded(q.y), rounded(q.z), rounded(q.w)};
    }
    nodes.push_back(carrier);
    while (buffer_.size() % 4 != 0) u8(0);
    Json root = Json::parse(R"({
        "asset": {"version": "2.0", "generator": "sinew-assets"}, "scene": 0,
        "textures": [{"sampler": 0, "source": 0}],
        "samplers": [{"magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 10497}]})");
    root["scenes"] = {{{"nodes", skinned ? Json{0, n} : Json{n}}}};
    root["nodes"] = nodes;
    root["meshes"] = {
        {{"name", c.name},
         {"primitives", {{{"attributes", attributes_}, {"indices", indices_}, {"material", 0}}}}}};
    if (skinned) {
        root["skins"] = {{{"name", c.name},
                          {"inverseBindMatrices", inverseBind_},
                          {"skeleton", 0},
                          {"joints", joints}}};
    }
    root["materials"] = {{{"name", c.name},
                          {"pbrMetallicRoughness",
                           {{"baseColorTexture", {{"index", 0}}},
                            {"metallicFactor", 0},
                            {"roughnessFactor", c.roughness}}}}};
    root["images"] = {{{"name", c.name}, {"bufferView", imageView_}, {"mimeType", "image/png"}}};
    if (!c.clips.empty()) root["animations"] = animations_;
    root["accessors"] = accessors_;
    root["bufferViews"] = views_;
    root["buffers"] = {{{"byteLength", buffer_.size()}}};
    std::string json = root.dump();
    while (json.size() % 4 != 0) json += ' ';
    std::vector<std::uint8_t> out;
    const auto put = [&](std::uint32_t v) {
        for (int shift = 0; shift < 32; shift += 8)
            out.push_back(static_cast<std::uint8_t>(v >> shift));
    };
    put(0x46546C67), put(2), put(static_cast<std::uint32_t>(28 + json.size() + buffer_.size()));
    put(static_cast<std::uint32_t>(json.size())), put(0x4E4F534A);
    out.insert(out.end(), json.begin(), json.end());
    put(static_cast<std::uint32_t>(buffer_.size())), put(0x004E4942);
    out.insert(out.end(), buffer_.begin(), buffer_.end());
    return out;
}

}  // namespace

std::vector<std::uint8_t> encodeGlb(const Character& character, const Encoding& encoding) {
    GlbBuilder builder(encoding);
    builder.addMesh(character);
    if (!character.joints.empty()) builder.addSkin(character);
    builder.addClips(character);
    return builder.finish(character);
}

std::vector<Tangent> vertexTangents(const std::vector<Vec3>& positions,
                                    const std::vector<Vec3>& normals, const std::vector<Vec2>& uvs,
                                    const std::vector<Triangle>& triangles) {
    std::vector<Vec3> sums(positions.size());
    std::vector<double> hands(positions.size(), 0.0);
    for (const Triangle& t : triangles) {
        const Vec2 d1 = uvs[t[1]] - uvs[t[0]], d2 = uvs[t[2]] - uvs[t[0]];
        const Vec3 e1 = positions[t[1]] - positions[t[0]], e2 = positions[t[2]] - positions[t[0]];
        const double area = d1.x * d2.y - d1.y * d2.x;
        const Vec3 along = normalize((e1 * d2.y - e2 * d1.y) * (area < 0.0 ? -1.0 : 1.0));
        for (int i = 0; i < 3; ++i) {
            const Vec3 a = normalize(positions[t[(i + 1) % 3]] - positions[t[i]]);
            const Vec3 b = normalize(positions[t[(i + 2) % 3]] - positions[t[i]]);
            const Vec3 n = normals[t[i]];
            sums[t[i]] += normalize(along - n * dot(n, along)) * clampedAcos(dot(a, b));
            // glTF's v runs down the picture, so a positive area means a mirrored frame.
            hands[t[i]] -= area;
        }
    }
    std::vector<Tangent> tangents;
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const Vec3 n = normals[v];
        Vec3 t = sums[v] - n * dot(n, sums[v]);
        if (dot(t, t) < 1e-12) {
            t = cross(n, std::fabs(n.x) < 0.7 ? Vec3{1, 0, 0} : Vec3{0, 1, 0});
        }
        tangents.push_back({normalize(t), hands[v] < 0.0 ? -1.0 : 1.0});
    }
    return tangents;
}

}  // namespace sinew::assets
