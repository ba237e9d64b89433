// Selects a message by the type of an exception. Derived types are tested before their bases.
#include "skinning/fault_words.h"

#include <fmt/format.h>

#include <filesystem>
#include <ios>
#include <new>
#include <stdexcept>
#include <system_error>

namespace sinew {

std::string faultWords(const std::exception& fault) {
    const auto is = [&]<typename Kind>(const Kind*& as) {
        return (as = dynamic_cast<const Kind*>(&fault)) != nullptr;
    };
    const std::bad_alloc* memory = nullptr;
    const std::length_error* length = nullptr;
    if (is(memory) || is(length)) {
        return "out of memory; try fewer instances or a smaller model";
    }
    const std::filesystem::filesystem_error* file = nullptr;
    if (is(file)) {
        return fmt::format("{}: {}; check the path and its permissions", file->path1().string(),
                           file->code().message());
    }
    const std::ios_base::failure* stream = nullptr;
    if (is(stream)) return "a file could not be read; check that it is a file and not a folder";
    const std::system_error* system = nullptr;
    if (is(system)) {
        return fmt::format("system error: {}; close other programs and try again",
                           system->code().message());
    }
    const std::runtime_error* ours = nullptr;
    const fmt::format_error* format = nullptr;
    if (is(ours) && !is(format)) return ours->what();
    return "internal error; please report it with the command and the files";
}

}  // namespace sinew
