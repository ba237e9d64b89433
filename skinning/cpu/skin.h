// The cpu method: skins many instances on all cores, with the widest SIMD vectors of the machine.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace sinew {

struct CpuCrowd;
struct Model;
struct SkinSettings;

/// Skins crowds of one model. Vertices are prepared once, in groups that share few binds, and again
/// if settings.influenceLimit changes. Apart from that, skin() allocates only if a crowd is larger
/// than all previous ones.
class CpuSkinner {
public:
    /// out[i] of an instance is vertex vertexOrder[i]; if vertexOrder is empty, the order is that
    /// of the file. The model must outlive this object.
    explicit CpuSkinner(const Model& model, std::span<const uint32_t> vertexOrder = {});
    ~CpuSkinner();
    CpuSkinner(CpuSkinner&&) noexcept;
    CpuSkinner& operator=(CpuSkinner&&) noexcept;

    /// Skins `crowd` into `out` (layout: CpuCrowd). Uses settings.blend, normals, output and
    /// influenceLimit. `out` may be write-combined upload memory: each task writes its range once,
    /// front to back, and does not read it. Returns the CPU milliseconds of all threads except the
    /// caller.
    double skin(const CpuCrowd& crowd, const SkinSettings& settings, std::span<std::byte> out);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sinew
