# quacks_value: fits the value that brewer plays by (learn/README.md). Its parts are a library, for the test.
file(GLOB quacks_learn CONFIGURE_DEPENDS learn/quacks_*.c)
list(REMOVE_ITEM quacks_learn ${PROJECT_SOURCE_DIR}/learn/quacks_value.c)
add_library(quacks_learn STATIC EXCLUDE_FROM_ALL ${quacks_learn})
target_link_libraries(quacks_learn PUBLIC bots Threads::Threads m)
add_executable(quacks_value EXCLUDE_FROM_ALL learn/quacks_value.c)
target_link_libraries(quacks_value PRIVATE quacks_learn)

# liblearn: what the training program needs of the bots, beside libcharlatan.so in the same folder. Only learn/ uses it:
#   cmake --build BUILD --target charlatan_shared learn

if(CHARLATAN_SANITIZE OR CHARLATAN_COVERAGE)
  return()
endif()
add_library(learn SHARED EXCLUDE_FROM_ALL learn/cells.c learn/cells_arcane.c learn/cells_quacks.c lib/pool.c)
target_link_libraries(learn PRIVATE bots)
