# Makes the characters anew and holds every file against the one that ships.
file(REMOVE_RECURSE "${SCRATCH}")
execute_process(COMMAND "${GENERATOR}" "${SCRATCH}" RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "${GENERATOR} failed: ${failed}")
endif()
foreach(name mannequin_low mannequin mannequin_high serpent)
    execute_process(
        COMMAND "${CMAKE_COMMAND}" -E compare_files "${SCRATCH}/${name}.glb" "${SHIPPED}/${name}.glb"
        RESULT_VARIABLE differs)
    if(differs)
        message(SEND_ERROR "${name}.glb differs from assets/${name}.glb: run sinew-assets on assets/ "
                           "and commit what it writes, or undo the change that altered it")
    endif()
endforeach()
