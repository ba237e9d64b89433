// PNG (ISO/IEC 15948) with a small deflate (RFC 1951): hash-chain matches, one dynamic Huffman code
// a block.
#include "assets/texture/png.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>

namespace sinew::assets {
namespace {

using Bytes = std::vector<std::uint8_t>;

class BitWriter {
public:
    void put(std::uint32_t value, int count) {
        held_ |= static_cast<std::uint64_t>(value) << bits_;
        for (bits_ += count; bits_ >= 8; bits_ -= 8, held_ >>= 8) {
            bytes.push_back(static_cast<std::uint8_t>(held_));
        }
    }
    void finish() {
        if (bits_ > 0) put(0, 8 - bits_);
    }
    Bytes bytes;

private:
    std::uint64_t held_ = 0;
    int bits_ = 0;
};

struct Code {
    std::vector<int> lengths;
    std::vector<std::uint32_t> bits;  // reversed, ready to be written
};

// Huffman code lengths of at most `limit` bits: counts are flattened until the tree is shallow
// enough.
Code makeCode(std::vector<std::uint32_t> counts, int limit) {
    const std::size_t n = counts.size();
    Code code{std::vector<int>(n, 0), std::vector<std::uint32_t>(n, 0)};
    // A decoder expects at least two symbols.
    for (std::size_t i = 0, used = static_cast<std::size_t>(
                                n - std::count(counts.begin(), counts.end(), 0u));
         used < 2; ++i) {
        if (counts[i] == 0) counts[i] = 1, ++used;
    }
    for (;;) {
        struct Node {
            std::uint32_t count;
            int left, right;
        };
        std::vector<Node> nodes;
        std::vector<int> leafOf, open;
        for (std::size_t i = 0; i < n; ++i) {
            if (counts[i] == 0) continue;
            open.push_back(static_cast<int>(nodes.size()));
            leafOf.push_back(static_cast<int>(i));
            nodes.push_back({counts[i], -1, -1});
        }
        const auto rarer = [&](int a, int b) {
            return nodes[a].count != nodes[b].count ? nodes[a].count > nodes[b].count : a > b;
        };
        std::make_heap(open.begin(), open.end(), rarer);
        const auto take = [&] {
            std::pop_heap(open.begin(), open.end(), rarer);
            const int top = open.back();
            open.pop_back();
            return top;
        };
        while (open.size() > 1) {
            const int a = take(), b = take();
            nodes.push_back({nodes[a].count + nodes[b].count, a, b});
            open.push_back(static_cast<int>(nodes.size()) - 1);
            std::push_heap(open.begin(), open.end(), rarer);
        }
        std::vector<int> depth(nodes.size(), 0);
        int deepest = 0;
        for (std::size_t i = nodes.size(); i-- > 0;) {
            if (nodes[i].left < 0) {
                code.lengths[static_cast<std::size_t>(leafOf[i])] = depth[i];
                deepest = std::max(deepest, depth[i]);
            } else {
                depth[nodes[i].left] = depth[nodes[i].right] = depth[i] + 1;
            }
        }
        if (deepest <= limit) break;
        for (std::uint32_t& c : counts) c = c == 0 ? 0 : (c + 3) / 4 + 1;
    }
    std::uint32_t next = 0;
    for (int length = 1; length <= limit; ++length, next <<= 1) {
        for (std::size_t i = 0; i < n; ++i) {
            if (code.lengths[i] != length) continue;
            std::uint32_t reversed = 0;
            for (int b = 0; b < length; ++b) reversed |= ((next >> b) & 1u) << (length - 1 - b);
            code.bits[i] = reversed;
            ++next;
        }
    }
    return code;
}

struct Extra {
    int symbol;
    std::uint32_t value;
    int bits;
};

// Deflate's buckets: after the first few values, each power of two is cut into 2^k parts.
Extra bucket(int value, int partsLog2, int firstPlain) {
    if (value < firstPlain) return {value, 0, 0};
    int top = 0;
    while ((value >> (top + 1)) != 0) ++top;
    const int bits = top - partsLog2;
    const int part = (value >> bits) - (1 << partsLog2);
    return {((bits + 1) << partsLog2) + part, static_cast<std::uint32_t>(value & ((1 << bits) - 1)),
            bits};
}
Extra lengthCode(int length) {
    if (length == 258) return {285, 0, 0};
    Extra e = bucket(length - 3, 2, 8);
    e.symbol += 257;
    return e;
}
Extra distanceCode(int distance) {
    return bucket(distance - 1, 1, 4);
}

struct Token {
    int length;  // 0: a literal
    int value;   // the literal, or the distance
};

std::vector<Token> findMatches(const Bytes& data) {
    constexpr int kWindow = 32768, kChain = 48;
    std::vector<int> head(1 << 16, -1), previous(data.size(), -1);
    const auto hash = [&](std::size_t i) {
        const std::uint32_t v =
            data[i] | data[i + 1] << 8 | static_cast<std::uint32_t>(data[i + 2]) << 16;
        return (v * 2654435761u) >> 16;
    };
    const auto insert = [&](std::size_t i) {
        if (i + 2 >= data.size()) return;
        const std::uint32_t h = hash(i);
        previous[i] = head[h];
        head[h] = static_cast<int>(i);
    };
    const auto longest = [&](std::size_t i) {
        Token best{0, 0};
        if (i + 3 > data.size()) return best;
        const int limit = static_cast<int>(std::min<std::size_t>(258, data.size() - i));
        int at = head[hash(i)];
        for (int tries = 0; at >= 0 && tries < kChain; ++tries, at = previous[at]) {
            if (static_cast<int>(i) - at > kWindow - 1) break;
            int length = 0;
            while (length < limit && data[at + length] == data[i + length]) ++length;
            if (length > best.length) best = {length, static_cast<int>(i) - at};
            if (length == limit) break;
        }
        // Three bytes far away cost more than three literals.
        return best.length < 3 || (best.length == 3 && best.value > 4096) ? Token{0, 0} : best;
    };
    std::vector<Token> tokens;
    for (std::size_t i = 0; i < data.size();) {
        Token match = longest(i);
        insert(i);
        if (match.length > 0 && match.length < 32 && longest(i + 1).length > match.length) {
            match.length = 0;  // the next byte begins a longer one
        }
        if (match.length == 0) {
            tokens.push_back({0, data[i++]});
            continue;
        }
        tokens.push_back(match);
        for (int k = 1; k < match.length; ++k) insert(i + k);
        i += match.length;
    }
    return tokens;
}

void writeBlock(BitWriter& out, const Token* first, const Token* last, bool final) {
    std::vector<std::uint32_t> literalCounts(286, 0), distanceCounts(30, 0);
    literalCounts[256] = 1;
    for (const Token* t = first; t != last; ++t) {
        if (t->length == 0) {
            ++literalCounts[t->value];
        } else {
            ++literalCounts[lengthCode(t->length).symbol];
            ++distanceCounts[distanceCode(t->value).symbol];
        }
    }
    const Code literals = makeCode(literalCounts, 15), distances = makeCode(distanceCounts, 15);
    // The code lengths are sent one by one, without the run codes: blocks are long enough for that.
    std::vector<std::uint32_t> lengthCounts(19, 0);
    for (const int l : literals.lengths) ++lengthCounts[l];
    for (const int l : distances.lengths) ++lengthCounts[l];
    const Code lengths = makeCode(lengthCounts, 7);
    out.put(final ? 1 : 0, 1);
    out.put(2, 2);
    out.put(286 - 257, 5);
    out.put(30 - 1, 5);
    out.put(19 - 4, 4);
    constexpr std::array<int, 19> kOrder = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                            11, 4,  12, 3, 13, 2, 14, 1, 15};
    for (const int symbol : kOrder) out.put(static_cast<std::uint32_t>(lengths.lengths[symbol]), 3);
    const auto put = [&](const Code& code, int symbol) {
        out.put(code.bits[symbol], code.lengths[symbol]);
    };
    for (const int l : literals.lengths) put(lengths, l);
    for (const int l : distances.lengths) put(lengths, l);
    for (const Token* t = first; t != last; ++t) {
        if (t->length == 0) {
            put(literals, t->value);
            continue;
        }
        const Extra length = lengthCode(t->length), distance = distanceCode(t->value);
        put(literals, length.symbol);
        out.put(length.value, length.bits);
        put(distances, distance.symbol);
        out.put(distance.value, distance.bits);
    }
    put(literals, 256);
}

void putBig(Bytes& out, std::uint32_t v) {
    for (int shift = 24; shift >= 0; shift -= 8)
        out.push_back(static_cast<std::uint8_t>(v >> shift));
}

Bytes zlibStream(const Bytes& data) {
    BitWriter out;
    out.bytes = {0x78, 0xDA};
    const std::vector<Token> tokens = findMatches(data);
    constexpr std::size_t kBlockTokens = 24000;
    for (std::size_t at = 0; at < tokens.size(); at += kBlockTokens) {
        const std::size_t end = std::min(at + kBlockTokens, tokens.size());
        writeBlock(out, tokens.data() + at, tokens.data() + end, end == tokens.size());
    }
    out.finish();
    std::uint32_t a = 1, b = 0;
    for (const std::uint8_t byte : data) {
        a = (a + byte) % 65521;
        b = (b + a) % 65521;
    }
    putBig(out.bytes, b << 16 | a);
    return std::move(out.bytes);
}

void putChunk(Bytes& out, std::string_view type, const Bytes& body) {
    putBig(out, static_cast<std::uint32_t>(body.size()));
    const std::size_t start = out.size();
    out.insert(out.end(), type.begin(), type.end());
    out.insert(out.end(), body.begin(), body.end());
    std::uint32_t crc = 0xFFFFFFFFu;
    for (std::size_t i = start; i < out.size(); ++i) {
        crc ^= out[i];
        for (int k = 0; k < 8; ++k) crc = (crc & 1u) != 0 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
    }
    putBig(out, ~crc);
}

int paeth(int left, int up, int corner) {
    const int p = left + up - corner;
    const int dl = std::abs(p - left), du = std::abs(p - up), dc = std::abs(p - corner);
    return dl <= du && dl <= dc ? left : (du <= dc ? up : corner);
}

// Each row by the filter whose differences are smallest in sum.
Bytes filterRows(const Picture& picture) {
    const int stride = picture.width * 3;
    Bytes result;
    for (int y = 0; y < picture.height; ++y) {
        Bytes best;
        long bestSum = -1;
        for (int filter = 0; filter < 5; ++filter) {
            Bytes row = {static_cast<std::uint8_t>(filter)};
            long sum = 0;
            for (int x = 0; x < stride; ++x) {
                const auto at = [&](int dx, int dy) -> int {
                    return x - dx < 0 || y - dy < 0 ? 0 : picture.rgb[(y - dy) * stride + x - dx];
                };
                const int left = at(3, 0), up = at(0, 1), corner = at(3, 1);
                const std::array<int, 5> guess = {0, left, up, (left + up) / 2,
                                                  paeth(left, up, corner)};
                const auto difference = static_cast<std::uint8_t>(at(0, 0) - guess[filter]);
                row.push_back(difference);
                sum += std::min<int>(difference, 256 - difference);
            }
            if (bestSum < 0 || sum < bestSum) bestSum = sum, best.swap(row);
        }
        result.insert(result.end(), best.begin(), best.end());
    }
    return result;
}

}  // namespace

std::vector<std::uint8_t> encodePng(const Picture& picture) {
    Bytes out = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    Bytes header;
    putBig(header, static_cast<std::uint32_t>(picture.width));
    putBig(header, static_cast<std::uint32_t>(picture.height));
    header.insert(header.end(), {8, 2, 0, 0, 0});
    putChunk(out, "IHDR", header);
    putChunk(out, "IDAT", zlibStream(filterRows(picture)));
    putChunk(out, "IEND", {});
    return out;
}

}  // namespace sinew::assets
