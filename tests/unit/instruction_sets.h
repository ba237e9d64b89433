// Runs a test with the SIMD kernels of every instruction set.
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace sinew::test {

/// Calls `run` once for each instruction set of this machine, with its SIMD kernels. Then restores
/// the default choice.
template <class Run>
void onEveryInstructionSet(const Run& run) {
    const auto use = [](int64_t target) {
        hwy::SetSupportedTargetsForTest(target);
        hwy::GetChosenTarget().DeInit();
    };
    for (const int64_t target : hwy::SupportedAndGeneratedTargets()) {
        SCOPED_TRACE(hwy::TargetName(target));
        use(target);
        run();
    }
    use(0);
}

}  // namespace sinew::test
