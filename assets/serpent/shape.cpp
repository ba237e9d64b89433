// Builds the serpent from swept rings, cones and thin closed sheets.
#include "assets/serpent/shape.h"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include "assets/math/rotation.h"
#include "assets/serpent/skeleton.h"

namespace sinew::assets {
namespace {

double eighthPower(double v) {
    const double v2 = v * v, v4 = v2 * v2;
    return v4 * v4;
}

// Cubic B-spline weights over a chain of joints evenly spaced in s: four influences, no kink
// anywhere.
Influences bodyInfluences(double s) {
    // One row of joints from the neck to the tail, the root's place being between the two chains.
    const int count = kFrontJoints + kRearJoints;
    const auto joint = [](int i) {
        return i < kFrontJoints ? kFront + kFrontJoints - 1 - i : kRear + i - kFrontJoints;
    };
    const auto place = [](int i) {
        return i < kFrontJoints ? frontJointAt(kFrontJoints - 1 - i)
                                : rearJointAt(i - kFrontJoints);
    };
    int i = 0;
    while (i + 1 < count && place(i + 1) <= s) ++i;
    const double next = i + 1 < count ? place(i + 1) : place(i) + 0.03;
    const double t = clamp((s - place(i)) / (next - place(i)), 0.0, 1.0), t2 = t * t, t3 = t2 * t;
    const std::array<double, 4> basis = {(1 - 3 * t + 3 * t2 - t3) / 6.0,
                                         (4 - 6 * t2 + 3 * t3) / 6.0,
                                         (1 + 3 * t + 3 * t2 - 3 * t3) / 6.0, t3 / 6.0};
    const double head = smoothstep(0.42, 0.27, s);
    Influences all;
    const auto give = [&](int j, double w) {
        for (auto& [known, weight] : all) {
            if (known == j) {
                weight += w;
                return;
            }
        }
        all.emplace_back(j, w);
    };
    for (int k = 0; k < 4; ++k)
        give(joint(std::clamp(i + k - 1, 0, count - 1)),
             basis[static_cast<std::size_t>(k)] * (1.0 - head));
    give(kSerpentHead, head);
    std::erase_if(all, [](const auto& w) { return w.second < 1e-4; });
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    if (all.size() > 4) all.resize(4);
    double sum = 0.0;
    for (const auto& [j, w] : all) sum += w;
    for (auto& [j, w] : all) w /= sum;
    return all;
}

Influences blendTo(Influences base, int joint, double share) {
    if (share <= 0.0) return base;
    if (base.size() > 3) base.resize(3);
    double sum = 0.0;
    for (const auto& [j, w] : base) sum += w;
    for (auto& [j, w] : base) w *= (1.0 - share) / sum;
    base.emplace_back(joint, share);
    std::erase_if(base, [](const auto& w) { return w.second < 1e-4; });
    std::sort(base.begin(), base.end(), [](const auto& a, const auto& b) {
        return a.second != b.second ? a.second > b.second : a.first < b.first;
    });
    return base;
}

class Sculptor {
public:
    SerpentShape shape;

    std::uint32_t vertex(Vec3 p, Influences influences) {
        shape.mesh.positions.push_back(p);
        shape.influences.push_back(std::move(influences));
        return static_cast<std::uint32_t>(shape.mesh.positions.size() - 1);
    }
    void triangle(SerpentPiece piece, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        shape.mesh.triangles.push_back({a, b, c});
        shape.pieces.push_back(piece);
    }

