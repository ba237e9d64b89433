// Culling, second kernel. One workgroup compacts the visibility words of cull.comp into visible
// lists. It also writes list ends, first vertices and the arguments of indirect draws and
// dispatches. A slot is a pair of level of detail and list.
//
// 1. Count the instances of each slot.
// 2. Sum the counts over the levels of each list, and fit the levels to the vertex budget.
// 3. Read the words again in chunks of one word per thread. Each slot has a mask of the chunk's
//    instances, in blocks of 128 bits. The index of an instance in a list is the first index of its
//    block plus the number of bits before its bit. So lists are in the order of instances.
//
// If skinned vertices are stored by list, they share a buffer of a fixed size. If the requested
// levels do not fit, the finest ones are left out: the first `kept` instances of list 0 are drawn
// at level `cut` and later ones at least one level coarser. All lists have the same order, so every
// pass draws an instance at the same level.
#version 460
#include "shaders/shared/culling.h"
#include "shaders/shared/kernel.h"
#include "shaders/shared/variant.h"
#include "shaders/variant.glsl"
#include "shaders/shared/groups.h"
#include "shaders/cull/visibility.glsl"

layout(set = 0, binding = 0) readonly buffer Levels { LevelEntry levels[]; };
layout(set = 0, binding = 1) readonly buffer Visibility { uint visibility[]; };
layout(set = 0, binding = 2) readonly buffer IndirectTemplates {
    IndirectTemplate indirectTemplates[];
};
layout(set = 0, binding = 3) buffer ListEnds { uint listEnds[]; };
layout(set = 0, binding = 4) writeonly buffer VisibleLists { uint lists[]; };
layout(set = 0, binding = 5) writeonly buffer Arguments { uint arguments[]; };
layout(set = 0, binding = 6) writeonly buffer FirstVertices { uint firstVertices[]; };

layout(local_size_x_id = SINEW_CONSTANT_WORKGROUP_SIZE) in;
layout(push_constant) uniform Constants {
    SkinConstants skin;
};

const uint kMostBlocks = SINEW_MOST_COMPACT_THREADS / 128;  // per slot

// Per slot of the requested level: at first the number of instances, later their end in the list.
shared uint requested[SINEW_SLOT_COUNT];
shared uint drawn[SINEW_SLOT_COUNT];   // per slot of the drawn level: end of the instances
shared uint rates[SINEW_RATE_WORDS];   // SINEW_RATE_*: counts
shared uint cut;                       // the finest level that is drawn
shared uint kept;                      // instances of list 0 that are drawn at level `cut`
shared uint keptIn[SINEW_LIST_COUNT];  // per list: how many of the `kept` instances it has
// Per block of a slot: the mask of the chunk's instances, and the list index of the first one. The
// slot of posed instances is the last.
shared uint masks[(SINEW_SLOT_COUNT + 1) * kMostBlocks][4];
shared uint begins[(SINEW_SLOT_COUNT + 1) * kMostBlocks];

uint slotOf(uint level, uint list) { return level * SINEW_LIST_COUNT + list; }
uint posedSlot() { return skin.levelCount * SINEW_LIST_COUNT; }  // follows the slots of all levels
uint blocks() { return gl_WorkGroupSize.x / 128; }               // per slot
uint requestedEnd(uint level) { return requested[slotOf(level, SINEW_LIST_ANY)]; }

void count(uint word) {
    if (!isInList(word, SINEW_LIST_ANY)) return;
    for (uint list = 0; list < SINEW_LIST_COUNT; ++list) {
        if (isInList(word, list)) atomicAdd(requested[slotOf(requestedLevelIn(word), list)], 1);
    }
    if (kRates == 0) return;
    atomicAdd(rates[SINEW_RATE_POSED], posedIn(word));
    atomicAdd(rates[SINEW_RATE_COUNTS + rateIn(word)], 1);
}

/// Sets `cut` and `kept`. The buffer always has space for all instances at the coarsest level.
void fitBudget() {
    cut = 0;
    kept = requestedEnd(0);
    if (kCulled != SINEW_CULLED_STORED_BY_LIST) return;
    uint last = skin.levelCount - 1, coarser = 0;  // vertices of the coarser levels
    for (uint level = 1; level <= last; ++level) {
        coarser += (requestedEnd(level) - requestedEnd(level - 1)) * levels[level].vertexCount;
    }
    for (cut = 0; cut < last; ++cut) {
        uint vertices = levels[cut].vertexCount, next = levels[cut + 1].vertexCount;
        kept = requestedEnd(cut);
        uint budget = skin.vertexCapacity - min(skin.vertexCapacity, coarser);
        if (kept * vertices <= budget) return;
        if (kept * next < budget && vertices > next) {
            kept = (budget - kept * next) / (vertices - next);
            return;
        }
        coarser -= (requestedEnd(cut + 1) - requestedEnd(cut)) * next;
    }
    kept = requestedEnd(last);
}

