// Runs between cull.comp and lists.comp, in one workgroup. It turns the counts of cull.comp's
// workgroups into exclusive prefix sums, finds where each level of detail ends in each list, and
// writes the indirect arguments of draws and dispatches.
//
// Vertices that do not lie by instance share a buffer of a fixed size. If the levels that instances
// want do not fit, the finest levels are left out: all instances that want a level finer than `cut`
// are drawn at `cut`, and from list position `kept` on at the next coarser level. All lists have
// the same order, so that every pass draws an instance at the same level.
#version 460
#include "shaders/shared/culling.h"
#include "shaders/shared/kernel.h"
#include "shaders/shared/variant.h"
#include "shaders/variant.glsl"
#include "shaders/shared/groups.h"

layout(set = 0, binding = 0) readonly buffer Levels { LevelEntry levels[]; };
layout(set = 0, binding = 1) readonly buffer Seen { uint seen[]; };
layout(set = 0, binding = 2) buffer SeenCounts { uint seenCounts[]; };
layout(set = 0, binding = 3) readonly buffer Calls { CallEntry calls[]; };
layout(set = 0, binding = 4) writeonly buffer ListEnds { uint listEnds[]; };
layout(set = 0, binding = 5) writeonly buffer Arguments { uint arguments[]; };

layout(local_size_x = SINEW_SLOT_COUNT) in;
layout(push_constant) uniform Constants {
    SkinConstants skin;
};

shared uint wanted[SINEW_SLOT_COUNT];  // where what wants a level ends in a list
shared uint drawn[SINEW_SLOT_COUNT];   // and what is drawn at it
shared uint cut;                       // the finest level that is drawn
shared uint kept;                      // how many are drawn at it
shared uint splitGroup;                // the workgroup of cull.comp in which those end
shared uint worked;                    // instances that are posed in this frame, if poses have rates

#include "shaders/seen.glsl"

uint endOf(uint level) { return wanted[slotOf(level, SINEW_LIST_ANY)]; }

/// Exclusive prefix sums over the workgroups; returns the sum of all.
uint addUp(uint slot, uint groups) {
    uint sum = 0;
    for (uint at = slot; at < groups * countStride(); at += countStride()) {
        uint count = seenCounts[at];
        seenCounts[at] = sum;
        sum += count;
    }
    return sum;
}

/// What is told of rates; `word` is SINEW_RATE_*.
uint addUpRates(uint word, uint groups) {
    if (word != SINEW_RATE_OFF) return addUp(slotCount() + word, groups);
    uint most = 0;  // positive floats are in the order of their bits
    for (uint group = 0; group < groups; ++group) {
        most = max(most, seenCounts[group * countStride() + slotCount() + word]);
    }
    return most;
}

/// Finds `cut` and `kept`. The coarsest level of all instances fits.
void fit() {
    uint last = skin.levelCount - 1, coarser = 0;  // vertices of the levels behind
    for (uint level = 1; level <= last; ++level) {
        coarser += (endOf(level) - endOf(level - 1)) * levels[level].vertexCount;
    }
    for (cut = 0; cut < last; ++cut) {
        uint vertices = levels[cut].vertexCount, next = levels[cut + 1].vertexCount;
        kept = endOf(cut);
        uint room = skin.vertexRoom - min(skin.vertexRoom, coarser);
        if (kept * vertices <= room) return;
        if (kept * next < room && vertices > next) {
            kept = (room - kept * next) / (vertices - next);
            return;
        }
        coarser -= (endOf(cut + 1) - endOf(cut)) * next;
    }
    kept = endOf(last);
}