    /// A closed tube through `rings` rings of `sides` points, ended by a point at each end. Seen
    /// along the direction of growing rings, points run clockwise.
    void tube(SerpentPiece piece, int rings, int sides, const std::function<Vec3(int, int)>& point,
              const std::function<Influences(int, int)>& influences, Vec3 start, Vec3 end) {
        const auto base = static_cast<std::uint32_t>(shape.mesh.positions.size());
        for (int r = 0; r < rings; ++r) {
            for (int k = 0; k < sides; ++k) vertex(point(r, k), influences(r, k));
        }
        const std::uint32_t first = vertex(start, influences(0, 0)),
                            last = vertex(end, influences(rings - 1, 0));
        const auto at = [&](int r, int k) {
            return base + static_cast<std::uint32_t>(r * sides + k % sides);
        };
        for (int k = 0; k < sides; ++k) {
            for (int r = 0; r + 1 < rings; ++r) {
                triangle(piece, at(r, k), at(r + 1, k + 1), at(r + 1, k));
                triangle(piece, at(r, k), at(r, k + 1), at(r + 1, k + 1));
            }
            triangle(piece, first, at(0, k + 1), at(0, k));
            triangle(piece, last, at(rings - 1, k), at(rings - 1, k + 1));
        }
    }

    /// A thin lens over a grid of columns and rows: `point(c, r, side)` with side +1 or -1; the two
    /// sides share their rim.
    void sheet(SerpentPiece piece, int columns, int rows,
               const std::function<Vec3(int, int, int)>& point,
               const std::function<Influences(int, int)>& influences) {
        std::vector<std::uint32_t> front, back;
        for (int c = 0; c < columns; ++c) {
            for (int r = 0; r < rows; ++r) {
                const bool rim = c == 0 || r == 0 || c == columns - 1 || r == rows - 1;
                front.push_back(vertex(point(c, r, rim ? 0 : 1), influences(c, r)));
                back.push_back(rim ? front.back() : vertex(point(c, r, -1), influences(c, r)));
            }
        }
        const auto at = [&](int c, int r) { return static_cast<std::size_t>(c * rows + r); };
        for (int c = 0; c + 1 < columns; ++c) {
            for (int r = 0; r + 1 < rows; ++r) {
                const std::size_t a = at(c, r), b = at(c + 1, r), d = at(c, r + 1),
                                  e = at(c + 1, r + 1);
                // No triangle lies in the rim alone, where both sides would coincide.
                const bool other = (c == 0 && r == rows - 2) || (c == columns - 2 && r == 0);
                const std::size_t p = other ? d : e, q = other ? b : a;
                triangle(piece, front[a], front[b], front[p]);
                triangle(piece, front[q], front[e], front[d]);
                triangle(piece, back[a], back[p], back[b]);
                triangle(piece, back[q], back[d], back[e]);
            }
        }
    }
};

// Points of a cross-section: clockwise seen from the snout towards the tail, from the top.
Vec3 ringPoint(double s, double turn, double flatten) {
    const BodySection section = bodySection(s);
    const double c = std::cos(turn), n = std::sin(turn);
    const double squareness = 0.25 * smoothstep(0.30, 0.20, s);  // the muzzle has shoulders
    const double swell = 1.0 + squareness * (2.0 * std::fabs(c * n));
    const double y = c > 0.0 ? section.above * c * swell : section.below * c * flatten;
    return bodyLine(s) + Vec3{section.halfWidth * n * swell, y, 0.0};
}

void addBody(Sculptor& sculptor) {
    constexpr int kSides = 22, kRings = 445;
    // Rings stand closer on the head than on the body.
    const auto place = [](int r) {
        const double t = (r + 1.0) / (kRings + 1.0);
        return kSerpentLength * (t - 0.085 * std::sin(2.0 * kPi * t) * (1.0 - t));
    };
    const auto point = [&](int r, int k) {
        const double s = place(r);
        return ringPoint(s, 2.0 * kPi * k / kSides, 1.0);
    };
    sculptor.tube(
        SerpentPiece::Body, kRings, kSides, point,
        [&](int r, int) { return bodyInfluences(place(r)); }, bodyLine(0.0) + Vec3{0, 0.003, 0.004},
        bodyLine(kSerpentLength));
}

void addJaw(Sculptor& sculptor) {
    constexpr int kSides = 18, kRings = 30;
    const auto place = [](int r) { return mix(0.006, 0.330, (r + 0.5) / kRings); };
    const double mouth = bodyLine(0.0).y;
    const auto point = [&](int r, int k) {
        const double s = place(r), turn = 2.0 * kPi * k / kSides;
        const BodySection section = bodySection(s);
        const double end =
            std::sqrt(std::max(0.05, 1.0 - eighthPower(2.0 * (r + 0.5) / kRings - 1.0)));
        const double c = std::cos(turn), n = std::sin(turn);
        const double depth = mix(0.016, 0.040, smoothstep(0.0, 0.24, s)) * end;
        const double width =
            section.halfWidth * 0.94 * mix(0.92, 1.0, smoothstep(0.0, 0.1, s)) * end;
        const double y = c > 0.0 ? 0.004 * c : depth * c;
        return Vec3{width * n, mouth - 0.010 + y, kMiddleAt - s};
    };
    const auto influences = [&](int r, int) {
        // The throat's end stays with the head.
        return blendTo({{kSerpentHead, 1.0}}, kSerpentJaw, smoothstep(0.315, 0.235, place(r)));
    };
    sculptor.tube(SerpentPiece::Jaw, kRings, kSides, point, influences,
                  {0, mouth - 0.014, kMiddleAt - 0.004}, {0, mouth - 0.022, kMiddleAt - 0.334});
}

void addEyes(Sculptor& sculptor) {
    constexpr int kSides = 12, kRings = 9;
    const Vec3 mouth = bodyLine(0.0);
    for (const double side : {1.0, -1.0}) {
        const Vec3 centre{side * 0.0555, mouth.y + 0.049, kMiddleAt - 0.152};
        const int joint = side > 0 ? kSerpentEyeLeft : kSerpentEyeRight;
        const auto point = [&](int r, int k) {
            const double polar = kPi * (r + 1) / (kRings + 1), turn = 2.0 * kPi * k / kSides;
            const double radius = 0.0205;
            return centre + Vec3{radius * std::sin(polar) * std::sin(turn),
                                 radius * std::sin(polar) * std::cos(turn),
                                 radius * std::cos(polar)};
        };
        sculptor.tube(
            SerpentPiece::Eye, kRings, kSides, point,
            [&](int, int) {
                return Influences{{joint, 1.0}};
            },
            centre + Vec3{0, 0, 0.0205}, centre - Vec3{0, 0, 0.0205});
    }
}

void addHorns(Sculptor& sculptor) {
    constexpr int kSides = 10, kRings = 16;
    const Vec3 mouth = bodyLine(0.0);
    for (const double side : {1.0, -1.0}) {
        const int joint = side > 0 ? kHornLeft : kHornRight;
        const auto axis = [&](double t) {
            return Vec3{side * (0.052 + 0.052 * t), mouth.y + 0.058 + 0.075 * t - 0.028 * t * t,
                        kMiddleAt - 0.205 - 0.205 * t};
        };
        const auto point = [&](int r, int k) {
            const double t = static_cast<double>(r) / kRings, turn = 2.0 * kPi * k / kSides;
            const double ridges = 1.0 + 0.10 * std::sin(t * 46.0);
            const double radius = 0.019 * (1.0 - t) * ridges + 0.0015;
            return axis(t) + Vec3{radius * std::sin(turn), radius * std::cos(turn), 0.0};
        };
        const auto influences = [&](int r, int) {
            const double t = static_cast<double>(r) / kRings;
            return blendTo(blendTo({{kSerpentHead, 1.0}}, joint, smoothstep(0.0, 0.25, t)),
                           joint + 1, smoothstep(0.35, 0.75, t));
        };
        sculptor.tube(SerpentPiece::Horn, kRings, kSides, point, influences, axis(-0.05),
                      axis(1.0));
    }
}

// A fin of pointed segments along the back, each led by a joint of its own.
void addCrest(Sculptor& sculptor) {
    constexpr int kColumnsEach = 6, kRows = 4;
    const int columns = kCrestJoints * kColumnsEach + 1;
    const double pitch = (crestAt(kCrestJoints - 1) - crestAt(0)) / (kCrestJoints - 1);
    const auto place = [&](int c) { return crestAt(0) - 0.5 * pitch + pitch * c / kColumnsEach; };
    const auto height = [&](double s) {
        const double phase = (s - crestAt(0)) / pitch + 0.5, tooth = phase - std::floor(phase);
        const double envelope = smoothstep(0.40, 1.1, s) * smoothstep(4.15, 2.6, s);
        // Each tooth rises to a point that leans back.
        return (0.016 + 0.085 * envelope) *
               (0.32 + 0.68 * (tooth < 0.72 ? tooth / 0.72 : (1.0 - tooth) / 0.28));
    };
    const auto point = [&](int c, int r, int side) {
        const double s = place(c), up = static_cast<double>(r) / (kRows - 1);
        const double h = height(s);
        return bodyLine(s) + Vec3{side * 0.0065 * (1.0 - 0.7 * up),
                                  bodySection(s).above - 0.012 + (h + 0.012) * up,
                                  -0.030 * up * h / 0.1};
    };
    const auto influences = [&](int c, int r) {
        const double s = place(c), up = static_cast<double>(r) / (kRows - 1);
        const int i = std::clamp(static_cast<int>(std::floor((s - crestAt(0)) / pitch + 0.5)), 0,
                                 kCrestJoints - 1);
        return blendTo(bodyInfluences(s), kCrest + i, 0.9 * up);
    };
    sculptor.sheet(SerpentPiece::Crest, columns, kRows, point, influences);
}

// A webbed fan behind each cheek.
void addFrills(Sculptor& sculptor) {
    constexpr int kColumnsEach = 4, kRows = 8;
    constexpr int kColumns = (kFrillRibs - 1) * kColumnsEach + 1;
    for (const double side : {1.0, -1.0}) {
        const int base = side > 0 ? kFrillLeft : kFrillRight;
        const auto fan = [](double rib) {
            return radians(mix(38.0, 118.0, rib / (kFrillRibs - 1)));
        };
        const auto point = [&](int c, int r, int face) {
            const double rib = static_cast<double>(c) / kColumnsEach,
                         out = static_cast<double>(r) / (kRows - 1);
            const double fraction = rib - std::floor(rib);
            const double scallop = 1.0 - 0.22 * 4.0 * fraction * (1.0 - fraction) * out;
            const double reach = (0.150 + 0.035 * std::sin(kPi * rib / (kFrillRibs - 1))) * scallop;
            const double s = mix(frillAt(0), frillAt(kFrillRibs - 1), rib / (kFrillRibs - 1));
            const double a = fan(rib);
            const Vec3 root = bodyLine(s) + Vec3{side * bodySection(s).halfWidth * 0.80, 0.014, 0};
            const Vec3 direction{side * 0.80, 0.55 * std::cos(a) + 0.12, -std::sin(a) * 0.75 - 0.1};
            // Thick along the ribs, thin between them; the membrane looks down, forwards and
            // outwards.
            const double thick =
                face * 0.0045 * (1.25 - 4.0 * fraction * (1.0 - fraction)) * (1.0 - 0.6 * out);
            return root + normalize(direction) * (reach * out) +
                   Vec3{0.55, side * -0.67, side * 0.47} * thick;
        };
        const auto influences = [&](int c, int r) {
            const double rib = static_cast<double>(c) / kColumnsEach,
                         out = static_cast<double>(r) / (kRows - 1);
            const double s = mix(frillAt(0), frillAt(kFrillRibs - 1), rib / (kFrillRibs - 1));
            const int low = std::min(static_cast<int>(std::floor(rib)), kFrillRibs - 2);
            Influences both = blendTo({{base + low, 1.0}}, base + low + 1, rib - low);
            // The root of the membrane moves with the neck.
            const Influences neck = bodyInfluences(s);
            const double held = smoothstep(0.35, 0.0, out);
            Influences all;
            for (const auto& [j, w] : both) all.emplace_back(j, w * (1.0 - held));
            for (std::size_t k = 0; k < std::min<std::size_t>(2, neck.size()); ++k)
                all.emplace_back(neck[k].first, held * neck[k].second);
            double sum = 0.0;
            std::erase_if(all, [](const auto& w) { return w.second < 1e-4; });
            for (const auto& [j, w] : all) sum += w;
            for (auto& [j, w] : all) w /= sum;
            std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
                return a.second != b.second ? a.second > b.second : a.first < b.first;
            });
            return all;
        };
        sculptor.sheet(SerpentPiece::Frill, kColumns, kRows, point, influences);
    }
}