/// Returns the index in list 0 after the last instance that is drawn at `level` or a finer one.
uint drawnEnd(uint level) { return level < cut ? 0 : level == cut ? kept : requestedEnd(level); }

/// Returns the index of an instance's first skinned vertex. Vertices are in the order of list 0.
uint firstVertexOf(uint level, uint listIndex) {
    uint first = 0, begin = 0;
    for (uint finer = 0; finer < level; ++finer) {
        uint end = drawnEnd(finer);
        first += (end - begin) * levels[finer].vertexCount;
        begin = end;
    }
    return first + (listIndex - begin) * levels[level].vertexCount;
}

/// Writes the arguments of one draw per surface of an instance, because the frame sorts blended
/// surfaces by depth. `count`: 1 if the camera's list has the instance, else 0.
void writeSingles(uint instance, uint listIndex, uint level, uint count) {
    uint entryCount = indirectTemplates.length();
    IndirectTemplate singles = indirectTemplates[entryCount - 1];
    if (singles.kind != SINEW_CALL_SINGLES) return;
    for (uint i = 0; i < singles.b; ++i) {
        IndirectTemplate entry = indirectTemplates[singles.a + i * singles.slot + level];
        uint first = (entryCount + instance * singles.b + i) * SINEW_ARGUMENT_WORDS;
        arguments[first] = entry.a;
        arguments[first + 1] = count;
        arguments[first + 2] = entry.b;
        arguments[first + 3] = 0;
        arguments[first + 4] = listIndex;
    }
}

/// Flips the thread's bit in the masks of all slots that `word` belongs to.
void toggle(uint word) {
    if (!isInList(word, SINEW_LIST_ANY)) return;
    uint thread = gl_LocalInvocationIndex, block = thread / 128;
    uint part = thread / 32 % 4, bit = 1u << thread % 32;
    for (uint list = 0; list < SINEW_LIST_COUNT; ++list) {
        if (!isInList(word, list)) continue;
        atomicXor(masks[slotOf(requestedLevelIn(word), list) * blocks() + block][part], bit);
    }
    if (kRates != 0 && posedIn(word) != 0) {
        atomicXor(masks[posedSlot() * blocks() + block][part], bit);
    }
}

/// Sets the first list index of each block of a slot. Returns the list index at which the slot's
/// instances of the next chunk begin.
uint writeBegins(uint slot, uint begin) {
    for (uint block = slot * blocks(); block < (slot + 1) * blocks(); ++block) {
        begins[block] = begin;
        for (uint part = 0; part < 4; ++part) begin += bitCount(masks[block][part]);
    }
    return begin;
}

/// Returns the index of the thread's instance in the list of the slot.
uint listIndexIn(uint slot) {
    uint thread = gl_LocalInvocationIndex, block = slot * blocks() + thread / 128;
    uint own = thread / 32 % 4, listIndex = begins[block];
    for (uint part = 0; part < own; ++part) listIndex += bitCount(masks[block][part]);
    return listIndex + bitCount(bitfieldExtract(masks[block][own], 0, int(thread % 32)));
}

void writeEntries(uint instance, uint word) {
    uint level = requestedLevelIn(word), listIndex = listIndexIn(slotOf(level, SINEW_LIST_ANY));
    uint drawnLevel = listIndex < kept ? cut : max(level, cut + 1);
    uint entry = instance | drawnLevel << SINEW_LISTED_BITS | rateIn(word) << SINEW_LISTED_RATE;
    if (kCulled == SINEW_CULLED_STORED_BY_LIST) {
        firstVertices[instance] = firstVertexOf(drawnLevel, listIndex);
    }
    bool isCut = listIndex == kept && level <= cut;  // first instance that is coarser than `cut`
    for (uint list = 0; list < SINEW_LIST_COUNT; ++list) {
        if (!isCut && !isInList(word, list)) continue;
        uint at = listIndexIn(slotOf(level, list));
        if (isCut) keptIn[list] = at;
        if (!isInList(word, list)) continue;
        lists[list * skin.instanceCount + at] = entry;
        if (list == SINEW_LIST_CAMERA) writeSingles(instance, at, drawnLevel, 1);
    }
    if (kRates != 0 && posedIn(word) != 0) {
        lists[SINEW_LIST_COUNT * skin.instanceCount + listIndexIn(posedSlot())] = instance;
    }
}

