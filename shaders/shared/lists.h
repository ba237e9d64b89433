// Visible lists, and the words of their ends.
#ifndef SINEW_SHARED_LISTS_H
#define SINEW_SHARED_LISTS_H

// Each list is in the order of instances and has space for all instances of the crowd. The first is
// the union of all others: its instances are posed and skinned. With update rates, a last list has
// the instances that are posed in this frame.
#define SINEW_LIST_ANY 0
#define SINEW_LIST_CAMERA 1
#define SINEW_LIST_CASCADE 2  // the first of SINEW_MAX_CASCADES
#define SINEW_LIST_COUNT 8
// A list has the instances of the finest level of detail first. An entry has the instance in bits 0
// to 19, the level that is drawn in bits 20 to 22, the update rate in bits 23 and 24.
#define SINEW_MAX_LEVELS 8  // the full one included
#define SINEW_LEVEL_BITS 3
#define SINEW_RATE_BITS 2
#define SINEW_LISTED_BITS 20
#define SINEW_LISTED_RATE (SINEW_LISTED_BITS + SINEW_LEVEL_BITS)  // first bit
#define SINEW_SLOT_COUNT 64  // one for each level and list: level * SINEW_LIST_COUNT + list
// A slot for the instances that are posed in this frame: as an index from SINEW_HEADER_DRAWN it is
// the word SINEW_RATE_POSED.
#define SINEW_SLOT_POSED SINEW_SLOT_COUNT

// The words of a crowd's list ends. The first 148 are the header, which the CPU reads back:
//   [0, 8)      lengths of lists
//   [8, 72)     by slot, the end of the instances that request a level
//   [72, 136)   by slot, the end of the instances that are drawn at it, which differs only if the
//               vertex budget is exhausted
//   [136, 144)  update rates (SINEW_RATE_*)
//   [144]       instances posed, before the second round of culling
//   [145, 148)  unused
//   [148]       the largest error of kept poses, which cull.comp accumulates
#define SINEW_HEADER_REQUESTED 8
#define SINEW_HEADER_DRAWN 72
#define SINEW_HEADER_RATES 136
#define SINEW_HEADER_POSED 144
#define SINEW_HEADER_WORDS 148  // in whole words of 16 bytes
#define SINEW_ERROR_ACCUMULATOR 148
#define SINEW_LIST_END_WORDS 149

#endif