// An upright leaf at the end of the tail.
void addTailFin(Sculptor& sculptor) {
    constexpr int kColumns = 26, kRows = 9;
    const auto place = [](int c) {
        return mix(4.24, 4.90, static_cast<double>(c) / (kColumns - 1));
    };
    const auto point = [&](int c, int r, int side) {
        const double t = static_cast<double>(c) / (kColumns - 1), v = 2.0 * r / (kRows - 1.0) - 1.0;
        const double height =
            0.125 * smoothstep(0.0, 0.55, t) * std::sqrt(std::max(0.0, 1.0 - t * t * t)) + 0.004;
        const double s = place(c) + 0.08 * v * v * smoothstep(0.1, 0.6, t);
        const double y = bodyLine(std::min(place(c), kSerpentLength)).y;
        return Vec3{side * 0.005 * (1.0 - 0.8 * std::fabs(v)),
                    std::max(0.002, y + height * (v * 0.9 + 0.55)), kMiddleAt - s};
    };
    const auto influences = [&](int c, int) {
        const double s = place(c);
        const double t =
            clamp((s - tailFinAt(0)) / (tailFinAt(1) - tailFinAt(0)), 0.0, kTailFinJoints - 1.0);
        const int low = std::min(static_cast<int>(std::floor(t)), kTailFinJoints - 2);
        Influences fin = blendTo({{kTailFin + low, 1.0}}, kTailFin + low + 1, t - low);
        return s < tailFinAt(0) ? bodyInfluences(s) : fin;
    };
    sculptor.sheet(SerpentPiece::TailFin, kColumns, kRows, point, influences);
}

