// Four turned pieces (blade, guard, grip, pommel), their charts, their paint and their place.
#include "assets/sword/sword.h"

#include <array>
#include <optional>

#include "assets/mannequin/skeleton.h"
#include "assets/math/rotation.h"
#include "assets/surface/unwrap.h"
#include "assets/texture/bake.h"

namespace sinew::assets {
namespace {

// The sword's own space, in metres: the middle of the grip is the origin, the blade points to +Y,
// its edges to +X and -X.
enum class Piece { Blade, Guard, Grip, Pommel };

/// An ellipse around the axis.
struct Ring {
    double y, halfWidth, halfThickness;
};

/// Where a piece lies in the texture: the angle runs along u, the axis along v, or the other way.
struct Chart {
    Vec2 low, high;
    bool alongU;  // the axis runs along u
};

struct Turned {
    Piece piece;
    int sides;
    std::vector<Ring> rings;
    // Points below the first ring and above the last; none where another piece hides the end.
    std::optional<double> bottom, top;
    Chart chart;
};

std::vector<Turned> pieces() {
    return {
        {Piece::Blade,
         8,
         {{0.085, 0.0225, 0.0085},
          {0.250, 0.0215, 0.0080},
          {0.420, 0.0200, 0.0072},
          {0.545, 0.0175, 0.0062},
          {0.580, 0.0120, 0.0050}},
         std::nullopt,
         0.597,
         {{0.02, 0.02}, {0.98, 0.32}, true}},
        {Piece::Guard,
         12,
         {{0.064, 0.0600, 0.0120},
          {0.070, 0.0720, 0.0165},
          {0.082, 0.0740, 0.0170},
          {0.090, 0.0620, 0.0120}},
         0.063,
         0.091,
         {{0.02, 0.70}, {0.98, 0.98}, false}},
        {Piece::Grip,
         10,
         {{-0.080, 0.0125, 0.0110}, {0.000, 0.0145, 0.0120}, {0.068, 0.0130, 0.0112}},
         std::nullopt,
         std::nullopt,
         {{0.02, 0.36}, {0.58, 0.66}, true}},
        {Piece::Pommel,
         10,
         {{-0.105, 0.0110, 0.0105},
          {-0.099, 0.0195, 0.0180},
          {-0.088, 0.0215, 0.0195},
          {-0.078, 0.0165, 0.0150}},
         -0.108,
         -0.074,
         {{0.62, 0.36}, {0.98, 0.66}, false}},
    };
}

struct Shape {
    Mesh mesh;
    UnwrappedMesh unwrapped;
    std::vector<Piece> pieces;  // of each triangle
};

/// `round` and `along` in [0, 1].
Vec2 placeIn(const Chart& chart, double round, double along) {
    const Vec2 part = chart.alongU ? Vec2{along, round} : Vec2{round, along};
    return {mix(chart.low.x, chart.high.x, part.x), mix(chart.low.y, chart.high.y, part.y)};
}

/// The ends are points, and have a vertex of the texture for each side.
void addTurned(const Turned& turned, Shape& shape) {
    Mesh& mesh = shape.mesh;
    UnwrappedMesh& out = shape.unwrapped;
    const int sides = turned.sides;
    const auto rows = static_cast<int>(turned.rings.size());
    const auto first = static_cast<int>(mesh.positions.size());
    for (const Ring& ring : turned.rings) {
        for (int s = 0; s < sides; ++s) {
            const double angle = 2.0 * kPi * s / sides;
            mesh.positions.push_back(
                {ring.halfWidth * std::cos(angle), ring.y, ring.halfThickness * std::sin(angle)});
        }
    }
    if (turned.bottom) mesh.positions.push_back({0, *turned.bottom, 0});
    if (turned.top) mesh.positions.push_back({0, *turned.top, 0});
    // Rows of the texture: the lower end, the rings, the upper end; each ends where it began.
    const int lowest = turned.bottom ? -1 : 0, highest = turned.top ? rows : rows - 1;
    const auto firstUv = static_cast<int>(out.uvs.size());
    for (int row = lowest; row <= highest; ++row) {
        const bool isEnd = row < 0 || row == rows;
        const int end = rows * sides + (row == rows && turned.bottom ? 1 : 0);
        for (int s = 0; s <= sides; ++s) {
            const int vertex = isEnd ? end : row * sides + s % sides;
            out.source.push_back(static_cast<std::uint32_t>(first + vertex));
            out.uvs.push_back(placeIn(turned.chart, (isEnd ? s + 0.5 : s) / (sides + 0.5),
                                      static_cast<double>(row - lowest) / (highest - lowest)));
        }
    }
    const auto at = [&](int row, int s) {
        return static_cast<std::uint32_t>(firstUv + (row - lowest) * (sides + 1) + s);
    };
    const auto add = [&](const Triangle& t) {
        out.triangles.push_back(t);
        mesh.triangles.push_back({out.source[t[0]], out.source[t[1]], out.source[t[2]]});
        shape.pieces.push_back(turned.piece);
    };
    for (int s = 0; s < sides; ++s) {
        if (turned.bottom) add({at(-1, s), at(0, s), at(0, s + 1)});
        for (int row = 0; row + 1 < rows; ++row) {
            add({at(row, s), at(row + 1, s), at(row + 1, s + 1)});
            add({at(row, s), at(row + 1, s + 1), at(row, s + 1)});
        }
        if (turned.top) add({at(rows - 1, s), at(rows, s), at(rows - 1, s + 1)});
    }
}

constexpr Vec3 hex(unsigned rgb) {
    return {(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0};
}

constexpr Vec3 kAsh = hex(0xD8B27A), kAshDark = hex(0xB98A50), kWalnut = hex(0x6B4128),
               kWalnutDark = hex(0x4A2B1A), kLeather = hex(0x2B3252), kStripe = hex(0x37B6B0),
               kBand = hex(0xE8604C);

/// Fibres along the axis of a piece.
Vec3 wood(Vec3 p, double alongScale, Vec3 light, Vec3 dark) {
    const Vec3 grain{p.x * 420.0, p.y * alongScale, p.z * 420.0};
    const double fibres = 0.5 + 0.35 * valueNoise(grain) + 0.15 * valueNoise(grain * 3.1);
    return mix(light, dark, clamp(fibres, 0.0, 1.0) * 0.7);
}

Vec3 swordColour(Piece piece, Vec3 p) {
    switch (piece) {
        case Piece::Blade: {
            const double band = smoothstep(0.112, 0.113, p.y) * smoothstep(0.128, 0.127, p.y);
            const Vec3 worn = wood(p, 14.0, kAsh, kAshDark);
            // Lighter where it was struck: the edges.
            const double edge = smoothstep(0.013, 0.021, std::fabs(p.x));
            return mix(mix(worn, kAsh, 0.4 * edge), kBand, band);
        }
        case Piece::Grip: {
            const double turns = p.y / 0.016 + std::atan2(p.z, p.x) / (2.0 * kPi);
            const double place = turns - std::floor(turns);
            const double seam = smoothstep(0.10, 0.02, std::min(place, 1.0 - place));
            return mix(kLeather * 1.15, kStripe, seam);
        }
        case Piece::Guard:
            return wood({p.y, p.x, p.z}, 30.0, kWalnut, kWalnutDark);
        case Piece::Pommel:
            return wood(p, 90.0, kWalnut, kWalnutDark);
    }
    return {};
}

/// In the palm, below the knuckles; the blade leans a little towards the fingertips, its edge looks
/// where the knuckles look.
void place(Character& sword) {
    constexpr double kBeyondWrist = 0.074, kBelowPalm = 0.026, kForward = 0.004;
    const ArmFrame left = leftArmFrame();
    const Vec3 along = mirrorX(left.along), dorsal = mirrorX(left.dorsal), thumb = left.thumb;
    const double lean = radians(14.0);
    const Vec3 blade = thumb * std::cos(lean) + along * std::sin(lean);
    sword.position = along * kBeyondWrist - dorsal * kBelowPalm + thumb * kForward;
    sword.rotation = rotationOfFrames({0, 1, 0}, {1, 0, 0}, blade, along);
}

}  // namespace

Character makeSword() {
    constexpr int kTexels = 256;
    Shape shape;
    for (const Turned& turned : pieces()) addTurned(turned, shape);
    const std::vector<Vec3> normals = vertexNormals(shape.mesh);
    Character sword;
    sword.name = "sword";
    place(sword);
    sword.uvs = shape.unwrapped.uvs;
    sword.triangles = shape.unwrapped.triangles;
    for (const std::uint32_t v : shape.unwrapped.source) {
        sword.positions.push_back(shape.mesh.positions[v]);
        sword.normals.push_back(normals[v]);
    }
    sword.tangents = vertexTangents(sword.positions, sword.normals, sword.uvs, sword.triangles);
    sword.baseColour =
        bake(shape.mesh, normals, shape.unwrapped, kTexels,
             [&](std::size_t t, Vec3 p, Vec3) { return swordColour(shape.pieces[t], p); });
    sword.roughness = 0.6;
    return sword;
}

}  // namespace sinew::assets
