# Installs charlatan.pc, which names the prefix chosen while installing. Run with `source`, `made`, `version`, `lib` and
# `include`.
set(prefix ${CMAKE_INSTALL_PREFIX})
configure_file(${source}/packaging/charlatan.pc ${made}/charlatan.pc @ONLY)
file(INSTALL ${made}/charlatan.pc DESTINATION ${prefix}/${lib}/pkgconfig)
