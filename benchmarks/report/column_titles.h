// Titles of a row's main figures, shared by the terminal, the HTML page and the window.
#pragma once

namespace sinew::titles {

inline constexpr const char* kFrameTime = "frame time";     // ms
inline constexpr const char* kGpuTime = "GPU time";         // ms, steps serialised
inline constexpr const char* kCpuTime = "CPU time";         // ms
inline constexpr const char* kUploaded = "uploaded/frame";  // bytes per instance, by the CPU
inline constexpr const char* kTraffic = "traffic/frame";    // bytes per instance, before caches
inline constexpr const char* kMemory = "memory";            // bytes per instance
inline constexpr const char* kMaxError =
    "max error";  // position error, relative to the model's size

}  // namespace sinew::titles
