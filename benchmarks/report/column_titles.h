// Titles of a row's most important numbers. The terminal, the HTML page and the window share them.
#pragma once

namespace sinew::titles {

inline constexpr const char* kFrameTime = "frame time";     // ms
inline constexpr const char* kGpuTime = "GPU time";         // ms; a barrier after each step
inline constexpr const char* kCpuTime = "CPU time";         // ms
inline constexpr const char* kUploaded = "uploaded/frame";  // bytes per instance from the CPU
inline constexpr const char* kTraffic = "traffic/frame";    // bytes per instance, ignoring caches
inline constexpr const char* kMemory = "memory";            // bytes per instance
// Position error, relative to the model's size.
inline constexpr const char* kMaxError = "max error";

}  // namespace sinew::titles