void writeLists() {
    uint thread = gl_LocalInvocationIndex, size = gl_WorkGroupSize.x, word = 0;
    uint begin = 0;  // first list index of slot `thread`
    if (thread >= SINEW_LIST_COUNT && thread < posedSlot()) {
        begin = requested[thread - SINEW_LIST_COUNT];
    }
    for (uint first = 0; first < skin.instanceCount; first += size) {
        uint instance = first + thread;
        toggle(word);  // clears the bits of the previous chunk
        word = instance < skin.instanceCount ? visibility[instance] : 0;
        toggle(word);
        barrier();
        if (thread <= posedSlot()) begin = writeBegins(thread, begin);
        barrier();
        if (isInList(word, SINEW_LIST_ANY)) writeEntries(instance, word);
        if (!isInList(word, SINEW_LIST_CAMERA) && instance < skin.instanceCount) {
            writeSingles(instance, 0, 0, 0);
        }
        barrier();
    }
}

void writeWords(uint call, uint words[SINEW_ARGUMENT_WORDS]) {
    uint first = call * SINEW_ARGUMENT_WORDS;
    for (uint w = 0; w < SINEW_ARGUMENT_WORDS; ++w) arguments[first + w] = words[w];
}

void writeDispatch(uint call, IndirectTemplate entry) {
    uint instances = entry.slot == SINEW_SLOT_POSED ? rates[SINEW_RATE_POSED] : drawn[entry.slot];
    uint groups = groupsOf(entry.a, entry.b, instances);
    uint columns = min(groups, SINEW_MOST_COLUMNS);
    uint rows = groups == 0 ? 0 : (groups + columns - 1) / columns;
    writeWords(call, uint[](columns, rows, 1, 0, 0));
}

void writeCall(uint call) {
    IndirectTemplate entry = indirectTemplates[call];
    if (entry.kind == SINEW_CALL_SINGLES) return;
    if (entry.kind == SINEW_CALL_DISPATCH) {
        writeDispatch(call, entry);
        return;
    }
    uint end = drawn[entry.slot];
    uint begin = entry.slot < SINEW_LIST_COUNT ? 0 : drawn[entry.slot - SINEW_LIST_COUNT];
    uint words[SINEW_ARGUMENT_WORDS];
    if (entry.kind == SINEW_CALL_DRAW_INDEXED) {
        words = uint[](entry.a, end - begin, entry.b, 0, begin);
    } else {
        words = uint[](entry.a, end - begin, 0, begin, 0);
    }
    writeWords(call, words);
}

void main() {
    uint thread = gl_LocalInvocationIndex, size = gl_WorkGroupSize.x;
    for (uint i = thread; i < masks.length(); i += size) masks[i] = uint[](0, 0, 0, 0);
    if (thread < SINEW_SLOT_COUNT) requested[thread] = 0;
    if (thread < SINEW_RATE_WORDS) rates[thread] = 0;
    barrier();
    for (uint i = thread; i < skin.instanceCount; i += size) count(visibility[i]);
    barrier();
    if (thread < SINEW_LIST_COUNT) {
        for (uint slot = thread + SINEW_LIST_COUNT; slot < SINEW_SLOT_COUNT; slot += SINEW_LIST_COUNT) {
            requested[slot] += requested[slot - SINEW_LIST_COUNT];
        }
    }
    barrier();
    if (thread == 0) fitBudget();
    barrier();
    if (thread < SINEW_LIST_COUNT) keptIn[thread] = requested[slotOf(cut, thread)];
    barrier();
    writeLists();
    if (thread < SINEW_SLOT_COUNT) {
        uint level = thread / SINEW_LIST_COUNT, list = thread % SINEW_LIST_COUNT;
        drawn[thread] = level < cut ? 0 : level == cut ? keptIn[list] : requested[thread];
        listEnds[SINEW_HEADER_REQUESTED + thread] = requested[thread];
        listEnds[SINEW_HEADER_DRAWN + thread] = drawn[thread];
        if (level == skin.levelCount - 1) listEnds[list] = drawn[thread];
    }
    barrier();
    for (uint call = thread; call < indirectTemplates.length(); call += size) writeCall(call);
    if (kRates != 0 && thread < SINEW_RATE_WORDS && thread != SINEW_RATE_ERROR) {
        listEnds[SINEW_HEADER_RATES + thread] = rates[thread];
    }
    if (kCullBy != SINEW_CULL_BY_CLIPS || thread != 0) return;
    listEnds[SINEW_HEADER_POSED] =
        kRates != 0 ? rates[SINEW_RATE_POSED] : requestedEnd(skin.levelCount - 1);
    listEnds[SINEW_HEADER_RATES + SINEW_RATE_ERROR] = listEnds[SINEW_ERROR_ACCUMULATOR];
    listEnds[SINEW_ERROR_ACCUMULATOR] = 0;
}
