// Scales in staggered rows, a belly of broad plates, bands along the back, veined fins.
#include "assets/serpent/paint.h"

#include <algorithm>

#include "assets/math/rotation.h"
#include "assets/serpent/skeleton.h"

namespace sinew::assets {
namespace {

constexpr Vec3 hex(unsigned rgb) {
    return {(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0};
}

constexpr Vec3 kBackColour = hex(0x1F6B5E), kFlank = hex(0x3FA37B), kBand = hex(0x123B45),
               kBelly = hex(0xEBD9A2), kGold = hex(0xE9B44C), kFin = hex(0xD9543B),
               kFinEdge = hex(0xF2B45A), kHornColour = hex(0xE8DCC0), kMouth = hex(0xC4606A),
               kTongueColour = hex(0x8E1F3A);

double wave(double phase) {
    return std::sin(2.0 * kPi * phase);
}

// How far inside a scale the point lies: 0 in the groove, 1 in the middle; rows are staggered.
double scale(double u, double v) {
    double best = 0.0;
    const double row = std::floor(v);
    for (int dr = -1; dr <= 1; ++dr) {
        const double r = row + dr, shift = (static_cast<std::int64_t>(r) & 1) != 0 ? 0.5 : 0.0;
        const double column = std::floor(u - shift + 0.5);
        const double du = u - shift - column, dv = v - r - 0.5;
        best = std::max(best, 1.0 - std::sqrt(du * du * 3.2 + dv * dv * 0.95));
    }
    return best;
}

Vec3 bodyColour(Vec3 p, Vec3 n) {
    const double s = kMiddleAt - p.z;
    const Vec3 line = bodyLine(s);
    const BodySection section = bodySection(s);
    const double turn = std::atan2(p.x / section.halfWidth,
                                   (p.y - line.y) / (p.y > line.y ? section.above : section.below));
    const double down = std::fabs(turn) / kPi;  // 0 on the back, 1 on the belly
    // Saddles on the back, each with a bright rim, that break up towards the flanks.
    const double saddle = wave(s / 0.27) - 0.9 * down + 0.10 * valueNoise(p * 22.0);
    Vec3 colour = mix(kBackColour, kFlank, smoothstep(0.10, 0.55, down));
    const double head = smoothstep(0.42, 0.30, s);
    colour = mix(colour, kGold,
                 (1.0 - head) * smoothstep(0.30, 0.36, saddle) * smoothstep(0.52, 0.44, saddle));
    colour = mix(colour, kBand, (1.0 - head) * smoothstep(0.46, 0.52, saddle));
    // A dark stripe from the snout through the eye.
    colour = mix(colour, kBand,
                 head * smoothstep(0.075, 0.045, std::fabs(down - 0.36 - 0.10 * (s - 0.15))) *
                     smoothstep(0.02, 0.10, s));
    colour = mix(colour, kBackColour * 0.8, head * smoothstep(0.22, 0.05, down));
    const double columns =
        std::floor(2.0 * kPi * std::max(section.halfWidth, 0.012) / 0.030 / 2.0) * 2.0;
    const double size =
        mix(0.016, 0.026, smoothstep(0.3, 0.7, s)) * smoothstep(5.4, 3.6, s) + 0.004;
    const double inside = scale(turn / (2.0 * kPi) * std::max(columns, 8.0) * 1.0, s / size);
    colour = colour * mix(0.62, 1.12, smoothstep(0.10, 0.62, inside));
    // The belly: one broad plate after the other.
    const double plate = s / 0.042 - std::floor(s / 0.042);
    const Vec3 belly =
        kBelly * mix(0.70, 1.0, smoothstep(0.0, 0.18, plate) * smoothstep(1.0, 0.94, plate));
    colour = mix(colour, belly, smoothstep(0.66, 0.72, down + 0.02 * wave(s / 0.021)));
    if (s < 0.255 && n.y < -0.6) colour = kMouth;  // the palate
    // Nostrils.
    const double nostril = length(Vec3{std::fabs(p.x) - 0.024, p.y - line.y - 0.020, (s - 0.018)});
    return mix(colour, hex(0x0B1A1C), smoothstep(0.0085, 0.0055, nostril));
}

Vec3 finColour(double out, double rib) {
    const double vein = smoothstep(0.16, 0.05, std::fabs(rib - std::floor(rib + 0.5)));
    Vec3 colour = mix(kFin, kFinEdge, smoothstep(0.55, 1.0, out));
    return mix(colour * mix(0.72, 1.0, out), kFinEdge, 0.55 * vein);
}

}  // namespace

Vec3 serpentColour(SerpentPiece piece, Vec3 p, Vec3 n) {
    const double s = kMiddleAt - p.z, mouth = bodyLine(0.0).y;
    switch (piece) {
        case SerpentPiece::Body: {
            const Vec3 c = bodyColour(p, n);
            // Less light reaches the underside.
            return c * mix(0.72, 1.0, smoothstep(-1.0, 0.2, n.y));
        }
        case SerpentPiece::Jaw: {
            if (n.y > 0.55) return kMouth * mix(0.6, 1.0, smoothstep(0.24, 0.10, s));
            const double inside = scale(p.x / 0.020, s / 0.018);
            return mix(kBelly, kFlank, smoothstep(mouth - 0.032, mouth - 0.014, p.y)) *
                   mix(0.72, 1.05, smoothstep(0.1, 0.6, inside));
        }
        case SerpentPiece::Eye: {
            const Vec3 centre{p.x > 0 ? 0.0555 : -0.0555, mouth + 0.049, kMiddleAt - 0.152};
            const Vec3 q = (p - centre) * (1.0 / 0.0205);
            const Vec3 gaze = normalize(Vec3{p.x > 0 ? 0.80 : -0.80, 0.22, 0.55});
            const double facing = dot(q, gaze);
            const Vec3 side = normalize(cross(Vec3{0, 1, 0}, gaze)), up = cross(gaze, side);
            Vec3 c =
                mix(hex(0x1A1410), mix(hex(0xF0A62B), hex(0xF9E36B), smoothstep(0.85, 1.0, facing)),
                    smoothstep(0.42, 0.50, facing));
            const double slit =
                std::fabs(dot(q, side)) /
                (0.16 * std::sqrt(std::max(0.01, 1.0 - dot(q, up) * dot(q, up) / 0.55)));
            if (dot(q, up) * dot(q, up) < 0.54)
                c = mix(c, hex(0x0A0806),
                        smoothstep(1.15, 0.85, slit) * smoothstep(0.4, 0.5, facing));
            const Vec3 glint = q - gaze * 0.85 - up * 0.42 - side * 0.2;
            return mix(c, {1, 1, 1}, smoothstep(0.20, 0.12, length(glint)));
        }
        case SerpentPiece::Horn: {
            const double ring = wave((s - 0.205) / 0.030);
            return mix(kBand, kHornColour, smoothstep(0.21, 0.30, s)) *
                   mix(0.80, 1.0, ring * 0.5 + 0.5);
        }
        case SerpentPiece::Crest: {
            const double out = clamp((p.y - bodyLine(s).y - bodySection(s).above) / 0.09, 0.0, 1.0);
            const double pitch = (crestAt(kCrestJoints - 1) - crestAt(0)) / (kCrestJoints - 1);
            return finColour(out, (s - out * 0.04 - crestAt(0)) / pitch * 3.0);
        }
        case SerpentPiece::Frill: {
            const double x = std::fabs(p.x) - 0.055;
            const double out =
                clamp(length(Vec3{x, p.y - 0.09, 0.6 * (s - 0.36)}) / 0.15, 0.0, 1.0);
            const double fan = std::atan2(s - 0.30, p.y - 0.04);
            return finColour(out, fan * 6.2);
        }
        case SerpentPiece::TailFin: {
            const double v = (p.y - bodyLine(std::min(s, kSerpentLength)).y - 0.05) / 0.11;
            return finColour(clamp(std::fabs(v) * 0.8 + 0.5 * smoothstep(4.6, 4.95, s), 0.0, 1.0),
                             v * 4.0 + 0.5);
        }
        case SerpentPiece::Tongue:
            return kTongueColour * mix(1.0, 0.6, smoothstep(0.0, -0.06, s));
    }
    return {};
}

ChartPlan serpentCharts(const SerpentShape& shape) {
    enum Region { kBodyParts = 16, kPieceStep = 8 };
    ChartPlan plan;
    plan.region = [&shape](std::size_t triangle, Vec3 centre, Vec3 normal) -> int {
        const SerpentPiece piece = shape.pieces[triangle];
        const double s = kMiddleAt - centre.z;
        const int left = centre.x >= 0.0 ? 1 : 0;
        if (piece == SerpentPiece::Body) {
            // Head, then four lengths; each in a left and a right half.
            const int part = s < 0.40 ? 0 : 1 + std::min(3, static_cast<int>((s - 0.40) / 1.1));
            return part * 2 + left;
        }
        const int base = kBodyParts + static_cast<int>(piece) * kPieceStep;
        switch (piece) {
            case SerpentPiece::Jaw:
                return base + (normal.y > 0.3 ? 0 : 1);
            case SerpentPiece::Eye:
                return base + left * 2 +
                       ((centre.x > 0 ? centre.x - 0.0555 : -centre.x - 0.0555) > 0.0 ? 1 : 0);
            case SerpentPiece::Horn:
                return base + left * 2 + (normal.y > 0.0 ? 1 : 0);
            case SerpentPiece::Frill:
                return base + left * 2 + (normal.z > 0.0 ? 1 : 0);
            case SerpentPiece::Crest: {
                const int part = std::min(3, static_cast<int>((s - 0.40) / 0.95));
                return base + part * 2 + (normal.x > 0.0 ? 1 : 0);
            }
            default:
                return base + (normal.x > 0.0 ? 1 : 0);
        }
    };
    plan.density = [](int region) {
        if (region < 2) return 1.6;
        if (region < kBodyParts) return 1.0;
        const auto piece = static_cast<SerpentPiece>((region - kBodyParts) / kPieceStep);
        if (piece == SerpentPiece::Eye) return 2.2;
        return piece == SerpentPiece::Tongue ? 0.7 : 1.0;
    };
    plan.mirrored = [](int region) { return region < kBodyParts && region % 2 == 0; };
    return plan;
}

}  // namespace sinew::assets
