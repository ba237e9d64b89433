// Decodes Draco data within limits: adds the sizes that the data states to the account before it
// allocates.
//
// Implements KHR_draco_mesh_compression (https://github.com/KhronosGroup/glTF), version 2.2 of the
// bitstream. The compressed size does not bound the decoded size: a flat grid of any size has
// almost no entropy.
#include "skinning/gltf/compression/draco.h"

#include <draco/compression/mesh/mesh_edgebreaker_decoder.h>
#include <draco/compression/mesh/mesh_sequential_decoder.h>
#include <draco/core/varint_decoding.h>
#include <draco/mesh/mesh.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <map>
#include <memory>
#include <type_traits>

#include "skinning/gltf/file/accessor.h"
#include "skinning/gltf/file/fault.h"

namespace sinew::gltf {

namespace {

constexpr const char* kName = "KHR_draco_mesh_compression";

// Cost of a face's connectivity: corners, opposite corners and vertices, during and after decoding.
constexpr uint64_t kFaceBytes = 128, kFaceWork = 64;

constexpr size_t kMaxPoints = size_t{1} << 32;

// A Draco attribute to decode. It gets the component type and element type of an accessor of the
// file.
struct Wanted {
    int uniqueId = 0;
    int accessor = 0;
    std::string where;
    size_t offset = 0;  // bytes from the start of CompressedMesh::decoded
    int addedAccessor = -1;
};

struct CompressedMesh {
    int view = 0;
    std::string where;  // JSON path of the first use
    std::vector<Wanted> wanted;
    std::vector<uint8_t> decoded;  // triangle corners as u32, then attributes
    size_t corners = 0;
    size_t points = 0;
    std::map<std::pair<int, int>, size_t> wantedOf;  // (unique id, accessor) -> index in wanted
    std::exception_ptr error;
};

struct Use {
    size_t mesh = 0;
    size_t primitive = 0;
    size_t source = 0;
    std::map<std::string, size_t> attributes;  // name -> index in wanted
};

// A Draco decoder that adds memory and work to the account before it allocates.
template <typename Decoder>
class BoundedDecoder final : public Decoder {
public:
    BoundedDecoder(Account& account, const std::string& where) : account_(account), where_(where) {}

private:
    // A sequential mesh begins with the face count; an edgebreaker mesh begins with the vertex
    // count, then the face count.
    bool DecodeConnectivity() override {
        draco::DecoderBuffer ahead = *this->buffer();
        uint32_t vertices = 0, faces = 0;
        const bool edgebreaker = std::is_same_v<Decoder, draco::MeshEdgebreakerDecoder>;
        if (edgebreaker && !draco::DecodeVarint(&vertices, &ahead)) return false;
        if (!draco::DecodeVarint(&faces, &ahead)) return false;
        const uint64_t claimed = std::max<uint64_t>(faces, vertices / 3);
        account_.memory("faces of the Draco data", where_, claimed * kFaceBytes);
        account_.work("faces of the Draco data", where_, claimed * kFaceWork);
        return Decoder::DecodeConnectivity();
    }

    // When Draco calls this function, the formats of all attributes are known, but their values are
    // not yet allocated.
    bool DecodeAllAttributes() override {
        const draco::PointCloud& cloud = *this->point_cloud();
        uint64_t bytes = 0;
        for (int a = 0; a < cloud.num_attributes(); ++a) {
            const draco::PointAttribute& attribute = *cloud.attribute(a);
            const auto componentBytes = static_cast<uint64_t>(
                std::max(draco::DataTypeLength(attribute.data_type()), 4));  // quantized values: 4
            // Each point has a value, a prediction of it, and an entry in the map from points to
            // values.
            bytes += 2 * componentBytes * attribute.num_components() + sizeof(uint32_t);
        }
        bytes *= cloud.num_points();
        account_.memory("attributes of the Draco data", where_, bytes);
        account_.work("attributes of the Draco data", where_, bytes);
        return Decoder::DecodeAllAttributes();
    }

