// Visible lists, and the layout of their ends (list ends).
#ifndef SINEW_SHARED_LISTS_H
#define SINEW_SHARED_LISTS_H

// Each list is in the order of instances and has space for all instances of the crowd. List 0 is
// the union of all others: its instances are posed and skinned. With update rates, one more list
// after them has the instances that are posed in this frame.
#define SINEW_LIST_ANY 0
#define SINEW_LIST_CAMERA 1
#define SINEW_LIST_CASCADE 2  // first of SINEW_MAX_CASCADES lists
#define SINEW_LIST_COUNT 8
// A list has the instances of the finest level of detail first. An entry has the instance in bits 0
// to 19, the drawn level of detail in bits 20 to 22, and the update rate in bits 23 and 24.
#define SINEW_MAX_LEVELS 8  // including full detail
#define SINEW_LEVEL_BITS 3
#define SINEW_RATE_BITS 2
#define SINEW_LISTED_BITS 20
#define SINEW_LISTED_RATE (SINEW_LISTED_BITS + SINEW_LEVEL_BITS)  // first bit
// A slot is a pair of level and list, with the index level * SINEW_LIST_COUNT + list.
#define SINEW_SLOT_COUNT 64
// The slot of the instances that are posed in this frame. The end of this slot is the word
// SINEW_RATE_POSED, at SINEW_HEADER_DRAWN + SINEW_SLOT_POSED.
#define SINEW_SLOT_POSED SINEW_SLOT_COUNT

// The words of a crowd's list ends. The first 148 are the header, which the CPU reads back:
//   [0, 8)      lengths of lists
//   [8, 72)     per slot, the end (list index) of the instances that request its level
//   [72, 136)   per slot, the end of the instances that are drawn at its level; the two ends differ
//               only if the vertex budget is exhausted
//   [136, 144)  update rates (SINEW_RATE_*)
//   [144]       number of posed instances, before culling by posed boxes
//   [145, 148)  unused
//   [148]       the largest error of older poses that are drawn, which cull.comp accumulates
#define SINEW_HEADER_REQUESTED 8
#define SINEW_HEADER_DRAWN 72
#define SINEW_HEADER_RATES 136
#define SINEW_HEADER_POSED 144
#define SINEW_HEADER_WORDS 148  // a multiple of 16 bytes
#define SINEW_ERROR_ACCUMULATOR 148
#define SINEW_LIST_END_WORDS 149

#endif
