# Makes the Python package: the extension charlatan._core over libcharlatan, with the files of python/charlatan beside
# it in python/ of the build. Python 3.11 is the first whose stable ABI has buffers.

if(CHARLATAN_FUZZ)
  return()
endif()
if(NOT SKBUILD)
  set(Python_EXECUTABLE /usr/bin/python3) # the system's, which has the headers
endif()
find_package(Python 3.11 QUIET COMPONENTS Interpreter Development.Module)
if(NOT Python_Development.Module_FOUND)
  message(STATUS "No Python package: python3-dev is not installed.")
  return()
endif()

# Where the static libraries of jansson and libsodium are installed, the extension has them inside, so that a wheel
# works on machines without them. Debian's libjansson.a refers to stdin in a way that only programs may. We never let it
# read a file, so a variable of ours takes the place of stdin.
find_library(JANSSON_ARCHIVE libjansson.a HINTS ${jansson_LIBDIR})
find_library(SODIUM_ARCHIVE libsodium.a HINTS ${sodium_LIBDIR})
if(TARGET charlatan_static AND JANSSON_ARCHIVE AND SODIUM_ARCHIVE)
  set(archives ${PROJECT_BINARY_DIR}/jansson_inside.a ${SODIUM_ARCHIVE})
  file(CONFIGURE OUTPUT no_stdin.c CONTENT "void *charlatan_no_stdin __attribute__((visibility(\"hidden\")));\n")
  execute_process(COMMAND ${CMAKE_OBJCOPY} --redefine-sym stdin=charlatan_no_stdin ${JANSSON_ARCHIVE}
                          ${PROJECT_BINARY_DIR}/jansson_inside.a)
  try_compile(archives_fit ${PROJECT_BINARY_DIR}/archives SOURCES ${PROJECT_BINARY_DIR}/no_stdin.c
              LINK_OPTIONS -shared -Wl,-z,defs,--exclude-libs,ALL
              LINK_LIBRARIES -Wl,--whole-archive ${archives} -Wl,--no-whole-archive)
endif()

file(GLOB core CONFIGURE_DEPENDS python/core/*.c)
add_library(python_core MODULE EXCLUDE_FROM_ALL ${core})
target_include_directories(python_core SYSTEM PRIVATE ${Python_INCLUDE_DIRS})
# Python's tables hold functions as void pointers.
target_compile_options(python_core PRIVATE -Wno-pedantic)
set_target_properties(python_core PROPERTIES OUTPUT_NAME _core PREFIX "" SUFFIX .abi3.so C_VISIBILITY_PRESET hidden
                      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python/charlatan)
if(archives_fit)
  target_sources(python_core PRIVATE ${PROJECT_BINARY_DIR}/no_stdin.c)
  target_link_libraries(python_core PRIVATE $<TARGET_FILE:charlatan_static> ${archives} Threads::Threads m)
  target_link_options(python_core PRIVATE -Wl,--exclude-libs,ALL)
  add_dependencies(python_core charlatan_static)
elseif(TARGET charlatan_static)
  target_link_libraries(python_core PRIVATE charlatan_static)
else()
  target_link_libraries(python_core PRIVATE lib)
endif()

file(GLOB package CONFIGURE_DEPENDS python/charlatan/*.py python/charlatan/*.pyi python/charlatan/py.typed)
add_custom_command(
  OUTPUT python/copied
  COMMAND ${CMAKE_COMMAND} -E copy ${package} python/charlatan
  COMMAND ${CMAKE_COMMAND} -E touch python/copied
  DEPENDS ${package}
  VERBATIM)
add_custom_target(python ALL DEPENDS python_core python/copied)

if(SKBUILD)
  install(TARGETS python_core LIBRARY DESTINATION charlatan)
endif()
