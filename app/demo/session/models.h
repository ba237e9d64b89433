// Which models are on the screen.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Models that were named on the command line must be there, and what the first one holds; those of
/// the last run need not. While large files are read, the shipped character is shown, unless
/// something waits for the files.
void showFirstModel(Stage& stage, const Options& options);

/// What the settings remember.
Opened wantedModels(const Settings& settings);

/// Reads a model or a scene, to be shown beside the others where Settings::dropsAdd, else alone.
void openFile(Stage& stage, const std::filesystem::path& file);

/// Reads the chosen model again with another scene of its file. The other models stay.
void openScene(Stage& stage, uint32_t scene);

/// Shows the chosen model with the weights of ShownModel::morphs. What plays goes on.
void fixMorphs(Stage& stage);

/// The desktop's dialog, for what is then opened as if it were dropped on the window.
void openDialog(Stage& stage);

/// What runs stays until the new models are on the GPU.
void receiveModels(Stage& stage, ModelLoader::Result result);

/// Panels and keys are about that one from now on.
void choose(Stage& stage, uint32_t model);

/// Shows the others alone, who go on; of the last one nothing is done.
void removeModel(Stage& stage, uint32_t model);

/// What `state` says of the models when one is gone, which had so many `instances`: a neighbour is
/// chosen in its place, and each of the others keeps its number. Needs two models.
void takeOut(State& state, uint32_t model, uint32_t instances);

/// As the frame takes it.
std::vector<SceneModel> shownScene(const State& state);

}  // namespace sinew
