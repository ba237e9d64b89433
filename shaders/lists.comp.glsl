// Lists of instances from the masks that cull.comp left, and the arguments of the calls that work
// on them. An instance's place in a list is how many before it are in it: those of the workgroups
// before, which each workgroup adds up, and those before it in its own. So lists are in order,
// whatever runs first. Instances that are drawn in runs stand next to each other in every list, and
// so a run's draw begins where the instances of the runs before it end.
#version 460
#define MESH_SET 0
#include "shaders/streams.glsl"

CROWD_STREAM(SINEW_BINDING_SEEN, readonly, uint, Seen, seen);
CROWD_STREAM(SINEW_BINDING_SEEN_COUNTS, readonly, uint, SeenCounts, seenCounts);
CROWD_STREAM(SINEW_BINDING_CALLS, readonly, CallEntry, Calls, calls);
CROWD_STREAM(SINEW_BINDING_LISTS, writeonly, uint, Lists, lists);
CROWD_STREAM(SINEW_BINDING_ARGUMENTS, writeonly, uint, Arguments, arguments);
CROWD_STREAM(SINEW_BINDING_PLACES, writeonly, uint, Places, places);

layout(local_size_x = SINEW_CULL_GROUP) in;
layout(push_constant) uniform Constants {
    SkinConstants skin;
};

shared uint before[SINEW_LIST_COUNT];   // of earlier workgroups
shared uint lengths[SINEW_LIST_COUNT];  // in the last one: of the lists
shared uint ends[SINEW_LIST_COUNT];     // up to the end of the last run that begins here
shared uvec2 sums[SINEW_CULL_GROUP];    // a byte a list: of threads up to this one

/// The mask's bits, a byte each.
uvec2 spread(uint mask) {
    uvec2 bits = uvec2(mask, mask >> 4) & 15u;
    return (bits & 1u) | (bits & 2u) << 7 | (bits & 4u) << 14 | (bits & 8u) << 21;
}
uint byteOf(uvec2 bytes, uint list) {
    return (list < 4 ? bytes.x : bytes.y) >> list % 4 * 8 & 255u;
}

void addGroupsBefore(uint thread) {
    if (thread < SINEW_LIST_COUNT) before[thread] = 0;
    barrier();
    // A thread meets one list alone, because there are as many threads as some rows of counts have.
    uint sum = 0;
    for (uint i = thread; i < gl_WorkGroupID.x * SINEW_LIST_COUNT; i += SINEW_CULL_GROUP) {
        sum += seenCounts[i];
    }
    atomicAdd(before[thread % SINEW_LIST_COUNT], sum);
}

void addThreadsBefore(uint thread, uint mask) {
    sums[thread] = spread(mask);
    barrier();
    for (uint reach = 1; reach < SINEW_CULL_GROUP; reach *= 2) {
        uvec2 other = thread >= reach ? sums[thread - reach] : uvec2(0);
        barrier();
        sums[thread] += other;
        barrier();
    }
}

void writeWords(uint run, uint call, uint words[SINEW_ARGUMENT_WORDS]) {
    uint first = SINEW_LIST_COUNT + (run * calls.length() + call) * SINEW_ARGUMENT_WORDS;
    for (uint w = 0; w < SINEW_ARGUMENT_WORDS; ++w) arguments[first + w] = words[w];
}

bool draws(CallEntry entry) {
    return entry.kind == SINEW_CALL_DRAW_INDEXED || entry.kind == SINEW_CALL_DRAW;
}

/// Draws `length` instances of the list from `first` on.
void writeDraw(uint run, uint call, uint first, uint length) {
    CallEntry entry = calls[call];
    uint words[SINEW_ARGUMENT_WORDS] = uint[](entry.a, length, 0, 0, 0);
    if (entry.kind == SINEW_CALL_DRAW_INDEXED) {
        words[2] = entry.b;
        words[4] = first;
    } else {
        words[3] = first;
    }
    writeWords(run, call, words);
}

