// Counts the calls of operator new in a program that links count_allocations.cpp.
#pragma once

#include <cstdint>

namespace sinew::test {

uint64_t allocationsOfAllThreads();
uint64_t allocationsOfThisThread();

}  // namespace sinew::test
