// Mutations of reports, scenarios, settings, animators and scenes: their words and numbers.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>

#include "tests/fuzz/json_tree.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t maxSize);

namespace {

using namespace sinew;

constexpr const char* kSnippets[] = {
    R"({"version": 4})",
    R"({"version": 5})",
    R"({"choices": ["methods"]})",
    R"({"choices": ["settings"]})",
    R"({"choices": ["compute", "vertex:u8x4"]})",
    R"({"models": [{"users": true}]})",
    R"({"models": [{"file": "serpent.glb"}]})",
    R"({"models": [{"vertices": 100, "triangles": 150, "joints": 8}]})",
    R"({"instances": [1, 1000000]})",
    R"({"passes": [1, 2, 8]})",
    R"({"growth": 2})",
    R"({"kernels": true})",
    R"({"influences": 16})",
    R"({"clipFrames": 10000})",
    R"({"joints": 60000})",
    R"({"vertices": 1000000})",
    R"({"triangles": 2000000})",
    R"({"median": 0})",
    R"({"median": -1})",
    R"({"median": 1e308})",
    R"({"median": 1e-308})",
    R"({"p5": 1e300, "p95": -1e300})",
    R"({"blockMedians": []})",
    R"({"blockMedians": [0, 0, 0, 0, 0]})",
    R"({"blockMedians": [1e308, 1, 1, 1, -1e308, 2]})",
    R"({"count": 4294967295})",
    R"({"instances": 4294967295})",
    R"({"instances": 0})",
    R"({"passes": 0})",
    R"({"passes": 4294967295})",
    R"({"vertices": 0})",
    R"({"vertices": 4294967295})",
    R"({"verified": null})",
    R"({"positionOfExtent": null})",
    R"({"gpuMs": null})",
    R"({"frameMs": null})",
    R"({"winner": null})",
    R"({"state": "wrong"})",
    R"({"state": "not measured"})",
    R"({"kind": "copy kernel"})",
    R"({"gpuSlowedBy": ["heat", "power limit"]})",
    R"({"reason": "it was \u001b[2J out of memory"})",
    R"({"note": "=1+1"})",
    R"({"pipelined": false, "blocks": 0, "frames": 0, "seconds": 0})",
    R"({"onDevice": true, "bytes": 18446744073709551615})",
    R"({"heapBytes": [18446744073709551615, 18446744073709551615]})",
    R"({"measure": "gpu"})",
    R"({"measure": "frame"})",
    R"({"cpuThrottles": 18446744073709551615})",
    R"({"gpuMhz": 0})",
    R"({"threads": 0})",
    R"({"instanceCount": -1})",
    R"({"divider": 1e39})",
    R"({"skinning": "compute:u8x4", "compared": "cpu", "comparison": "side by side"})",
    R"({"droppedModels": ["a", "b"]})",
    R"({"removedModels": [0, 2]})",
    R"({"clip": "wave"})",
    R"({"clip": null})",
    R"({"clip": "blink"})",
    R"({"clip": "still"})",
    R"({"speed": -100})",
    R"({"speed": 0})",
    R"({"goes": 100})",
    R"({"goes": -1e30})",
    R"({"rootMotion": "applied"})",
    R"({"loops": false})",
    R"({"events": [{"name": "a", "seconds": 0}, {"name": "b", "seconds": 0.9999}]})",
    R"({"from": "idle"})",
    R"({"seconds": 0})",
    R"({"secondsLeft": 60})",
    R"({"when": [{"trigger": "wave"}]})",
    R"({"when": [{"parameter": "speed", "above": 0.5}, {"parameter": "speed", "below": -1}]})",
    R"({"least": 1, "most": -1, "initial": 1e30})",
    R"({"triggers": ["wave", "wave"]})",
    R"({"joint": "arm", "weight": 0})",
    R"({"joints": ["leg", "hips", "arm"], "morphWeights": 0.001})",
    R"({"over": ["walk", "walk", "rest"]})",
    R"({"weight": 0.0001, "parameter": "speed"})",
    R"({"additive": {"clip": "blink", "when": [{"parameter": "lean", "above": 0}]}})",
    R"({"layers": [{"name": "wave"}, {"name": "idle", "loops": false, "when": [{"trigger": "blink"}]}]})",
    R"({"path": "../a.glb", "count": 1000000})",
    R"({"models": [{"path": "a.glb"}, {"path": "b.glb", "count": 999999}]})",
    R"({"animator": "model", "seconds": 600})",
    R"({"placements": [{"at": [0, 0, 0]}, {"at": [1e5, -1e5, 3e38], "turned": 1e39}]})",
    R"({"windowWidth": -5, "windowHeight": 1e10})",
};
constexpr const char* kWords[] = {
    "compute",
    "cpu",
    "vertex",
    "texture:15hz",
    "vertex-uniform:joints64",
    "frame",
    "gpu",
    "=cmd|' /C calc'!A0",
    "+1",
    "-1",
    "@x",
    "\t=1",
    "<script>alert(1)</script>",
    "\x1b[2J",
    ("\xc2\x9b"
     "2J"),
    "\xe2\x80\xae",
    "\xe2\x80\xa8",
    "a\nb",
    "H100",
    "idle",
    "walk",
    "wave",
    "upper body",
    "arm",
};
constexpr test::JsonWords kReports{kSnippets, kWords};

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
