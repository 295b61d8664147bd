# Installs charlatan (`make install`) and makes its Debian package (`make deb`).

include(GNUInstallDirs)
install(TARGETS charlatan)

# ---- man pages: docs/man/*.scd, if scdoc is installed ----

find_program(SCDOC scdoc)
file(GLOB pages_of_manual CONFIGURE_DEPENDS docs/man/*.scd)
foreach(page ${pages_of_manual})
  cmake_path(GET page STEM LAST_ONLY name) # charlatan-play.1
  set(made ${PROJECT_BINARY_DIR}/man/${name}.gz)
  if(SCDOC)
    add_custom_command(
      OUTPUT ${made}
      COMMAND sh -c "mkdir -p man && ${SCDOC} <$0 >man/$1 && gzip -9nkf man/$1" ${page} ${name}
      DEPENDS ${page}
      VERBATIM)
    list(APPEND manual ${made})
  endif()
  install(FILES ${made} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
endforeach()
if(SCDOC)
  add_custom_target(man DEPENDS ${manual})
else()
  add_custom_target(man COMMAND ${CMAKE_COMMAND} -E echo "No man pages: scdoc is not installed.")
endif()

# ---- files that are copied as they are ----

install(FILES packaging/completion/charlatan.bash RENAME charlatan
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES packaging/charlatan.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES web/public/icon.svg RENAME charlatan.svg
        DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
set(documents ${CMAKE_INSTALL_DATADIR}/doc/charlatan)
install(FILES CHANGELOG.md LICENSE NOTICE SECURITY.md DESTINATION ${documents})
install(DIRECTORY docs DESTINATION ${documents} PATTERN man EXCLUDE PATTERN __pycache__ EXCLUDE)
# The rules that docs/examples/verify.py plays by.
install(DIRECTORY tests/oracle/ DESTINATION ${documents}/docs/examples/oracle
        FILES_MATCHING PATTERN *.py PATTERN *differential* EXCLUDE PATTERN *selfcheck* EXCLUDE
        PATTERN __pycache__ EXCLUDE)

# These are written while installing. The unit and the zsh completion depend on the prefix, which may be
# chosen only then; README.md loses its links to files that are not installed.
install(CODE "set(source \"${PROJECT_SOURCE_DIR}\")
set(made \"${PROJECT_BINARY_DIR}/installed\")
set(bin \"${CMAKE_INSTALL_BINDIR}\")
set(documents \"${documents}\")")
install(SCRIPT packaging/install.cmake)

# ---- the packages: charlatan, and libcharlatan-dev with what is needed to build programs ----

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME charlatan)
set(CPACK_PACKAGE_CONTACT "The charlatan authors <authors@charlatan.invalid>")
set(CPACK_SET_DESTDIR ON) # so that the prefix is the one it will have
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL Unspecified development)

file(READ packaging/debian/description description)
set(CPACK_DEBIAN_UNSPECIFIED_DESCRIPTION
    "two tabletop games: in the terminal, in the browser, against bots\n${description}")
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_NAME charlatan)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_SECTION games)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_RECOMMENDS gnuplot-nox) # plots of charlatan sim --report
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_SUGGESTS "xdg-utils, postgresql")
set(CPACK_DEBIAN_UNSPECIFIED_PACKAGE_CONTROL_EXTRA
    ${PROJECT_SOURCE_DIR}/packaging/debian/postinst ${PROJECT_SOURCE_DIR}/packaging/debian/prerm
    ${PROJECT_SOURCE_DIR}/packaging/debian/postrm ${PROJECT_SOURCE_DIR}/packaging/debian/triggers)

file(READ packaging/debian/description-dev description)
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "two tabletop games: library for programs (development)\n${description}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libcharlatan-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "charlatan (= ${PROJECT_VERSION}), libjansson-dev, libsodium-dev")

set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/debian/documents.cmake)
include(CPack)
