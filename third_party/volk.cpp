// Compiles the implementation of volk.
#include <volk.c>  // NOLINT(bugprone-suspicious-include)