void addTongue(Sculptor& sculptor) {
    const double y = bodyLine(0.0).y - 0.0095;
    constexpr int kSides = 6, kRings = 14;
    const auto influences = [](double s) {
        return blendTo({{kTongue, 1.0}}, kTongueTip, smoothstep(0.07, 0.02, s));
    };
    const auto stem = [](int r) {
        return mix(0.150, -0.022, static_cast<double>(r) / (kRings - 1));
    };
    // Rings run from the throat towards the tips, against the body's own direction: sides run the
    // other way.
    sculptor.tube(
        SerpentPiece::Tongue, kRings, kSides,
        [&](int r, int k) {
            const double a = -2.0 * kPi * k / kSides;
            return Vec3{0.0065 * std::sin(a), y + 0.0022 * std::cos(a), kMiddleAt - stem(r)};
        },
        [&](int r, int) { return influences(stem(r)); }, {0, y, kMiddleAt - 0.151},
        {0, y, kMiddleAt + 0.023});
    for (const double side : {1.0, -1.0}) {
        const int joint = side > 0 ? kForkLeft : kForkRight;
        sculptor.tube(
            SerpentPiece::Tongue, 8, 5,
            [&](int r, int k) {
                const double t = r / 7.0, a = -2.0 * kPi * k / 5;
                const double radius = 0.0030 * (1.0 - 0.85 * t);
                return Vec3{side * (0.003 + 0.016 * t * t) + radius * std::sin(a),
                            y + 0.7 * radius * std::cos(a), kMiddleAt + 0.016 + 0.050 * t};
            },
            [&](int r, int) {
                return blendTo({{kTongueTip, 1.0}}, joint, smoothstep(0.0, 0.5, r / 7.0));
            },
            {side * 0.003, y, kMiddleAt + 0.015}, {side * 0.0205, y, kMiddleAt + 0.068});
    }
}

}  // namespace

SerpentShape makeSerpentShape() {
    Sculptor sculptor;
    addBody(sculptor);
    addJaw(sculptor);
    addEyes(sculptor);
    addHorns(sculptor);
    addCrest(sculptor);
    addFrills(sculptor);
    addTailFin(sculptor);
    addTongue(sculptor);
    return std::move(sculptor.shape);
}

}  // namespace sinew::assets
