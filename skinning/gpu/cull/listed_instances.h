// Counts of the instances and vertices that a frame processes.
#pragma once

#include <span>

#include "renderer/resources.h"
#include "shaders/shared/culling.h"
#include "skinning/gpu/frame/steps.h"

namespace sinew {

/// Returns the statistics of `counts`, a result of Culling::counts(). `rated`: with update rates.
ListedInstances sumOfCounts(const Buffer& counts, std::span<const gpu::LevelEntry> levels,
                            bool rated);

/// Returns the statistics of a crowd without culling; each instance has `vertices` vertices.
ListedInstances listsOfAll(uint32_t instances, uint32_t cascades, uint64_t vertices);
void add(const ListedInstances& listed, ListedInstances& sum);

}  // namespace sinew
