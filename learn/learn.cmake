# quacks_value: fits the value that brewer plays by (learn/README.md). Its parts are a library, for the test.
file(GLOB quacks_learn CONFIGURE_DEPENDS learn/quacks_*.c)
list(REMOVE_ITEM quacks_learn ${PROJECT_SOURCE_DIR}/learn/quacks_value.c ${PROJECT_SOURCE_DIR}/learn/quacks_exploit.c)
add_library(quacks_learn STATIC EXCLUDE_FROM_ALL ${quacks_learn})
target_link_libraries(quacks_learn PUBLIC bots Threads::Threads m)
add_executable(quacks_value EXCLUDE_FROM_ALL learn/quacks_value.c)
target_link_libraries(quacks_value PRIVATE quacks_learn)
# quacks_exploit: learns to beat the net of the Quacks.
add_executable(quacks_exploit EXCLUDE_FROM_ALL learn/quacks_exploit.c)
target_link_libraries(quacks_exploit PRIVATE quacks_learn)

# arcane_stashes: counts what the search weighs its guesses by. Its counting is a library, for the test.
add_library(arcane_learn STATIC EXCLUDE_FROM_ALL learn/arcane_counts.c)
target_link_libraries(arcane_learn PUBLIC bots m)
add_executable(arcane_stashes EXCLUDE_FROM_ALL learn/arcane_stashes.c)
target_link_libraries(arcane_stashes PRIVATE arcane_learn)

# liblearn: what the training program needs of the bots, beside libcharlatan.so in the same folder. Only learn/ uses it:
#   cmake --build BUILD --target charlatan_shared learn

if(CHARLATAN_SANITIZE OR CHARLATAN_COVERAGE)
  return()
endif()
add_library(learn SHARED EXCLUDE_FROM_ALL learn/cells.c learn/cells_arcane.c learn/cells_quacks.c lib/pool.c)
target_link_libraries(learn PRIVATE bots)

# learn_alone: both libraries in alone/ of the build with all that they need inside, for a machine that has an accelerator,
# Python and torch, but no jansson or libsodium.
if(archives_fit)
  add_library(charlatan_alone SHARED EXCLUDE_FROM_ALL ${object} ${PROJECT_BINARY_DIR}/no_stdin.c)
  add_dependencies(charlatan_alone library_object)
  set_target_properties(charlatan_alone PROPERTIES OUTPUT_NAME charlatan
                        LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/alone)
  target_link_options(charlatan_alone PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/lib/charlatan.map -Wl,-z,defs)
  target_link_libraries(charlatan_alone PRIVATE ${archives} Threads::Threads m)
  add_custom_target(learn_alone COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:learn> ${PROJECT_BINARY_DIR}/alone)
  add_dependencies(learn_alone charlatan_alone learn)
endif()
