# Makes libcharlatan, shared and static, from one object: the library with everything it needs of the other folders,
# in which only the functions of lib/charlatan.h can be seen from outside. `make install` and the Debian packages have
# both.

foreach(part rules bots gpu wire advice board match html review lib)
  set_target_properties(${part} PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
endforeach()

# The instrumented builds test lib/ as it is, and objects of other kinds cannot be joined.
if(CHARLATAN_SANITIZE OR CHARLATAN_COVERAGE)
  return()
endif()

if(lto AND CMAKE_C_COMPILER_ID STREQUAL GNU)
  string(TOUPPER ${CMAKE_BUILD_TYPE} kind)
  separate_arguments(joining UNIX_COMMAND "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_${kind}}")
  set(joining ${CMAKE_C_COMPILER} ${joining} -fPIC -fvisibility=hidden -flto=auto -flinker-output=nolto-rel -r
      -nostdlib -Wno-stringop-overflow)
else()
  set(joining ${CMAKE_LINKER} -r)
endif()
set(object ${PROJECT_BINARY_DIR}/libcharlatan.o)
set(parts rules bots gpu wire advice board match html review lib)
foreach(part ${parts})
  list(APPEND joined $<TARGET_OBJECTS:${part}>)
endforeach()
# It depends on the parts, not on their objects: Makefiles have no rules for objects of other targets.
add_custom_command(
  OUTPUT ${object}
  COMMAND ${joining} -o ${object} ${joined}
  COMMAND ${CMAKE_OBJCOPY} --localize-hidden ${object}
  DEPENDS ${parts}
  COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(library_object DEPENDS ${object})

set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
add_library(charlatan_shared SHARED ${object})
add_library(charlatan_static STATIC ${object})
add_dependencies(charlatan_shared library_object)
add_dependencies(charlatan_static library_object)
set_target_properties(charlatan_shared charlatan_static PROPERTIES OUTPUT_NAME charlatan LINKER_LANGUAGE C)
set_target_properties(
  charlatan_shared
  PROPERTIES VERSION ${PROJECT_VERSION} SOVERSION 0 LINK_DEPENDS ${PROJECT_SOURCE_DIR}/lib/charlatan.map)
target_link_options(charlatan_shared PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/lib/charlatan.map -Wl,-z,defs)
foreach(kind charlatan_shared charlatan_static)
  target_link_libraries(${kind} PRIVATE PkgConfig::jansson PkgConfig::sodium Threads::Threads ${CMAKE_DL_LIBS} m)
endforeach()
add_custom_target(libraries DEPENDS charlatan_shared charlatan_static)

# ---- installing: what programs need to run with it, and what is needed to build them ----

if(SKBUILD) # a wheel has neither
  return()
endif()
include(GNUInstallDirs)
install(TARGETS charlatan_shared LIBRARY NAMELINK_COMPONENT development)
# The same alone, for `make install-lib`.
install(TARGETS charlatan_shared LIBRARY COMPONENT library NAMELINK_SKIP EXCLUDE_FROM_ALL)
install(FILES lib/charlatan.h TYPE INCLUDE COMPONENT development)
install(TARGETS charlatan_static ARCHIVE COMPONENT development)
install(CODE "set(source \"${PROJECT_SOURCE_DIR}\")
set(made \"${PROJECT_BINARY_DIR}/installed\")
set(version \"${PROJECT_VERSION}\")
set(lib \"${CMAKE_INSTALL_LIBDIR}\")
set(include \"${CMAKE_INSTALL_INCLUDEDIR}\")" COMPONENT development)
install(SCRIPT packaging/development.cmake COMPONENT development)
