// Looking around: a grid of cells, what is in the way, and how to turn.
#include "skinning/animation/walkers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "skinning/animation/mixed.h"

namespace sinew {
namespace {

constexpr float kLookSeconds = 0.05f;
constexpr float kForesight = 2.0f;     // seconds: whom one would meet later is not in the way
constexpr float kWanders = 0.25f;      // of a turn, where nobody is in the way
constexpr uint32_t kWanderLooks = 80;  // for so long one wanders to one side
constexpr float kTurnsSlower = 0.25f;  // of the fastest turns, by up to so much

// One slows down where one gets in so many seconds, and is soon at one's own speed again.
constexpr float kBraking = 0.5f;
constexpr float kHurry = 2.0f;  // of that speed, a second
// Of it: slower, one turns to one side until one may be that fast.
constexpr float kBlocked = 0.3f, kFree = 0.6f;
// Who has both feet on the ground cannot turn, and finishes the step: so fast, in so many seconds
// of the clip, and by so much of its width too far.
constexpr float kStepOn = 0.5f, kStepOnSeconds = 0.2f, kOvershoot = 0.1f;

// Of the widths of both: how near one comes by going. Of that: who is so near may not be swung
// into, and from where on one tries not to meet.
constexpr float kHold = 1.1f, kBeside = 1.1f, kComfort = 1.3f;
constexpr float kSwing = 0.2f;  // of one's width: so far aside may the foot be that one turns about
// Of the widest: the cells, the ground around where all were placed, and its rim, where one turns.
constexpr float kCellWidths = 6.0f, kGroundWidths = 8.0f, kRimWidths = 6.0f;

glm::vec2 onGround(const glm::vec3& point) {
    return {point.x, point.z};
}

/// How far `offset` lies to the side to which turns go that are greater than 0.
float aside(const glm::vec2& ahead, const glm::vec2& offset) {
    return offset.x * ahead.y - offset.y * ahead.x;
}

/// A number that it has by the seed.
uint64_t whoIs(const GroundCrowd& crowd, uint32_t instance) {
    return mixed(uint64_t{crowd.animators->settings().seed} << 32 | instance);
}

bool walksAbout(const GroundCrowd& crowd) {
    return crowd.animators && crowd.animators->spec().walksAbout;
}

}  // namespace

float Walkers::widthOf(const Box& standing) {
    return 0.25f * std::max(standing.high.x - standing.low.x, standing.high.z - standing.low.z);
}

void Walkers::place(std::span<const GroundCrowd> crowds) {
    members_.clear();
    ground_ = around_ = Box::nothing();
    widest_ = 1e-3f;
    float reach = 0;
    for (const GroundCrowd& crowd : crowds) {
        if (crowd.places.empty()) continue;
        const float width = widthOf(crowd.standing);
        const glm::vec3 size = crowd.standing.high - crowd.standing.low;
        widest_ = std::max(widest_, width);
        reach = std::max(reach, 0.5f * glm::length(glm::vec2(size.x, size.z)));
        for (const gpu::Affine& place : crowd.places) {
            const Box there = transformed(crowd.standing, place);
            ground_.include(there.center());
            around_.include(there);
            members_.push_back({.width = width});
        }
    }
    if (members_.empty()) return;
    const glm::vec3 wider(kGroundWidths * widest_, 0.0f, kGroundWidths * widest_);
    ground_ = {ground_.low - wider, ground_.high + wider};
    const glm::vec3 body(reach, 0.0f, reach);
    around_.include({ground_.low - body, ground_.high + body});
    // Cells for far fewer than the ground has room for are larger.
    const glm::vec2 size = onGround(ground_.high - ground_.low);
    const auto most = static_cast<float>(4 * members_.size() + 64);
    cell_ = std::max(kCellWidths * widest_, std::sqrt(size.x * size.y / most));
    cells_ = glm::ivec2(size / cell_) + 1;
    cellOf_.resize(members_.size());
    order_.resize(members_.size());
    firstOf_.resize(static_cast<size_t>(cells_.x) * static_cast<size_t>(cells_.y) + 1);
    untilLook_ = 0;
    looks_ = 0;
    for (const GroundCrowd& crowd : crowds) {
        if (walksAbout(crowd)) crowd.animators->bringHome();
    }
}

/// Where everybody is, and how he goes.
void Walkers::see(std::span<const GroundCrowd> crowds) {
    auto member = members_.begin();
    for (const GroundCrowd& crowd : crowds) {
        const bool moves = crowd.animators && crowd.animators->spec().rootMotion;
        Going going{.place = crowd.standing.center()};
        for (uint32_t i = 0; i < crowd.places.size(); ++i, ++member) {
            if (moves) going = crowd.animators->goingOf(crowd.first + i);
            member->at = onGround(glm::vec4(going.place, 1.0f) * crowd.places[i]);
            member->velocity = onGround(glm::vec4(going.velocity, 0.0f) * crowd.places[i]);
            member->foot = onGround(glm::vec4(going.foot, 0.0f) * crowd.places[i]);
            member->feetApart = going.feetApart;
        }
    }
}

glm::ivec2 Walkers::cellAt(const glm::vec2& at) const {
    return glm::clamp(glm::ivec2((at - onGround(ground_.low)) / cell_), glm::ivec2(0), cells_ - 1);
}

void Walkers::sortIntoCells() {
    std::fill(firstOf_.begin(), firstOf_.end(), 0u);
    for (size_t m = 0; m < members_.size(); ++m) {
        const glm::ivec2 cell = cellAt(members_[m].at);
        cellOf_[m] = static_cast<uint32_t>(cell.y * cells_.x + cell.x);
        ++firstOf_[cellOf_[m]];
    }
    uint32_t end = 0;
    for (uint32_t& first : firstOf_) first = end += first;
    for (size_t m = members_.size(); m-- > 0;) {
        order_[--firstOf_[cellOf_[m]]] = static_cast<uint32_t>(m);
    }
}

/// Turns about a foot move the middle: none that brings it nearer to `offset` is taken.
void Walkers::swing(const Member& self, const glm::vec2& offset, Way& way) {
    const float nearer = -aside(self.foot, offset);  // in a turn to the side above 0
    way.swings[nearer > 0] |= std::abs(nearer) > kSwing * self.width * glm::length(offset);
}

void Walkers::meet(const Member& self, const Member& other, const glm::vec2& ahead, Way& way) {
    const glm::vec2 offset = other.at - self.at;
    const float apart = kHold * (self.width + other.width);
    if (glm::length(offset) < kBeside * apart) swing(self, offset, way);
    const float along = glm::dot(ahead, offset);
    if (along <= 0) return;  // it is for those behind to give way
    const float across = aside(ahead, offset);
    const float room = apart * apart - across * across;
    if (room > 0) way.free = std::min(way.free, along - std::sqrt(room));
    // Where both would be nearest to each other (Reynolds, Steering Behaviors, 1999).
    const glm::vec2 nearing = other.haste * other.velocity - self.velocity;
    const float square = glm::dot(nearing, nearing);
    if (square == 0) return;
    const float seconds = std::max(-glm::dot(offset, nearing) / square, 0.0f);
    const glm::vec2 nearest = offset + seconds * nearing;
    const float comfort = kComfort * apart;
    const float distance = glm::length(nearest);
    if (seconds >= kForesight || distance >= comfort) return;
    const float side = aside(ahead, nearest) >= -1e-3f * apart ? -1.0f : 1.0f;
    way.turn += side * (1 - seconds / kForesight) * (1.5f - distance / comfort);
}

Walkers::Way Walkers::wayOf(uint32_t index, const glm::vec2& ahead, float speed) const {
    const Member& self = members_[index];
    Way way;
    const glm::vec2 low = onGround(ground_.low) + self.width;
    const glm::vec2 high = onGround(ground_.high) - self.width;
    const auto toRim = [&](float at, float least, float most, float by) {
        if (by == 0) return std::numeric_limits<float>::infinity();
        return (by > 0 ? most - at : least - at) / by;
    };
    way.free = std::min(toRim(self.at.x, low.x, high.x, ahead.x),
                        toRim(self.at.y, low.y, high.y, ahead.y));
    const float rim = kRimWidths * self.width + speed;
    swing(self, self.at - glm::clamp(self.at, low, high), way);
    if (way.free < rim) {
        const float toMiddle = aside(ahead, 0.5f * (low + high) - self.at);
        way.turn += (toMiddle < 0 ? -2.0f : 2.0f) * (1 - way.free / rim);
    }
    const glm::ivec2 cell = cellAt(self.at);
    for (int z = std::max(cell.y - 1, 0); z <= std::min(cell.y + 1, cells_.y - 1); ++z) {
        const int left = std::max(cell.x - 1, 0), right = std::min(cell.x + 1, cells_.x - 1);
        const auto row = static_cast<size_t>(z * cells_.x);
        const uint32_t end = firstOf_[row + static_cast<size_t>(right) + 1];
        for (uint32_t o = firstOf_[row + static_cast<size_t>(left)]; o < end; ++o) {
            if (order_[o] != index) meet(self, members_[order_[o]], ahead, way);
        }
    }
    return way;
}

/// To which side, and how much, from -1 to 1.
float Walkers::wander(const GroundCrowd& crowd, uint32_t instance) const {
    const uint64_t who = whoIs(crowd, instance);
    const uint64_t phase = who % kWanderLooks;
    return 2 * shareOf(mixed(who + 1 + (looks_ + phase) / kWanderLooks)) - 1;
}

/// From its way to how it turns, and how fast it goes, until the next look.
void Walkers::steer(const GroundCrowd& crowd, uint32_t instance, uint32_t index) {
    Member& self = members_[index];
    const float speed = glm::length(self.velocity);
    if (speed == 0) {
        self.haste = 1;
        self.side = 0;
        return crowd.animators->steer(instance, 0, 1);
    }
    const Way way = wayOf(index, self.velocity / speed, speed);
    const float room = self.feetApart ? way.free : way.free - kStepOnSeconds * speed;
    float haste = std::clamp(room / (kBraking * speed), 0.0f, 1.0f);
    float turn = std::clamp(2 * way.turn + kWanders * wander(crowd, instance), -1.0f, 1.0f);
    if (haste >= kFree) self.side = 0;
    if (haste < kBlocked && self.side == 0) self.side = turn < 0 ? -1 : 1;
    if (self.side != 0) {
        if (way.swings[self.side > 0] && !way.swings[self.side < 0]) self.side *= -1;
        turn = static_cast<float>(self.side);
    }
    if (way.swings[turn > 0]) turn = 0;
    haste = std::min(haste, self.haste + kHurry * kLookSeconds);
    if (self.feetApart && way.free > -kOvershoot * self.width) haste = std::max(haste, kStepOn);
    self.haste = haste;
    const float slower = kTurnsSlower * shareOf(whoIs(crowd, instance));
    crowd.animators->steer(instance, (1 - slower) * kTurnsFastest * turn, haste);
}

void Walkers::look(std::span<const GroundCrowd> crowds) {
    untilLook_ = kLookSeconds;
    ++looks_;
    if (members_.empty()) return;
    see(crowds);
    sortIntoCells();
    uint32_t first = 0;
    for (const GroundCrowd& crowd : crowds) {
        const auto count = static_cast<uint32_t>(crowd.places.size());
        for (uint32_t i = 0; walksAbout(crowd) && i < count; ++i) {
            steer(crowd, crowd.first + i, first + i);
        }
        first += count;
    }
}

}  // namespace sinew
