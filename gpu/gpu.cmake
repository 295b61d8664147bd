# Makes the library of GPUs. With CHARLATAN_GPU and clang-19 the kernels become PTX, which is part of the library;
# without, the library runs its kernels only on the processor.

add_library(gpu STATIC ${gpu})
target_link_libraries(gpu PUBLIC bots Threads::Threads ${CMAKE_DL_LIBS})

find_program(CLANG_19 clang-19)
if(CHARLATAN_GPU AND NOT CLANG_19)
  message(STATUS "No kernels for GPUs: clang-19 is not installed.")
elseif(CHARLATAN_GPU)
  set(ptx ${PROJECT_BINARY_DIR}/ptx)
  file(GLOB kernels CONFIGURE_DEPENDS gpu/*.c gpu/*.h gpu/*.inc gpu/*.def
       gpu/instead/* gpu/instead/engine/* engine/*.c engine/*.h games/*/*.c games/*/*.h
       games/*/*.def bots/*.c bots/*.h bots/*/*.c bots/*/*.h bots/*/*.def)
  file(STRINGS games/games.def rows REGEX "^GAME.* KERNELS")
  list(TRANSFORM rows REPLACE "^GAME.([a-z]+).*" "${ptx}/\\1.ptx" OUTPUT_VARIABLE made)
  add_custom_command(
    OUTPUT ${made}
    COMMAND ${PROJECT_SOURCE_DIR}/tools/gpu.sh ${ptx}
    DEPENDS tools/gpu.sh ${kernels}
    VERBATIM)
  add_custom_target(ptx DEPENDS ${made})
  add_dependencies(gpu ptx)
  set_source_files_properties(
    gpu/ptx.c
    PROPERTIES OBJECT_DEPENDS "${made}" COMPILE_OPTIONS -fno-lto
               COMPILE_DEFINITIONS "GPU_PTX_FOLDER=\"${ptx}\"")
endif()
