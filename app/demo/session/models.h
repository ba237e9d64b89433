// Opens, adds, changes and removes the window's models.
#pragma once

#include "app/demo/session/stage.h"

namespace sinew {

/// Shows the models of the command line or of the last run. Throws if a model of the command line
/// cannot be loaded. Shows the default character while large files are read, unless an option needs
/// the files.
void showFirstModel(Stage& stage, const Options& options);

Opened wantedModels(const Settings& settings);

/// Starts to read a model or scene. Its models are added if Settings::dropsAdd is set; otherwise
/// they replace the shown models. The clips of a file without meshes are added to the chosen model.
void openFile(Stage& stage, const std::filesystem::path& file);

/// Reads the chosen model again, with another glTF scene of its file. Other models stay.
void openScene(Stage& stage, uint32_t scene);

/// Shows the chosen model with the weights of ShownModel::morphs. Playback continues.
void fixMorphs(Stage& stage);

void openDialog(Stage& stage);

/// Shows the models that the loader has read. The current models stay until the new ones are on the
/// GPU.
void receiveModels(Stage& stage, ModelLoader::Result result);

/// Chooses the model to which panels and keys refer.
void choose(Stage& stage, uint32_t model);

/// Removes a model; the other models continue to play. Does nothing if there is only one model.
void removeModel(Stage& stage, uint32_t model);

/// Removes a model from `state`. `instances` is its instance count. If it was chosen, a neighbour
/// is chosen. The other models keep their counts. Requires at least two models.
void takeOut(State& state, uint32_t model, uint32_t instances);

std::vector<SceneModel> shownScene(const State& state);

}  // namespace sinew