    Account& account_;
    const std::string& where_;
};

template <typename Decoder>
void decodeWith(draco::DecoderBuffer& buffer, Account& account, const std::string& where,
                draco::Mesh& mesh) {
    BoundedDecoder<Decoder> decoder(account, where);
    const draco::DecoderOptions options;
    const draco::Status status = decoder.Decode(options, &buffer, &mesh);
    if (status.ok()) return;
    fault("the Draco data is broken", where, kReexport);
}

void decodeMesh(std::span<const uint8_t> bytes, Account& account, const std::string& where,
                draco::Mesh& mesh) {
    draco::DecoderBuffer buffer;
    buffer.Init(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    draco::DecoderBuffer ahead = buffer;
    draco::DracoHeader header{};
    if (!draco::PointCloudDecoder::DecodeHeader(&ahead, &header).ok()) {
        fault("the view contains no Draco data", where, kReexport);
    }
    if (header.version_major != 2 || header.version_minor != 2) {
        fault(fmt::format("the Draco bitstream has version {}.{}, and the extension requires 2.2",
                          header.version_major, header.version_minor),
              where, kReexport);
    }
    if (header.encoder_type != draco::TRIANGULAR_MESH) {
        fault("the Draco data contains a point cloud, not a mesh of triangles", where, kReexport);
    }
    if (header.encoder_method == draco::MESH_EDGEBREAKER_ENCODING) {
        decodeWith<draco::MeshEdgebreakerDecoder>(buffer, account, where, mesh);
    } else if (header.encoder_method == draco::MESH_SEQUENTIAL_ENCODING) {
        decodeWith<draco::MeshSequentialDecoder>(buffer, account, where, mesh);
    } else {
        fault(fmt::format("the Draco data has the unknown method {}", header.encoder_method), where,
              kReexport);
    }
}

template <typename T>
constexpr draco::DataType dracoType() {
    if constexpr (std::is_same_v<T, int8_t>) return draco::DT_INT8;
    if constexpr (std::is_same_v<T, uint8_t>) return draco::DT_UINT8;
    if constexpr (std::is_same_v<T, int16_t>) return draco::DT_INT16;
    if constexpr (std::is_same_v<T, uint16_t>) return draco::DT_UINT16;
    if constexpr (std::is_same_v<T, uint32_t>) return draco::DT_UINT32;
    return draco::DT_FLOAT32;
}

// Writes one value per vertex to `out`. Draco stores each distinct value once. Returns false if a
// value is missing or does not convert to T.
template <typename T>
bool extract(const draco::PointAttribute& attribute, size_t points, std::span<uint8_t> out) {
    const auto components = static_cast<int8_t>(attribute.num_components());
    const size_t elementBytes = sizeof(T) * attribute.num_components();
    const bool asIs = attribute.data_type() == dracoType<T>();
    std::vector<T> element(attribute.num_components());
    for (size_t p = 0; p < points; ++p) {
        const auto value = attribute.mapped_index(draco::PointIndex(static_cast<uint32_t>(p)));
        if (value.value() >= attribute.size()) return false;
        const void* from = attribute.GetAddress(value);
        if (!asIs) {
            if (!attribute.ConvertValue<T>(value, components, element.data())) return false;
            from = element.data();
        }
        std::memcpy(out.data() + p * elementBytes, from, elementBytes);
    }
    return true;
}

bool extractAs(int componentType, const draco::PointAttribute& attribute, size_t points,
               std::span<uint8_t> out) {
    return withComponent(
        componentType, [&](auto zero) { return extract<decltype(zero)>(attribute, points, out); });
}

void extractWanted(const Document& document, const draco::Mesh& mesh, Wanted& wanted,
                   std::vector<uint8_t>& decoded) {
    const tinygltf::Accessor& accessor =
        document.gltf.accessors[static_cast<size_t>(wanted.accessor)];
    const auto complain = [&](const std::string& what) { fault(what, wanted.where, kReexport); };
    const draco::PointAttribute* attribute =
        mesh.GetAttributeByUniqueId(static_cast<uint32_t>(wanted.uniqueId));
    if (attribute == nullptr) {
        complain(fmt::format("the Draco data has no attribute {}", wanted.uniqueId));
    }
    const int components = tinygltf::GetNumComponentsInType(static_cast<uint32_t>(accessor.type));
    if (components != attribute->num_components()) {
        complain(fmt::format("the Draco attribute has {} components, its accessor has {}",
                             attribute->num_components(), components));
    }
    if (accessor.count != mesh.num_points()) {
        complain(fmt::format("the Draco data has {} vertices, the accessor has {}",
                             mesh.num_points(), accessor.count));
    }
    const int bytes =
        tinygltf::GetComponentSizeInBytes(static_cast<uint32_t>(accessor.componentType));
    wanted.offset = (decoded.size() + 3) / 4 * 4;
    decoded.resize(wanted.offset + accessor.count * static_cast<size_t>(bytes * components));
    if (!extractAs(accessor.componentType, *attribute, mesh.num_points(),
                   std::span(decoded).subspan(wanted.offset))) {
        complain("the Draco attribute does not fit its accessor's component type");
    }
}

void decode(const Document& document, CompressedMesh& source) {
    draco::Mesh mesh;
    std::vector<uint8_t> storage;
    decodeMesh(viewBytes(document, source.view, source.where).all(storage), *document.account,
               source.where, mesh);
    source.points = mesh.num_points();
    source.corners = size_t{3} * mesh.num_faces();
    source.decoded.resize(source.corners * sizeof(uint32_t));
    uint8_t* out = source.decoded.data();
    for (draco::FaceIndex f(0); f < mesh.num_faces(); ++f) {
        for (const draco::PointIndex& corner : mesh.face(f)) {
            const uint32_t index = corner.value();
            std::memcpy(out, &index, sizeof(index));
            out += sizeof(index);
        }
    }
    for (Wanted& wanted : source.wanted) {
        extractWanted(document, mesh, wanted, source.decoded);
    }
}

size_t elementsBytes(const tinygltf::Accessor& accessor, const std::string& where) {
    if (accessor.count > kMaxPoints) {
        fault(fmt::format("{} vertices exceed the limit of Draco", accessor.count), where,
              kValidate);
    }
    const int elementBytes =
        tinygltf::GetComponentSizeInBytes(static_cast<uint32_t>(accessor.componentType)) *
        tinygltf::GetNumComponentsInType(static_cast<uint32_t>(accessor.type));
    return accessor.count * static_cast<size_t>(elementBytes);
}

class VertexCollector {
public:
    explicit VertexCollector(const Document& document) : document_(document) {}

    void add(size_t mesh, size_t index, const tinygltf::Primitive& primitive,
             const tinygltf::Value& extension) {
        const std::string path = fmt::format("meshes[{}].primitives[{}]", mesh, index);
        const std::string where = fmt::format("{}.extensions.{}", path, kName);
        if (primitive.mode != TINYGLTF_MODE_TRIANGLES &&
            primitive.mode != TINYGLTF_MODE_TRIANGLE_STRIP) {
            fault(fmt::format("Draco compression does not support mode {}", primitive.mode),
                  path + ".mode", kValidate);
        }
        if (!extension.IsObject() || !extension.Get("bufferView").IsInt() ||
            !extension.Get("attributes").IsObject()) {
            fault("\"bufferView\" or \"attributes\" is missing", where, kValidate);
        }
        Use use{.mesh = mesh,
                .primitive = index,
                .source = sourceOf(extension.Get("bufferView").GetNumberAsInt(), where),
                .attributes = {}};
        const tinygltf::Value& attributes = extension.Get("attributes");
        for (const std::string& name : attributes.Keys()) {
            const auto accessor = primitive.attributes.find(name);
            const std::string attributePath = fmt::format("{}.attributes.{}", path, name);
            if (accessor == primitive.attributes.end() || !attributes.Get(name).IsInt()) {
                fault("the primitive does not have this attribute", where + ".attributes." + name,
                      kValidate);
            }
            use.attributes[name] =
                wantedOf(sources[use.source], attributes.Get(name).GetNumberAsInt(),
                         accessor->second, attributePath);
        }
        uses.push_back(std::move(use));
    }

    std::vector<CompressedMesh> sources;
    std::vector<Use> uses;

private:
    size_t sourceOf(int view, const std::string& where) {
        viewBytes(document_, view, where + ".bufferView");
        const auto [found, isNew] = sourceOfView_.try_emplace(view, sources.size());
        if (isNew) sources.push_back({.view = view, .where = where});
        return found->second;
    }

    size_t wantedOf(CompressedMesh& source, int uniqueId, int accessor, const std::string& where) {
        const auto [found, isNew] =
            source.wantedOf.try_emplace({uniqueId, accessor}, source.wanted.size());
        if (isNew) {
            const size_t bytes = elementsBytes(accessorAt(document_, accessor, where), where);
            document_.account->memory("decoded attributes", where, 2 * bytes);  // two copies
            document_.account->work("decoded attributes", where, bytes);
            source.wanted.push_back({.uniqueId = uniqueId, .accessor = accessor, .where = where});
        }
        return found->second;
    }

    const Document& document_;
    std::map<int, size_t> sourceOfView_;
};

int addAccessor(Document& document, tinygltf::Accessor accessor, size_t offset, size_t byteLength) {
    tinygltf::BufferView view;
    view.buffer = static_cast<int>(document.buffers.size() - 1);
    view.byteOffset = offset;
    view.byteLength = byteLength;
    document.gltf.bufferViews.push_back(view);
    accessor.bufferView = static_cast<int>(document.gltf.bufferViews.size() - 1);
    accessor.byteOffset = 0;
    accessor.sparse = {};
    document.gltf.accessors.push_back(std::move(accessor));
    return static_cast<int>(document.gltf.accessors.size() - 1);
}

// Adds the decoded data as a buffer with views and accessors. Returns the accessor of the indices.
int addSource(Document& document, CompressedMesh& source) {
    document.buffers.emplace_back(std::move(source.decoded));
    for (Wanted& wanted : source.wanted) {
        const tinygltf::Accessor& stated =
            document.gltf.accessors[static_cast<size_t>(wanted.accessor)];
        wanted.addedAccessor =
            addAccessor(document, stated, wanted.offset, elementsBytes(stated, wanted.where));
    }
    tinygltf::Accessor corners;
    corners.sparse = {};
    corners.componentType = TINYGLTF_COMPONENT_TYPE_UNSIGNED_INT;
    corners.type = TINYGLTF_TYPE_SCALAR;
    corners.count = source.corners;
    return addAccessor(document, std::move(corners), 0, source.corners * sizeof(uint32_t));
}

void pointTo(Document& document, const Use& use, const CompressedMesh& source, int corners) {
    tinygltf::Primitive& primitive = document.gltf.meshes[use.mesh].primitives[use.primitive];
    for (const auto& [name, wanted] : use.attributes) {
        primitive.attributes[name] = source.wanted[wanted].addedAccessor;
    }
    const int stated = primitive.indices;
    if (stated >= 0) {
        const std::string where =
            fmt::format("meshes[{}].primitives[{}].indices", use.mesh, use.primitive);
        const size_t count = accessorAt(document, stated, where).count;
        // Draco's encoder drops triangles without area, but some exporters write the old index
        // count.
        if (primitive.mode == TINYGLTF_MODE_TRIANGLES && count != source.corners) {
            document.warnings.push_back(
                fmt::format("{}: the accessor has {} indices, the Draco data has {} and is used",
                            where, count, source.corners));
        }
    }
    primitive.indices = corners;
    primitive.mode = TINYGLTF_MODE_TRIANGLES;  // strips are decoded to lists, too
}

}  // namespace

void decodeDraco(Document& document) {
    VertexCollector collector(document);
    for (size_t m = 0; m < document.gltf.meshes.size(); ++m) {
        const auto& primitives = document.gltf.meshes[m].primitives;
        for (size_t p = 0; p < primitives.size(); ++p) {
            const auto extension = primitives[p].extensions.find(kName);
            if (extension == primitives[p].extensions.end()) continue;
            collector.add(m, p, primitives[p], extension->second);
        }
    }
    std::vector<CompressedMesh>& sources = collector.sources;
    tbb::parallel_for(size_t{0}, sources.size(), [&](size_t i) {
        try {
            decode(document, sources[i]);
        } catch (...) {
            sources[i].error = std::current_exception();
        }
    });
    std::vector<int> corners;
    for (CompressedMesh& source : sources) {
        if (source.error) std::rethrow_exception(source.error);
        corners.push_back(addSource(document, source));
    }
    for (const Use& use : collector.uses) {
        pointTo(document, use, sources[use.source], corners[use.source]);
    }
}

}  // namespace sinew::gltf
