// The serpent moves by the heading and the pitch of its body as functions of the place along it.
#include "assets/serpent/clips.h"

#include <functional>
#include <string>

#include "assets/math/rotation.h"
#include "assets/serpent/skeleton.h"

// The headings of slither are those of Hirose's serpenoid curve: a sine along the body that travels
// towards the tail, which is how the friction of the belly drives a snake.
namespace sinew::assets {
namespace {

double wave(double phase) {
    return std::sin(2.0 * kPi * phase);
}

struct Attitude {
    double heading = 0.0;  // degrees to the left
    double pitch = 0.0;    // degrees upwards, of the direction towards the head
};

struct SerpentFigure {
    std::function<Attitude(double s)> body;
    Vec3 headTurn;        // pitch (down), yaw, roll of the head relative to the ground and to +Z
    double jaw = 4.0;     // degrees open
    double tongue = 0.0;  // 0 in the mouth, 1 out
    double flick = 0.0;   // degrees that the tongue bends down
    double frill = 0.0;   // 0 folded, 1 spread
    double crest = 0.0;   // degrees that the crest sways to the left
    std::function<double(double s)> crestLag;  // share of the sway along the body
};

class SerpentPoser {
public:
    SerpentPoser() : joints_(serpentJoints()) {}

    PoseSample pose(const SerpentFigure& figure) const {
        std::vector<Quat> global(joints_.size());
        const auto rotationAt = [&](double s) {
            const Attitude a = figure.body(s);
            return turn(a.heading, -a.pitch, 0);
        };
        global[kSerpentRoot] = rotationAt(kMiddleAt);
        for (int i = 0; i < kFrontJoints; ++i) global[at(kFront + i)] = rotationAt(frontJointAt(i));
        for (int i = 0; i < kRearJoints; ++i) global[at(kRear + i)] = rotationAt(rearJointAt(i));
        const Quat head = turn(figure.headTurn.y, figure.headTurn.x, figure.headTurn.z);
        for (int j = kSerpentHead; j < kFrillLeft; ++j) global[at(j)] = head;
        global[at(kSerpentJaw)] = head * turn(0, figure.jaw, 0);
        const Quat tongue = global[at(kSerpentJaw)] * turn(0, -figure.jaw * 0.5, 0);
        global[at(kTongue)] = tongue;
        global[at(kTongueTip)] = tongue * turn(0, figure.flick, 0);
        global[at(kForkLeft)] =
            global[at(kTongueTip)] * turn(4.0 + 6.0 * figure.tongue, figure.flick * 0.5, 0);
        global[at(kForkRight)] =
            global[at(kTongueTip)] * turn(-4.0 - 6.0 * figure.tongue, figure.flick * 0.5, 0);
        for (int i = 0; i < kFrillRibs; ++i) {
            const double fold = (1.0 - figure.frill) * (50.0 - 3.0 * i);
            const Quat neck = global[at(joints_[at(kFrillLeft + i)].parent)];
            global[at(kFrillLeft + i)] = neck * turn(fold, 0, -0.25 * fold);
            global[at(kFrillRight + i)] = neck * turn(-fold, 0, 0.25 * fold);
        }
        for (int i = 0; i < kCrestJoints; ++i) {
            const double sway =
                figure.crest * (figure.crestLag ? figure.crestLag(crestAt(i)) : 1.0);
            global[at(kCrest + i)] = global[at(joints_[at(kCrest + i)].parent)] * turn(0, 0, sway);
        }
        for (int i = 0; i < kTailFinJoints; ++i)
            global[at(kTailFin + i)] = rotationAt(tailFinAt(i));
        return localise(figure, global);
    }

private:
    static std::size_t at(int j) { return static_cast<std::size_t>(j); }

    PoseSample localise(const SerpentFigure& figure, const std::vector<Quat>& global) const {
        PoseSample sample;
        std::vector<Vec3> places(joints_.size());
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            const int parent = joints_[j].parent;
            if (parent < 0) {
                sample.rotations.push_back(global[j]);
                sample.translations.push_back(joints_[j].position);
                places[j] = joints_[j].position;
                continue;
            }
            sample.rotations.push_back(normalize(conjugate(global[at(parent)]) * global[j]));
            sample.translations.push_back(joints_[j].position - joints_[at(parent)].position);
            if (j == kTongue) sample.translations.back().z += 0.105 * figure.tongue - 0.105;
            places[j] = places[at(parent)] + rotate(global[at(parent)], sample.translations.back());
        }
        // In place: the middle of the resting part of the body stays above the origin.
        Vec3 mean{};
        for (int i = 0; i < kRearJoints; ++i) mean += places[at(kRear + i)] * (0.5 / kRearJoints);
        for (int i = 0; i < kFrontJoints / 2; ++i)
            mean += places[at(kFront + i)] * (1.0 / kFrontJoints);
        sample.translations[0].x -= mean.x;
        sample.translations[0].z -= mean.z - restMean_;
        return sample;
    }