void writeDispatch(uint call) {
    CallEntry entry = calls[call];
    uint length = lengths[entry.list];
    uint words[SINEW_ARGUMENT_WORDS] = uint[](entry.a, length, 1, 0, 0);
    if (entry.kind == SINEW_CALL_THREADS) {
        uint groups = (length * entry.a + SINEW_CALL_GROUP - 1) / SINEW_CALL_GROUP;
        words[0] = min(groups, entry.b);
        words[1] = groups == 0 ? 0 : (groups + words[0] - 1) / words[0];
    } else if (entry.kind == SINEW_CALL_ROWS) {
        words[1] = (length + entry.b - 1) / entry.b;
    }
    writeWords(0, call, words);
}

/// What lists have before `end`, an instance of this workgroup or of a later one.
void addUpTo(uint thread, uint end) {
    if (thread < SINEW_LIST_COUNT) ends[thread] = before[thread];
    barrier();
    uint group = end / SINEW_CULL_GROUP, sum = 0;
    for (uint i = gl_WorkGroupID.x * SINEW_LIST_COUNT + thread; i < group * SINEW_LIST_COUNT;
         i += SINEW_CULL_GROUP) {
        sum += seenCounts[i];
    }
    atomicAdd(ends[thread % SINEW_LIST_COUNT], sum);
    uint instance = group * SINEW_CULL_GROUP + thread;
    uint mask = instance < end ? seen[instance] : 0;
    for (uint list = 0; list < SINEW_LIST_COUNT; ++list) {
        if ((mask >> list & 1u) != 0) atomicAdd(ends[list], 1);
    }
    barrier();
}

/// What a list has before this workgroup's thread of that number.
uint placeOf(uint list, uint thread) {
    return before[list] + (thread == 0 ? 0 : byteOf(sums[thread - 1], list));
}

/// The draws of all runs that begin in this workgroup.
void writeRuns(uint thread) {
    uint instances = skin.runInstances, base = gl_WorkGroupID.x * SINEW_CULL_GROUP;
    uint next = min(base + SINEW_CULL_GROUP, skin.instanceCount);
    uint firstRun = (base + instances - 1) / instances, endRun = (next + instances - 1) / instances;
    if (firstRun == endRun) return;
    addUpTo(thread, min(endRun * instances, skin.instanceCount));
    uint count = calls.length();
    for (uint i = thread; i < (endRun - firstRun) * count; i += SINEW_CULL_GROUP) {
        uint run = firstRun + i / count, call = i % count, list = calls[call].list;
        if (!draws(calls[call])) continue;
        uint first = placeOf(list, run * instances - base);
        uint end = run + 1 < endRun ? placeOf(list, (run + 1) * instances - base) : ends[list];
        writeDraw(run, call, first, end - first);
    }
}

void main() {
    uint thread = gl_LocalInvocationIndex;
    uint instance = gl_GlobalInvocationID.x;
    uint mask = instance < skin.instanceCount ? seen[instance] : 0;
    addGroupsBefore(thread);
    addThreadsBefore(thread, mask);
    for (uint list = 0; list < SINEW_LIST_COUNT; ++list) {
        if ((mask >> list & 1u) == 0) continue;
        uint place = before[list] + byteOf(sums[thread], list) - 1;
        lists[list * skin.instanceCount + place] = instance;
        if (kCulled == SINEW_CULLED_BY_PLACE && list == SINEW_LIST_ANY) places[instance] = place;
    }
    if (skin.runInstances != 0) writeRuns(thread);
    if (gl_WorkGroupID.x + 1 < gl_NumWorkGroups.x) return;
    if (thread < SINEW_LIST_COUNT) {
        lengths[thread] = before[thread] + byteOf(sums[SINEW_CULL_GROUP - 1], thread);
        arguments[thread] = lengths[thread];
    }
    barrier();
    for (uint call = thread; call < calls.length(); call += SINEW_CULL_GROUP) {
        if (!draws(calls[call])) {
            writeDispatch(call);
        } else if (skin.runInstances == 0) {
            writeDraw(0, call, 0, lengths[calls[call].list]);
        }
    }
}
