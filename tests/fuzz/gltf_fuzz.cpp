// The fuzz target of import. Any bytes must give a valid model or an error of one line, within the
// limits of memory and work that gltf::Account computes from the file. Small models are also posed,
// skinned, packed and attached as props.
#include <fmt/format.h>
#include <tbb/global_control.h>

#include <atomic>
#include <string>

#include "skinning/animation/crowd.h"
#include "skinning/animation/palette.h"
#include "skinning/animation/sample.h"
#include "skinning/gltf/file/account.h"
#include "skinning/gltf/import.h"
#include "skinning/model/hold.h"
#include "skinning/packing/clip_packing.h"
#include "skinning/reference/reference.h"
#include "tests/check_model.h"
#include "tests/fuzz/workplace.h"

namespace {

namespace fs = std::filesystem;
using namespace sinew;
using test::fail;
using test::writeFile;

// Larger models are not posed and skinned, because that takes too long.
constexpr uint32_t kMaxPosedVertices = 1024;
constexpr uint32_t kMaxPosedJoints = 1024;
constexpr size_t kMaxPosedClips = 4;
constexpr size_t kMaxPackedClips = 64;

// Memory that the account does not count: blocks of files and of vertices that one task reads, and
// messages.
constexpr size_t kUndrawnBytes = size_t{8} << 20;
// Upper limit of the heap peak, relative to the memory that the account counts. The account also
// counts the data that later uses derive from the model.
constexpr double kMostOfDrawn = 1.0;

// The content of the file outside the model's folder. No imported coordinate may equal it.
constexpr float kSecret = 12345.678f;
constexpr size_t kSideBytes = 4096;

// The model is in a subfolder, next to a buffer "side.bin" that it may read. It may not read
// "../secret.bin" or the link to it.
class ModelFolder : public test::Workplace {
public:
    ModelFolder() {
        fs::create_directories(folder_ / "model" / "textures");
        std::vector<float> side(kSideBytes / sizeof(float));
        for (size_t i = 0; i < side.size(); ++i) side[i] = static_cast<float>(i % 7) - 3.0f;
        writeFile(folder_ / "model" / "side.bin", side.data(), kSideBytes);
        side.assign(side.size(), kSecret);
        writeFile(folder_ / "secret.bin", side.data(), kSideBytes);
        fs::create_symlink("../secret.bin", folder_ / "model" / "link.bin");
    }

    fs::path model() const { return folder_ / "model" / "input.gltf"; }
};

void checkSecret(const Model& model) {
    for (const glm::vec3& position : model.geometry.positions) {
        if (position.x == kSecret) fail("a file outside the model's folder was read");
    }
}

void checkPlain(std::string_view line) {
    for (const char c : line) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
            fail(fmt::format("an error with a control character: \"{}\"", line));
        }
    }
}

void checkLine(std::string_view line, const std::string& file) {
    const std::string start = file + ": ";
    if (!line.starts_with(start) || line.size() <= start.size()) {
        fail(fmt::format("an error that does not name the file: \"{}\"", line));
    }
    checkPlain(line);
}

// Poses and skins the model. Large finite numbers of the file may overflow, but indices and sizes
// must be valid.
void pose(const Model& model, uint32_t clip, float timeSeconds) {
    Pose local = restPose(model);
    if (clip != kRestPose) {
        ClipSampler(model.clips[clip]).sample(wrapTime(model.clips[clip], timeSeconds), local);
    }
    paletteOf(model, local);
    const ReferenceVertices vertices = referenceVertices(model, clip, timeSeconds);
    if (vertices.positions.size() != model.geometry.vertexCount()) fail("vertices were lost");
}

// The sanitizer's runtime reports each allocation. Without a sanitizer the counters stay zero, and
// the check of the heap peak always passes.
std::atomic<size_t> heapBytes{0}, heapPeak{0};

#ifdef SINEW_HEAP_HOOKS
// Declared here because gcc ships the functions without sanitizer/allocator_interface.h.
extern "C" size_t __sanitizer_get_allocated_size(const volatile void* memory);
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*onMalloc)(const volatile void*,
                                                                          size_t),
                                                         void (*onFree)(const volatile void*));

