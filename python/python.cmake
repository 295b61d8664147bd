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

file(GLOB core CONFIGURE_DEPENDS python/core/*.c)
add_library(python_core MODULE EXCLUDE_FROM_ALL ${core})
target_include_directories(python_core SYSTEM PRIVATE ${Python_INCLUDE_DIRS})
# Python's tables hold functions as void pointers.
target_compile_options(python_core PRIVATE -Wno-pedantic)
set_target_properties(python_core PROPERTIES OUTPUT_NAME _core PREFIX "" SUFFIX .abi3.so C_VISIBILITY_PRESET hidden
                      LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/python/charlatan)
if(TARGET charlatan_static)
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
