// Converts exceptions to error messages for users.
#pragma once

#include <exception>
#include <string>

namespace sinew {

/// Returns the text of this project's errors (std::runtime_error) unchanged. Exceptions of
/// libraries get another text, because "vector::_M_default_append" does not help users.
std::string faultWords(const std::exception& fault);

}  // namespace sinew