/// Counts the entries of `list` among the first `kept` entries of list 0. `level` is the level that
/// the instance at that position wants.
uint splitOf(uint list, uint level) {
    uint before = level > 0 ? slotOf(level - 1, SINEW_LIST_ANY) : 0;
    uint left = kept - (level > 0 ? wanted[before] : 0);
    left -= seenCounts[splitGroup * countStride() + slotOf(level, SINEW_LIST_ANY)];
    uint split = (level > 0 ? wanted[slotOf(level - 1, list)] : 0) +
                 seenCounts[splitGroup * countStride() + slotOf(level, list)];
    for (uint i = 0; i < SINEW_CULL_GROUP && left > 0; ++i) {
        uint instance = splitGroup * SINEW_CULL_GROUP + i;
        uint word = instance < skin.instanceCount ? seen[instance] : 0;
        if ((word & 1u) == 0 || levelIn(word) != level) continue;
        split += word >> list & 1u;
        --left;
    }
    return split;
}

/// The level that the instance at `kept` in the first list wants.
uint levelAtCut() {
    uint level = 0;
    while (level < cut && endOf(level) <= kept) ++level;
    return level;
}

void writeWords(uint call, uint words[SINEW_ARGUMENT_WORDS]) {
    uint first = call * SINEW_ARGUMENT_WORDS;
    for (uint w = 0; w < SINEW_ARGUMENT_WORDS; ++w) arguments[first + w] = words[w];
}

void writeDispatch(uint call, CallEntry entry) {
    uint instances = entry.slot == SINEW_SLOT_WORKED ? worked : drawn[entry.slot];
    uint groups = groupsOf(entry.a, entry.b, instances);
    uint columns = min(groups, SINEW_MOST_COLUMNS);
    uint rows = groups == 0 ? 0 : (groups + columns - 1) / columns;
    writeWords(call, uint[](columns, rows, 1, 0, 0));
}

void writeCall(uint call) {
    CallEntry entry = calls[call];
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
    uint slot = gl_LocalInvocationIndex, list = slot % SINEW_LIST_COUNT;
    uint slots = slotCount();
    uint groups = (skin.instanceCount + SINEW_CULL_GROUP - 1) / SINEW_CULL_GROUP;
    wanted[slot] = slot < slots ? addUp(slot, groups) : 0;
    uint told = kRates != 0 && slot < SINEW_RATE_WORDS ? addUpRates(slot, groups) : 0;
    if (kRates != 0 && slot < SINEW_RATE_WORDS) listEnds[SINEW_HEADER_RATES + slot] = told;
    if (slot == SINEW_RATE_WORKED) worked = told;
    if (slot == 0) splitGroup = 0;
    barrier();
    uint sum = 0;
    for (uint other = list; other <= slot; other += SINEW_LIST_COUNT) sum += wanted[other];
    barrier();
    wanted[slot] = sum;
    barrier();

    if (slot == 0) {
        cut = 0;
        kept = endOf(0);
        if (kCulled == SINEW_CULLED_BY_PLACE) fit();
    }
    barrier();
    uint level = slot / SINEW_LIST_COUNT, splitLevel = levelAtCut();
    bool splits = kept < endOf(cut);
    if (splits) {
        uint first = splitLevel > 0 ? endOf(splitLevel - 1) : 0;
        for (uint group = slot; group < groups; group += SINEW_SLOT_COUNT) {
            uint before = seenCounts[group * countStride() + slotOf(splitLevel, SINEW_LIST_ANY)];
            if (first + before <= kept) atomicMax(splitGroup, group);
        }
    }
    barrier();
    drawn[slot] = level < cut ? 0 : wanted[slot];
    if (splits && level == cut) drawn[slot] = splitOf(list, splitLevel);
    barrier();

    listEnds[SINEW_HEADER_WANTED + slot] = wanted[slot];
    listEnds[SINEW_HEADER_DRAWN + slot] = drawn[slot];
    if (slot < SINEW_LIST_COUNT) listEnds[slot] = drawn[slots - SINEW_LIST_COUNT + slot];
    if (kCullBy == SINEW_CULL_BY_CLIPS && slot == SINEW_RATE_WORKED) {
        uint all = drawn[slotOf(skin.levelCount - 1, SINEW_LIST_ANY)];
        listEnds[SINEW_HEADER_POSED] = kRates != 0 ? told : all;
    }
    for (uint call = slot; call < calls.length(); call += SINEW_SLOT_COUNT) writeCall(call);
}
