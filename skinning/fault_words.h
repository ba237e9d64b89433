// What a fault is called towards the user, whoever threw it.
#pragma once

#include <exception>
#include <string>

namespace sinew {

/// The words of our own faults (std::runtime_error) as they are. Faults of the libraries become our
/// own words: a user can do nothing with "vector::_M_default_append".
std::string faultWords(const std::exception& fault);

}  // namespace sinew
