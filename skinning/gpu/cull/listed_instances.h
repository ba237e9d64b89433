// Instances of crowds that a frame processes.
#pragma once

#include <span>

#include "renderer/resources.h"
#include "shaders/shared/culling.h"
#include "skinning/gpu/frame/steps.h"

namespace sinew {

/// The statistics in a copy of Culling::counts. `rated`: with update rates.
ListedInstances sumOfCounts(const Buffer& counts, std::span<const gpu::LevelEntry> levels,
                            bool rated);

/// The statistics without culling; `vertices`: of an instance.
ListedInstances listsOfAll(uint32_t instances, uint32_t cascades, uint64_t vertices);
void add(const ListedInstances& listed, ListedInstances& sum);

}  // namespace sinew
