// Builds LODs on a thread.
#include "app/demo/work/level_maker.h"

#include <exception>
#include <utility>

#include "skinning/fault_words.h"
#include "skinning/injected_fault.h"

namespace sinew {

void LevelMaker::start(std::shared_ptr<const Model> model) {
    if (busy()) (void)wait();
    run([model = std::move(model)] {
        Result result{.model = model, .levels = {}, .error = {}};
        try {
            injected::slow("levels");
            result.levels = makeLevels(*model);
        } catch (const std::exception& error) {  // includes std::bad_alloc
            result.error = faultWords(error);
        }
        return result;
    });
}

}  // namespace sinew
