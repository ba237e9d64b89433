# `cmake --build build/release --target package`: a tarball of sinew-cli that only needs libc and a
# Vulkan driver. It excludes the window, because SDL2 requires fifty libraries of the desktop.
#
# lib/ holds the libraries that sinew-cli was built against. lib/fallback/ holds libraries that a
# driver may need in a newer version. A process loads only one version of each library, so the
# system's versions are searched before lib/fallback/.
set(library_folder lib)
set(fallback_folder lib/fallback)
set(libc "ld-linux" "^libc\\." "^libm\\." "^libpthread\\." "^libdl\\." "^librt\\.")
set(shared_with_drivers "^libstdc\\+\\+\\." "^libgcc_s\\.")

install(RUNTIME_DEPENDENCY_SET sinew_cli_libraries
  PRE_EXCLUDE_REGEXES ${libc} ${shared_with_drivers}
  LIBRARY DESTINATION ${library_folder} COMPONENT libraries EXCLUDE_FROM_ALL)
install(RUNTIME_DEPENDENCY_SET sinew_cli_libraries
  PRE_INCLUDE_REGEXES ${shared_with_drivers} PRE_EXCLUDE_REGEXES ".*"
  LIBRARY DESTINATION ${fallback_folder} COMPONENT libraries EXCLUDE_FROM_ALL)
find_library(VULKAN_LOADER libvulkan.so.1 REQUIRED)
file(REAL_PATH ${VULKAN_LOADER} loader)
install(FILES ${loader} RENAME libvulkan.so.1 DESTINATION ${fallback_folder} COMPONENT libraries
  EXCLUDE_FROM_ALL)

install(PROGRAMS benchmarks/on_gpu DESTINATION . COMPONENT libraries EXCLUDE_FROM_ALL)

# The libraries have no path of their own and use the program's. Only DT_RPATH, not DT_RUNPATH,
# applies to indirect dependencies and to the Vulkan loader, which is opened at run time.
set_target_properties(sinew-cli PROPERTIES INSTALL_RPATH
  "$ORIGIN/../${library_folder};/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE};/usr/lib64;/usr/lib;$ORIGIN/../${fallback_folder}")
target_link_options(sinew-cli PRIVATE -Wl,--disable-new-dtags)

set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_FILE_NAME sinew-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_COMPONENTS_ALL cli libraries)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)
