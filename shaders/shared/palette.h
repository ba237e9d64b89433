// Definitions of palette entries, and dual quaternions.
#ifndef SINEW_SHARED_PALETTE_H
#define SINEW_SHARED_PALETTE_H

#include "shaders/shared/types.h"

SINEW_SHARED_BEGIN

// One palette entry's constants.
struct BindEntry {
    Affine jointFromBind;
    uint joint;
    uint pad0;
    uint pad1;
    uint pad2;
};
SINEW_SIZE(BindEntry, 64);

// A palette entry as a dual quaternion; without scale and shear only its first half is stored.
// The 3x3 is rotation * U, U = [u00 u01 u02; 0 u11 u12; 0 0 u22]; see Blend in skinning/settings.h.
struct DualQuaternion {
    vec4 real;      // x y z w
    vec4 dual;      // half of translation * real
    vec4 diagonal;  // u00 u11 u22, u01
    vec4 shear;     // u02 u12
};
SINEW_SIZE(DualQuaternion, 64);

SINEW_SHARED_END
#endif
