// Functions that take the stage, grouped by the source file that defines them.
#pragma once

#include <array>
#include <vector>

#include "app/demo/session/stage.h"

namespace sinew {

// loop.cpp: The main loop.
/// Runs until the user, a signal or the frame limit ends the program. Saves settings and pipeline
/// cache.
void runWindow(Stage& stage);

// models.cpp: Opening, adding, changing and removing models.
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

// results.cpp: Results of worker threads.
void receiveResults(Stage& stage);

// following.cpp: Settings that shortcuts, panels or other settings have changed.
void followSettings(Stage& stage);

// playing.cpp: Playback of clips and animators.
/// Advances playback, animators and turntable by the time since the previous frame.
void advance(Stage& stage);
void startClip(Stage& stage, uint32_t clip, float fadeSeconds);
void setPlays(Stage& stage, Plays plays);
/// Pauses playback and steps by `frames`. A frame is 1/30 s or, with a pose rate, one period of
/// that rate. Animators only step forward.
void stepFrames(Stage& stage, int frames);
std::vector<PoseRequest> requestsOf(ShownModel& shown, uint32_t count);
/// Returns the root motion offsets of the last requestsOf(); empty for clips.
std::span<const Anchor> anchorsOf(const ShownModel& shown);
/// Returns the number of shown instances of the chosen model.
uint32_t chosenCount(const Stage& stage);
std::vector<PoseRequest> requestsNow(Stage& stage, uint32_t count);
/// Returns the root motion offsets of the last requestsNow().
std::span<const Anchor> anchorsNow(const Stage& stage);

// framing.cpp: The camera.
/// Frames the crowd in the area between the panels.
void frameCamera(Stage& stage);
/// Moves the camera to a world-space box and keeps its direction.
void frameBox(Stage& stage, const Box& box);
/// Turns the camera if the turntable is on, unless the mouse steers it or a ranking runs.
void turnCamera(Stage& stage, float seconds);
/// Frames the crowd and looks from `yawRadians`, nearly level; 0: from the front.
void lookFrom(Stage& stage, float yawRadians);
/// Restores the saved camera of the last run. Only the first call has an effect.
void restoreCamera(Stage& stage);
/// Moves the camera to the other side of the crowd: a cut without motion vectors.
void teleport(Stage& stage);
/// Copies the `sinew-cli render` command for the view to the clipboard.
void copyCommand(Stage& stage);

// crowd_outline.cpp: Points to which the camera is fitted.
std::array<glm::vec3, 8> cornersOf(const Box& box);
/// Returns world-space points whose convex hull contains all instances. Up to 64 instances of one
/// model with a clip are posed at times over the entire clip; other crowds are posed at the current
/// time.
std::vector<glm::vec3> crowdOutline(Stage& stage);

// pointing.cpp: The instance and the joint under the mouse.
/// Selects the joint whose dot is under the mouse. Without such a joint, picks the instance at a
/// point of the image.
void pick(Stage& stage, const glm::vec2& at);
/// Moves the camera to the instance at a point of the image and keeps its direction.
void focus(Stage& stage, const glm::vec2& at);
/// Updates State::joints. With more than 1000 instances, the joint under the mouse is not searched.
void followJoints(Stage& stage);

// drawable_settings.cpp: Frame settings without unfinished baked clips and LODs.
bool playsBakedClips(const SkinChoice& choice);
/// Returns the settings of the next frame. Starts to make missing baked clips and LODs, and returns
/// other methods until these are finished.
FrameSettings drawableSettings(Stage& stage);

// drawing.cpp: A frame of the window, and the swapchain.
/// Resizes the swapchain with the window. Returns false while the window cannot present.
bool prepareSwapchain(Stage& stage);
/// Sets the requests and anchors of all models for the frame's instance count.
void fillPlayback(Stage& stage, FrameInput& input);
void renderFrame(Stage& stage);

// fallbacks.cpp
/// Renders the frame. On an error, shows the message and renders the last working state.
void renderOrFallBack(Stage& stage, FrameInput& input);

// measuring.cpp: Errors, vertex differences and images for the panels, between two frames.
void surveyErrors(Stage& stage);
/// Measures the vertex difference of methods A and B if either changed or, while playback is
/// paused, if the time changed.
void measureDifferenceWhenNeeded(Stage& stage);
void pictureBakedClips(Stage& stage);
void pictureMaterials(Stage& stage);

// timing.cpp
void recordFrameTimes(Stage& stage);

// ranking.cpp: All methods measured with the window's scene, between the frames of the window.
/// Starts a run. RankingSweep::none measures all methods; a sweep requires results of such a run
/// that are not outdated.
void startRanking(Stage& stage, RankingSweep sweep);
/// Marks results as outdated if their inputs changed. Runs pieces for up to half a second; a piece
/// is a block of frames, or the verification of a method.
void advanceRanking(Stage& stage);
/// Ends the run early. Finished blocks are kept.
void cancelRanking(Stage& stage);
void copyBenchCommand(Stage& stage);
void saveRanking(Stage& stage);

// benchmarking.cpp: A benchmark in the window. During the run, the scene of the window is paused.
void listScenarios(Stage& stage);
void chooseScenario(Stage& stage, const std::filesystem::path& file);
/// Starts the chosen scenario. Frees the shown crowd; the first frame after the run creates it
/// again.
void startBenchmark(Stage& stage);
void advanceBenchmark(Stage& stage);
/// Ends the run without a notice. The finished blocks of frames become an unsaved report.
void stopBenchmark(Stage& stage);
/// Draws the panel, then runs the next piece of the benchmark, unless the user uses mouse or
/// keyboard.
void showBenchmark(Stage& stage);
void openReport(Stage& stage, const std::filesystem::path& file);
/// Returns the report that is not saved yet, also during a run; null if there is none.
std::shared_ptr<const Report> unsavedReport(const Stage& stage);
/// Executes the requests that do not disturb the run. A dropped model is shown after the run.
void carryOutBesideBenchmark(Stage& stage);

}  // namespace sinew
