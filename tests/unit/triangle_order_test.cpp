// trianglesInOrder() improves reuse of shaded vertices and keeps all triangles.
#include "skinning/lod/triangle_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <random>
#include <set>

namespace sinew {
namespace {

constexpr uint32_t kSide = 40;  // quads
using Triangle = std::array<uint32_t, 3>;

/// Adds a primitive: a sheet of triangles in random order.
void addSheet(Model& model, Material::Alpha alpha, std::mt19937& random) {
    Geometry& geometry = model.geometry;
    const uint32_t first = geometry.vertexCount();
    Primitive primitive{.firstVertex = first,
                        .vertexCount = (kSide + 1) * (kSide + 1),
                        .firstIndex = static_cast<uint32_t>(geometry.indices.size()),
                        .material = static_cast<uint32_t>(model.materials.size())};
    for (uint32_t y = 0; y <= kSide; ++y) {
        for (uint32_t x = 0; x <= kSide; ++x) geometry.positions.emplace_back(x, y, 0);
    }
    std::vector<Triangle> triangles;
    for (uint32_t y = 0; y < kSide; ++y) {
        for (uint32_t x = 0; x < kSide; ++x) {
            const uint32_t corner = first + y * (kSide + 1) + x;
            triangles.push_back({corner, corner + 1, corner + kSide + 1});
            triangles.push_back({corner + 1, corner + kSide + 2, corner + kSide + 1});
        }
    }
    std::shuffle(triangles.begin(), triangles.end(), random);
    for (const Triangle& t : triangles) {
        geometry.indices.insert(geometry.indices.end(), t.begin(), t.end());
    }
    primitive.indexCount = static_cast<uint32_t>(triangles.size() * 3);
    model.primitives.push_back(std::move(primitive));
    model.materials.push_back({.alpha = alpha});
}

/// Has opaque, masked and blended sheets, and a primitive without triangles.
Model sheets() {
    Model model;
    std::mt19937 random(7);
    for (const auto alpha :
         {Material::Alpha::opaque, Material::Alpha::mask, Material::Alpha::blend}) {
        addSheet(model, alpha, random);
    }
    model.primitives.push_back({});
    return model;
}

std::span<const uint32_t> of(const Primitive& primitive, std::span<const uint32_t> indices) {
    return indices.subspan(primitive.firstIndex, primitive.indexCount);
}

/// Shaded vertices per triangle with a cache of the last 16 vertices.
double shadedATriangle(std::span<const uint32_t> indices) {
    std::deque<uint32_t> known;
    uint32_t shaded = 0;
    for (const uint32_t index : indices) {
        if (std::find(known.begin(), known.end(), index) != known.end()) continue;
        ++shaded;
        known.push_back(index);
        if (known.size() > 16) known.pop_front();
    }
    return 3.0 * shaded / static_cast<double>(indices.size());
}

/// Rotates each triangle so that its smallest index is first, which keeps its winding.
std::multiset<Triangle> trianglesOf(std::span<const uint32_t> indices) {
    std::multiset<Triangle> triangles;
    for (size_t i = 0; i < indices.size(); i += 3) {
        Triangle t{indices[i], indices[i + 1], indices[i + 2]};
        std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
        triangles.insert(t);
    }
    return triangles;
}

TEST(TriangleOrder, VerticesAreSeldomShadedTwice) {
    const Model model = sheets();
    const std::vector<uint32_t> ordered = trianglesInOrder(model);
    for (size_t p = 0; p < 2; ++p) {
        EXPECT_GT(shadedATriangle(of(model.primitives[p], model.geometry.indices)), 2.5);
        EXPECT_LT(shadedATriangle(of(model.primitives[p], ordered)), 0.8);
    }
}

TEST(TriangleOrder, TrianglesAndTheirSidesStay) {
    const Model model = sheets();
    const std::vector<uint32_t> ordered = trianglesInOrder(model);
    ASSERT_EQ(ordered.size(), model.geometry.indices.size());
    for (const Primitive& primitive : model.primitives) {
        EXPECT_EQ(trianglesOf(of(primitive, ordered)),
                  trianglesOf(of(primitive, model.geometry.indices)));
    }
}

TEST(TriangleOrder, WhatBlendsStaysInTheOrderOfTheFile) {
    const Model model = sheets();
    const std::vector<uint32_t> ordered = trianglesInOrder(model);
    const std::span<const uint32_t> blended = of(model.primitives[2], ordered);
    EXPECT_TRUE(std::equal(blended.begin(), blended.end(),
                           of(model.primitives[2], model.geometry.indices).begin()));
}

}  // namespace
}  // namespace sinew
