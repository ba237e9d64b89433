// The temporary folder of a fuzz target, and fail(), which ends the target at a fault.
#pragma once

#include <stdlib.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace sinew::test {

[[noreturn]] inline void fail(const std::string& what) {
    std::fprintf(stderr, "sinew-fuzz: %s\n", what.c_str());
    std::abort();
}

inline void writeFile(const std::filesystem::path& file, const void* bytes, size_t size) {
    std::ofstream out(file, std::ios::binary);
    out.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(size));
    if (!out.flush()) fail(file.string() + " cannot be written");
}

/// A new temporary folder, in memory if the system supports it.
class Workplace {
public:
    Workplace() {
        const std::filesystem::path memory = "/dev/shm";
        std::string pattern =
            ((is_directory(memory) ? memory : std::filesystem::temp_directory_path()) /
             "sinew-fuzz-XXXXXX")
                .string();
        if (mkdtemp(pattern.data()) == nullptr) fail("no folder for temporary files");
        folder_ = pattern;
    }
    ~Workplace() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    Workplace(const Workplace&) = delete;
    Workplace& operator=(const Workplace&) = delete;

protected:
    std::filesystem::path folder_;
};

}  // namespace sinew::test
