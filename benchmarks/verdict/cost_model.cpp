// Fits cost models: non-negative least squares over every subset of four terms.
#include "benchmarks/verdict/cost_model.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <set>

#include "benchmarks/run/measure.h"

namespace sinew {
namespace {

constexpr size_t kTerms = 4;
constexpr size_t kFewestRows = 4;
/// A term is collinear if less than this fraction of it remains after projection on the other
/// terms.
constexpr double kDependent = 1e-9;

using Terms = std::array<double, kTerms>;  // ordered by preference

Terms factorsOf(const Row& row, double vertices) {
    const double instances = row.instances;
    return {1.0, instances, instances * vertices * row.passes, instances * vertices};
}

struct Equation {
    // Factors of the terms, divided by the measured time. For a perfect fit, the sum of factors[i]
    // * terms[i] is 1.
    Terms factors;
};

/// Returns the least-squares terms of `subset` (a bit per term), by Cholesky factorisation of the
/// normal equations. Nothing if the terms are collinear.
std::optional<Terms> solve(std::span<const Equation> equations, unsigned subset) {
    std::array<size_t, kTerms> used{};
    size_t count = 0;
    for (size_t term = 0; term < kTerms; ++term) {
        if (subset >> term & 1u) used[count++] = term;
    }
    // Columns are scaled to unit length, so that one threshold fits terms of any unit.
    Terms length{};
    for (const Equation& equation : equations) {
        for (size_t i = 0; i < count; ++i) {
            length[i] += equation.factors[used[i]] * equation.factors[used[i]];
        }
    }
    std::array<Terms, kTerms> matrix{};
    Terms right{};
    for (const Equation& equation : equations) {
        for (size_t i = 0; i < count; ++i) {
            const double a = equation.factors[used[i]] / std::sqrt(length[i]);
            right[i] += a;
            for (size_t j = 0; j <= i; ++j) {
                matrix[i][j] += a * equation.factors[used[j]] / std::sqrt(length[j]);
            }
        }
    }
    for (size_t i = 0; i < count; ++i) {
        for (size_t j = 0; j <= i; ++j) {
            for (size_t k = 0; k < j; ++k) matrix[i][j] -= matrix[i][k] * matrix[j][k];
            if (i != j) matrix[i][j] /= matrix[j][j];
        }
        if (matrix[i][i] < kDependent) return std::nullopt;
        matrix[i][i] = std::sqrt(matrix[i][i]);
        for (size_t k = 0; k < i; ++k) right[i] -= matrix[i][k] * right[k];
        right[i] /= matrix[i][i];
    }
    Terms solution{};
    for (size_t i = count; i-- > 0;) {
        for (size_t k = i + 1; k < count; ++k) right[i] -= matrix[k][i] * right[k];
        right[i] /= matrix[i][i];
        solution[used[i]] = right[i] / std::sqrt(length[i]);
    }
    return solution;
}

double relativeError(const Equation& equation, const Terms& terms) {
    double fit = 0;
    for (size_t i = 0; i < kTerms; ++i) fit += equation.factors[i] * terms[i];
    return fit - 1.0;
}

double squares(std::span<const Equation> equations, const Terms& terms) {
    double sum = 0;
    for (const Equation& equation : equations) {
        const double error = relativeError(equation, terms);
        sum += error * error;
    }
    return sum;
}

/// Returns the best subset of terms; of equally good subsets the first, which is preferred.
Terms fit(std::span<const Equation> equations) {
    Terms best{};
    double least = squares(equations, best);
    for (unsigned subset = 1; subset < 1u << kTerms; ++subset) {
        const std::optional<Terms> terms = solve(equations, subset);
        if (!terms || *std::min_element(terms->begin(), terms->end()) < 0) continue;
        const double sum = squares(equations, *terms);
        if (sum < least - 1e-12 * static_cast<double>(equations.size())) {
            best = *terms;
            least = sum;
        }
    }
    return best;
}

/// Returns a bit for each term that the rows can separate from the preceding terms.
unsigned separableTerms(std::span<const Section> sections) {
    std::vector<Equation> equations;
    for (const Section& section : sections) {
        for (const Row& row : section.rows) {
            if (row.instances == 0) continue;
            // Rows are weighted as if times were proportional to instances, so that no row
            // dominates.
            Equation equation{factorsOf(row, section.model.verticesAnInstance())};
            for (double& factor : equation.factors) factor /= row.instances;
            equations.push_back(equation);
        }
    }
    unsigned subset = 0;
    for (size_t term = 0; term < kTerms; ++term) {
        const unsigned more = subset | 1u << term;
        if (!equations.empty() && solve(equations, more)) subset = more;
    }
    return subset;
}

std::optional<CostModel> modelOf(std::span<const Section> sections, unsigned separable,
                                 const SkinChoice& choice, Measure measure) {
    std::vector<Equation> equations;
    for (const Section& section : sections) {
        for (const Row& row : section.rows) {
            const Timing* time = row.choice == choice ? timeOf(row, measure) : nullptr;
            if (!time) continue;
            Equation equation{factorsOf(row, section.model.verticesAnInstance())};
            for (double& factor : equation.factors) factor /= time->all.median;
            equations.push_back(equation);
        }
    }
    if (equations.size() < kFewestRows) return std::nullopt;
    const Terms terms = fit(equations);
    const auto term = [&](size_t i, double unit) {
        return separable >> i & 1u ? std::optional(terms[i] * unit) : std::nullopt;
    };
    CostModel model{.choice = choice,
                    .measure = measure,
                    .fixedMs = term(0, 1),
                    .perInstanceUs = term(1, 1e3),
                    .perVertexNs = term(3, 1e6),
                    .perVertexAndPassNs = term(2, 1e6),
                    .rows = static_cast<uint32_t>(equations.size())};
    model.residual = std::sqrt(squares(equations, terms) / static_cast<double>(equations.size()));
    for (const Equation& equation : equations) {
        model.worst = std::max(model.worst, std::abs(relativeError(equation, terms)));
    }
    return model;
}

}  // namespace

std::vector<CostModel> costModels(std::span<const Section> sections) {
    std::vector<SkinChoice> choices;  // in the order of rows
    std::set<SkinChoice> known;
    for (const Section& section : sections) {
        for (const Row& row : section.rows) {
            if (known.insert(row.choice).second) choices.push_back(row.choice);
        }
    }
    const unsigned separable = separableTerms(sections);
    std::vector<CostModel> models;
    for (const Measure measure : kMeasures) {
        for (const SkinChoice& choice : choices) {
            if (const auto model = modelOf(sections, separable, choice, measure))
                models.push_back(*model);
        }
    }
    return models;
}

}  // namespace sinew
