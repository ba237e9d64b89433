// The cpu method: many instances on all cores, with the widest vectors that the machine has.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "skinning/cpu/crowd_input.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

/// Skins crowds of one model. Vertices are prepared once, in groups of like influence counts;
/// settings.influenceLimit other than the last one prepares them again, and nothing else allocates
/// once the largest crowd has been seen.
class CpuSkinner {
public:
    /// out[i] of an instance will be vertex vertexOrder[i]; empty: the file's order. The model
    /// outlives the skinner, the order need not.
    explicit CpuSkinner(const Model& model, std::span<const uint32_t> vertexOrder = {});
    ~CpuSkinner();
    CpuSkinner(CpuSkinner&&) noexcept;
    CpuSkinner& operator=(CpuSkinner&&) noexcept;

    /// Skins `crowd` into `out` (CpuCrowd says how much). Heeds settings.blend, normals, output and
    /// influenceLimit. `out` may be write-combined upload memory: each task writes its share once,
    /// front to back, and reads nothing. Returns milliseconds of CPU time of other threads than the
    /// calling one.
    double skin(const CpuCrowd& crowd, const SkinSettings& settings, std::span<std::byte> out);

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sinew
