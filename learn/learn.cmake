# liblearn: what the training program needs of the bots, beside libcharlatan.so in the same folder. Only learn/ uses it:
#   cmake --build BUILD --target charlatan_shared learn

if(CHARLATAN_SANITIZE OR CHARLATAN_COVERAGE)
  return()
endif()
add_library(learn SHARED EXCLUDE_FROM_ALL learn/cells.c lib/pool.c)
target_link_libraries(learn PRIVATE bots)
