// volk's implementation unit.
#include <volk.c>  // NOLINT(bugprone-suspicious-include)
