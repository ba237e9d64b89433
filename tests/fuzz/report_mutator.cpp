// Mutates reports, scenarios, settings, animators and scenes, with the vocabulary of these formats.
#include <cstdint>
#include <cstring>
#include <string>

#include "tests/fuzz/json_tree.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t maxSize);

namespace {

using namespace sinew;
using test::Json;

const test::JsonWords kReports{Json::parse(R"([
    {"version": 4}, {"version": 5}, {"choices": ["methods"]}, {"choices": ["settings"]},
    {"choices": ["compute", "vertex:u8x4"]}, {"models": [{"users": true}]},
    {"models": [{"file": "serpent.glb"}]},
    {"models": [{"vertices": 100, "triangles": 150, "joints": 8}]}, {"instances": [1, 1000000]},
    {"passes": [1, 2, 8]}, {"growth": 2}, {"kernels": true}, {"influences": 16},
    {"clipFrames": 10000}, {"joints": 60000}, {"vertices": 1000000}, {"triangles": 2000000},
    {"median": 0}, {"median": -1}, {"median": 1e308}, {"median": 1e-308},
    {"p5": 1e300, "p95": -1e300}, {"blockMedians": []}, {"blockMedians": [0, 0, 0, 0, 0]},
    {"blockMedians": [1e308, 1, 1, 1, -1e308, 2]}, {"count": 4294967295}, {"instances": 4294967295},
    {"instances": 0}, {"passes": 0}, {"passes": 4294967295}, {"vertices": 0},
    {"vertices": 4294967295}, {"verified": null}, {"positionOfExtent": null}, {"gpuMs": null},
    {"frameMs": null}, {"winner": null}, {"state": "wrong"}, {"state": "not measured"},
    {"kind": "copy kernel"}, {"gpuSlowedBy": ["heat", "power limit"]},
    {"reason": "it was \u001b[2J out of memory"}, {"note": "=1+1"},
    {"pipelined": false, "blocks": 0, "frames": 0, "seconds": 0},
    {"onDevice": true, "bytes": 18446744073709551615},
    {"heapBytes": [18446744073709551615, 18446744073709551615]}, {"measure": "gpu"},
    {"measure": "frame"}, {"cpuThrottles": 18446744073709551615}, {"gpuMhz": 0}, {"threads": 0},
    {"instanceCount": -1}, {"divider": 1e39},
    {"skinning": "compute:u8x4", "compared": "cpu", "comparison": "side by side"},
    {"droppedModels": ["a", "b"]}, {"removedModels": [0, 2]}, {"clip": "wave"}, {"clip": null},
    {"clip": "blink"}, {"clip": "still"}, {"speed": -100}, {"speed": 0}, {"goes": 100},
    {"goes": -1e30}, {"rootMotion": "applied"}, {"loops": false},
    {"events": [{"name": "a", "seconds": 0}, {"name": "b", "seconds": 0.9999}]}, {"from": "idle"},
    {"seconds": 0}, {"secondsLeft": 60}, {"when": [{"trigger": "wave"}]},
    {"when": [{"parameter": "speed", "above": 0.5}, {"parameter": "speed", "below": -1}]},
    {"least": 1, "most": -1, "initial": 1e30}, {"triggers": ["wave", "wave"]},
    {"joint": "arm", "weight": 0}, {"joints": ["leg", "hips", "arm"], "morphWeights": 0.001},
    {"over": ["walk", "walk", "rest"]}, {"weight": 0.0001, "parameter": "speed"},
    {"additive": {"clip": "blink", "when": [{"parameter": "lean", "above": 0}]}},
    {"layers": [{"name": "wave"}, {"name": "idle", "loops": false, "when": [{"trigger":
        "blink"}]}]}, {"path": "../a.glb", "count": 1000000},
    {"models": [{"path": "a.glb"}, {"path": "b.glb", "count": 999999}]},
    {"animator": "model", "seconds": 600},
    {"placements": [{"at": [0, 0, 0]}, {"at": [1e5, -1e5, 3e38], "turned": 1e39}]},
    {"windowWidth": -5, "windowHeight": 1e10}])"),
                               Json::parse(R"([
    "compute", "cpu", "vertex", "texture:15hz", "vertex-uniform:joints64", "frame", "gpu",
    "=cmd|' /C calc'!A0", "+1", "-1", "@x", "\t=1", "<script>alert(1)</script>", "\u001b[2J",
    "\u009b2J", "\u202e", "\u2028", "a\nb", "H100", "idle", "walk", "wave", "upper body", "arm"])")};

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize,
                                          unsigned int seed) {
    test::Random random(seed);
    random.discard(1);
    if (size == 0 || test::below(random, 10) == 0) return LLVMFuzzerMutate(data, size, maxSize);
    std::string text(reinterpret_cast<const char*>(data), size);
    test::mutateJson(text, random, kReports);
    if (text.size() > maxSize) return LLVMFuzzerMutate(data, size, maxSize);
    std::memcpy(data, text.data(), text.size());
    return text.size();
}
