// Error messages for imports that exceed the limits of their account.
#include "skinning/gltf/file/account.h"

#include "skinning/gltf/file/fault.h"

namespace sinew::gltf {

namespace {

constexpr std::string_view kAdvice = "split the file, or store its repeated parts as plain data";

double megabytes(uint64_t bytes) {
    return static_cast<double>(bytes) / 1e6;
}

}  // namespace

void Account::refuseMemory(std::string_view what, const std::string& where, uint64_t bytes) {
    const uint64_t before = memory_ -= bytes;
    fault(fmt::format("the {} need {:.1f} MB of memory in addition to {:.1f} MB, too much for a "
                      "file of {} bytes, which may use {:.1f} MB",
                      what, megabytes(bytes), megabytes(before), fileBytes(),
                      megabytes(memoryLimit())),
          where, kAdvice);
}

void Account::refuseWork(std::string_view what, const std::string& where, uint64_t units) {
    const uint64_t before = work_ -= units;
    fault(fmt::format("the {} need {} steps of work in addition to {}, too much for a file of {} "
                      "bytes, which may use {}",
                      what, units, before, fileBytes(), workLimit()),
          where, kAdvice);
}

}  // namespace sinew::gltf
