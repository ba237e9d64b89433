// Installs Sinew into a temporary folder, and builds examples there.
#pragma once
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "skinning/bounds/bounds.h"
#include "skinning/model.h"
#include "tests/cli/program.h"
#include "tests/examples/corners.h"

namespace sinew::test {

/// Installs into a new folder before the first test. The suites of a process share it; the end of
/// the process removes it.
class InstalledTree : public ::testing::Test {
protected:
    static void SetUpTestSuite();
    static const std::filesystem::path& tree();

    /// Configures and builds a copy of a source folder. The only other files of the repository that
    /// the copy can use are those in examples/common. A second call builds what has changed.
    static void build(const std::string& folder);
    /// Builds the copy of an example again after a test changed it, with precompiled headers, which
    /// take less time. They hide missing includes, so build() must compile the copy unchanged.
    static void buildChanged(const std::string& folder);
    /// Returns the command that starts the copy of an example, with its model if it reads one.
    static std::string commandOf(const std::string& example);
    /// Runs the program of an example with runValidated(). Expects success, and no message of the
    /// layer.
    static void run(const std::string& example, const std::string& arguments);
};

/// The name of the program of an example: 01-compute-skinning has compute-skinning.
std::string programName(const std::string& example);

/// A file of the source tree, as text.
std::string sourceText(const std::string& file);
long lineCount(const std::string& text);

/// Runs a command under the validation layer with synchronization validation. The layer prints to
/// stdout.
Outcome runValidated(const std::string& command);

/// The vertices that sinew-cli exports at the time that the examples show. An empty `moment` gives
/// the rest pose.
Corners exported(const std::filesystem::path& model,
                 const std::string& moment = "--clip 0 --time 0.5");
Corners readObj(const std::filesystem::path& file);

/// One instance's vertices as the kernels of the examples write them: PackedVertex, model order.
Corners readVertices(const std::filesystem::path& file, const Model& model);

/// The bounds of the first clip's pose. The examples place their camera by them.
Box posedBox(const Model& model, float timeSeconds);

struct Difference {
    double position = 0;  // the largest, relative to the extent
    double degrees = 0;
};

Difference between(const Corners& a, const Corners& b);

}  // namespace sinew::test
