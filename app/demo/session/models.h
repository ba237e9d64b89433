// Opens, adds, changes and removes the window's models.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Throws if a model of the command line cannot be loaded, but not for a model of the last run.
/// Shows the default character while large files are read, unless an option needs the files.
void showFirstModel(Stage& stage, const Options& options);

Opened wantedModels(const Settings& settings);

/// Reads a model or scene, and adds it with Settings::dropsAdd, else replaces the others.
void openFile(Stage& stage, const std::filesystem::path& file);

/// Reads the chosen model again with another scene of its file. Other models stay.
void openScene(Stage& stage, uint32_t scene);

/// Shows the chosen model with the weights of ShownModel::morphs. Playback continues.
void fixMorphs(Stage& stage);

void openDialog(Stage& stage);

/// The current models stay until the new ones are on the GPU.
void receiveModels(Stage& stage, ModelLoader::Result result);

/// Makes it the model of panels and keys.
void choose(Stage& stage, uint32_t model);

/// Removes a model; the others continue. Does nothing for the last one.
void removeModel(Stage& stage, uint32_t model);

/// Removes a model with `instances` from `state`: its neighbour is chosen, and other models keep
/// their counts. Requires two models.
void takeOut(State& state, uint32_t model, uint32_t instances);

std::vector<SceneModel> shownScene(const State& state);

}  // namespace sinew