void onMalloc(const volatile void*, size_t size) {
    const size_t now = heapBytes += size;
    size_t peak = heapPeak;
    while (now > peak && !heapPeak.compare_exchange_weak(peak, now)) {
    }
}

void onFree(const volatile void* memory) {
    if (memory != nullptr) heapBytes -= __sanitizer_get_allocated_size(memory);
}
#endif

// Checks that the memory and work that the account counts are within its limits, and that the heap
// peak is within that memory. This must be true for valid and for refused files.
void checkAccount(const gltf::Account& account, size_t heapBefore) {
    if (account.memoryDrawn() > account.memoryLimit() ||
        account.workDrawn() > account.workLimit()) {
        fail(fmt::format("{} bytes and {} steps of work were drawn by a file of {}",
                         account.memoryDrawn(), account.workDrawn(), account.fileBytes()));
    }
    const size_t peak = heapPeak - heapBefore;
    const double most = kMostOfDrawn * static_cast<double>(account.memoryDrawn());
    if (static_cast<double>(peak) > most + static_cast<double>(kUndrawnBytes)) {
        fail(fmt::format("{} bytes were allocated, {} drawn", peak, account.memoryDrawn()));
    }
}

/// Packs the clips, checks their key counts, and poses the model with the decoded clips.
void pack(Model model) {
    if (!canPack(model) || model.clips.size() > kMaxPackedClips) return;
    PackedClips packed = packClips(model, makeBindBoxes(model));
    if (packed.clips.size() != model.clips.size()) fail("packed clips were lost");
    for (size_t c = 0; c < model.clips.size(); ++c) {
        const PackedClip& clip = packed.clips[c];
        if (clip.keptKeys > clip.keys) fail("a packed clip has more keys than there were");
        model.clips[c] = clip.decoded;
    }
    for (uint32_t c = 0; c < std::min(model.clips.size(), kMaxPosedClips); ++c) {
        pose(model, c, 0.37f * model.clips[c].durationSeconds);
    }
}

/// Attaches the model to its own last joint, as a prop.
void holdItself(const Model& model) {
    if (model.skeleton.names.empty()) return;
    try {
        const Model both = hold(model, model, model.skeleton.names.back());
        if (const std::string broken = test::brokenPromise(both); !broken.empty()) fail(broken);
        pose(both, kRestPose, 0);
    } catch (const std::runtime_error& error) {
        checkPlain(error.what());
    }
}

void useModel(Model model) {
    if (const std::string broken = test::brokenPromise(model); !broken.empty()) fail(broken);
    checkSecret(model);
    if (model.geometry.vertexCount() > kMaxPosedVertices ||
        model.skeleton.size() > kMaxPosedJoints) {
        return;
    }
    pose(model, kRestPose, 0);
    for (uint32_t c = 0; c < std::min(model.clips.size(), kMaxPosedClips); ++c) {
        for (const float phase : {0.0f, 0.37f, 1.0f}) {
            pose(model, c, phase * model.clips[c].durationSeconds);
        }
    }
    pack(model);
    holdItself(model);
    capInfluences(model, 1);
    if (const std::string broken = test::brokenPromise(model); !broken.empty()) fail(broken);
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
    // With one thread a run is repeatable. Small inputs gain nothing from more threads.
    static const tbb::global_control oneThread(tbb::global_control::max_allowed_parallelism, 1);
#ifdef SINEW_HEAP_HOOKS
    // Blocks that were allocated before the hooks are freed too. So the sum starts with a large
    // value, to stay above zero.
    heapBytes = size_t{1} << 40;
    __sanitizer_install_malloc_and_free_hooks(onMalloc, onFree);
#endif
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const ModelFolder workplace;
    const fs::path file = workplace.model();
    writeFile(file, data, size);
    const auto account = std::make_shared<gltf::Account>();
    const size_t before = heapBytes;
    heapPeak = before;
    try {
        Model model = importGltf(file, {.account = account});
        checkAccount(*account, before);
        useModel(std::move(model));
    } catch (const std::runtime_error& error) {
        checkAccount(*account, before);
        checkLine(error.what(), file.string());
    }
    return 0;
}
