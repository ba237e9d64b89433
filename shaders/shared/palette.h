// Definitions of palette entries (binds), and palette entries as dual quaternions.
#ifndef SINEW_SHARED_PALETTE_H
#define SINEW_SHARED_PALETTE_H

#include "shaders/shared/types.h"

SINEW_SHARED_BEGIN

struct BindEntry {
    Affine jointFromBind;
    uint joint;
    uint pad0;
    uint pad1;
    uint pad2;
};
SINEW_SIZE(BindEntry, 64);

// The 3x3 part of a palette entry is rotation * U, with U = [u00 u01 u02; 0 u11 u12; 0 0 u22]; see
// Blend in skinning/settings.h. If no joint scales or shears, a buffer stores only `real` and
// `dual`.
struct DualQuaternion {
    vec4 real;      // x y z w
    vec4 dual;      // 0.5 * translation * real
    vec4 diagonal;  // u00 u11 u22, u01
    vec4 shear;     // u02 u12
};
SINEW_SIZE(DualQuaternion, 64);

SINEW_SHARED_END
#endif
