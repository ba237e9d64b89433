// Periodic, monotone-limited cubic curves.
#include "assets/animation/clip.h"

#include <algorithm>
#include <utility>

#include "assets/math/rotation.h"

namespace sinew::assets {
namespace {

std::vector<Cycle::Key> component(const std::vector<VectorCycle::Key>& keys, double Vec3::*axis) {
    std::vector<Cycle::Key> result;
    for (const VectorCycle::Key& k : keys) result.push_back({k.time, k.value.*axis});
    return result;
}

}  // namespace

Cycle::Cycle(double period, std::vector<Key> keys) : period_(period), keys_(std::move(keys)) {
    keys_.push_back({keys_.front().time + period, keys_.front().value});
    const std::size_t n = keys_.size() - 1;
    const auto secant = [&](std::size_t i) {
        return (keys_[i + 1].value - keys_[i].value) / (keys_[i + 1].time - keys_[i].time);
    };
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t before = (i + n - 1) % n;
        const double a = secant(before), b = secant(i);
        const double ha = keys_[before + 1].time - keys_[before].time,
                     hb = keys_[i + 1].time - keys_[i].time;
        const double share = (ha + 2.0 * hb) / (3.0 * (ha + hb));
        slopes_.push_back(a * b > 0.0 ? a * b / (share * b + (1.0 - share) * a) : 0.0);
    }
    slopes_.push_back(slopes_.front());
}

double Cycle::at(double time) const {
    double t = time - std::floor((time - keys_.front().time) / period_) * period_;
    std::size_t i = 0;
    while (i + 2 < keys_.size() && t >= keys_[i + 1].time) ++i;
    const double h = keys_[i + 1].time - keys_[i].time;
    const double s = clamp((t - keys_[i].time) / h, 0.0, 1.0), s2 = s * s, s3 = s2 * s;
    return (2 * s3 - 3 * s2 + 1) * keys_[i].value + (s3 - 2 * s2 + s) * h * slopes_[i] +
           (3 * s2 - 2 * s3) * keys_[i + 1].value + (s3 - s2) * h * slopes_[i + 1];
}

VectorCycle::VectorCycle(double period, const std::vector<Key>& keys)
    : x_(period, component(keys, &Vec3::x)),
      y_(period, component(keys, &Vec3::y)),
      z_(period, component(keys, &Vec3::z)) {}

Quat turn(double yaw, double pitch, double roll) {
    return rotationAbout({0, 1, 0}, radians(yaw)) * rotationAbout({1, 0, 0}, radians(pitch)) *
           rotationAbout({0, 0, 1}, radians(roll));
}

}  // namespace sinew::assets
