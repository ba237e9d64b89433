// Which model is on the screen.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// A model that was named on the command line must be there, and what it holds; the one of the last
/// run need not. While a large file is read, the shipped character is shown, unless something waits
/// for the file.
void showFirstModel(Stage& stage, const Options& options);

/// What runs stays until the new model is on the GPU.
void receiveModel(Stage& stage, ModelLoader::Result result);

}  // namespace sinew
