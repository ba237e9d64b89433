// The message to the user for any exception.
#pragma once

#include <exception>
#include <string>

namespace sinew {

/// The text of our own faults (std::runtime_error) as it is. Faults of libraries get a text of
/// ours, because "vector::_M_default_append" does not help a user.
std::string faultWords(const std::exception& fault);

}  // namespace sinew