    std::vector<JointPlace> joints_;
    double restMean_ = -0.25;  // keeps head and tail about equally far from the origin
};

Clip record(const std::string& name, double durationSeconds, int count,
            const std::function<SerpentFigure(double)>& figureAt) {
    const SerpentPoser poser;
    Clip clip{name, durationSeconds, {}};
    for (int i = 0; i < count; ++i)
        clip.samples.push_back(poser.pose(figureAt(static_cast<double>(i) / count)));
    clip.samples.push_back(clip.samples.front());
    return clip;
}

// The tongue shoots out and quivers between `from` and `to` of the phase.
void flickTongue(SerpentFigure& figure, double phase, double from, double to) {
    const double middle = 0.5 * (from + to), out = 0.25 * (to - from);
    const double shown = smoothstep(from, from + out, phase) * smoothstep(to, to - out, phase);
    if (shown > figure.tongue) {
        figure.tongue = shown;
        figure.flick = 26.0 * shown * wave((phase - middle) / (to - from) * 2.0);
    }
}

// The neck rises from the ground and levels out before the head: an S in the upright plane.
double risingPitch(double s, double degrees) {
    return degrees * smoothstep(1.55, 1.10, s) * smoothstep(0.42, 0.85, s);
}

SerpentFigure idleAt(double phase) {
    SerpentFigure f;
    const double look = 16.0 * wave(phase + 0.1);
    f.body = [phase, look](double s) {
        Attitude a;
        a.heading = 46.0 * wave(s / 1.9 + 0.08 + 0.02 * wave(phase)) * smoothstep(0.55, 1.7, s) +
                    look * 0.7 * smoothstep(1.5, 0.5, s) +
                    5.0 * wave(phase - s * 0.2) * smoothstep(3.6, 4.7, s);
        a.pitch = risingPitch(s, 58.0 + 5.0 * wave(phase * 2.0));
        return a;
    };
    f.headTurn = {8.0 + 3.0 * wave(phase * 2.0 + 0.1), look, 3.0 * wave(phase)};
    f.frill = 0.42 + 0.12 * wave(phase * 2.0);
    f.crest = 6.0;
    f.crestLag = [phase](double s) { return wave(phase * 2.0 - s * 0.4); };
    flickTongue(f, phase, 0.18, 0.34);
    flickTongue(f, phase, 0.64, 0.80);
    return f;
}

SerpentFigure slitherAt(double phase) {
    SerpentFigure f;
    f.body = [phase](double s) {
        Attitude a;
        // Wider waves behind, none in the head, which looks where it goes.
        a.heading = 60.0 * smoothstep(0.30, 1.30, s) * wave(s / 1.45 - phase);
        a.pitch = risingPitch(s, 20.0);
        return a;
    };
    f.headTurn = {4.0, 7.0 * wave(0.12 - phase), 4.0 * wave(0.3 - phase)};
    f.frill = 0.15 + 0.05 * wave(phase);
    f.crest = 11.0;
    f.crestLag = [phase](double s) { return wave(s / 1.45 - phase + 0.2); };
    flickTongue(f, phase, 0.30, 0.62);
    return f;
}

// Coiled, the neck drawn back in an S; the head shoots forwards, holds and returns.
SerpentFigure strikeAt(double phase) {
    constexpr double kSeconds = 3.2;
    static const Cycle drawn(
        kSeconds, {{0.0, 0.35}, {0.9, 0.8}, {1.35, 1.0}, {1.52, 0.0}, {1.85, 0.0}, {2.7, 0.35}});
    static const Cycle lunge(kSeconds,
                             {{0.0, 0.0}, {1.35, 0.0}, {1.55, 1.0}, {1.80, 0.96}, {2.75, 0.0}});
    const double t = phase * kSeconds, back = drawn.at(t), out = lunge.at(t);
    SerpentFigure f;
    f.body = [phase, back, out](double s) {
        Attitude a;
        // Behind: a flat spiral that opens towards the tail; its heading is the integral of 1 /
        // radius.
        const double along = std::max(0.0, s - 1.60);
        const double turns = 360.0 * (1.30 * (1.0 - std::exp(-along / 1.7)));
        a.heading =
            -turns * 0.98 + 40.0 * smoothstep(1.9, 1.2, s) - 40.0 + 2.0 * wave(phase * 2.0 - s);
        const double front = smoothstep(1.75, 1.45, s);
        const double rise = mix(70.0 + 26.0 * back, 30.0, out) * smoothstep(1.75, 1.35, s) *
                            smoothstep(0.62, 1.05, s);
        const double fold = -mix(4.0 + 34.0 * back, -2.0, out) * smoothstep(0.95, 0.68, s) *
                            smoothstep(0.36, 0.50, s);
        a.pitch = rise + fold * front;
        return a;
    };
    f.headTurn = {mix(10.0 - 4.0 * back, -8.0, out), 3.0 * wave(phase), 0.0};
    f.jaw = mix(4.0 + 6.0 * back, 52.0, out);
    f.frill = clamp(0.35 + 0.65 * back + 0.6 * out, 0.0, 1.0);
    f.crest = 5.0;
    f.crestLag = [phase](double s) { return wave(phase * 2.0 - s * 0.5); };
    flickTongue(f, phase, 0.05, 0.20);
    return f;
}

}  // namespace

std::vector<Clip> serpentClips() {
    return {record("idle", 6.0, 96, idleAt), record("slither", 2.4, 64, slitherAt),
            record("strike", 3.2, 96, strikeAt)};
}

}  // namespace sinew::assets
