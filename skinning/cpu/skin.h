// The cpu method: skins many instances on all cores, with the machine's widest vectors.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "skinning/cpu/crowd_input.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

/// Skins crowds of one model. Vertices are prepared once, in groups with few binds. A change of
/// settings.influenceLimit prepares them again; after the largest crowd, nothing else allocates.
class CpuSkinner {
public:
    /// out[i] of an instance is vertex vertexOrder[i]; empty: the file's order. The model must
    /// outlive the skinner.
    explicit CpuSkinner(const Model& model, std::span<const uint32_t> vertexOrder = {});
    ~CpuSkinner();
    CpuSkinner(CpuSkinner&&) noexcept;
    CpuSkinner& operator=(CpuSkinner&&) noexcept;

    /// Skins `crowd` into `out` (layout: CpuCrowd). Uses settings.blend, normals, output and
    /// influenceLimit. `out` may be write-combined upload memory: each task writes its part once,
    /// front to back, and reads nothing. Returns CPU milliseconds of threads other than the caller.
    double skin(const CpuCrowd& crowd, const SkinSettings& settings, std::span<std::byte> out);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sinew
