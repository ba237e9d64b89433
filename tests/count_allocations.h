// Every operator new of a program that links count_allocations.cpp is counted.
#pragma once

#include <cstdint>

namespace sinew::test {

uint64_t allocationsOfAllThreads();
uint64_t allocationsOfThisThread();

}  // namespace sinew::test
