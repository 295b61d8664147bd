# Installs the files whose place or content is known only while installing. Run with `source`, `made`, `bin` and `documents`.
set(prefix ${CMAKE_INSTALL_PREFIX})
if(prefix STREQUAL /usr)
  set(units /lib/systemd/system) # Debian's places
  set(zsh /usr/share/zsh/vendor-completions)
else()
  set(units ${prefix}/lib/systemd/system)
  set(zsh ${prefix}/share/zsh/site-functions)
endif()

get_filename_component(program "${prefix}/${bin}/charlatan" ABSOLUTE)
foreach(name charlatan charlatan-witness)
  file(READ ${source}/packaging/${name}.service unit)
  string(REPLACE /usr/local/bin/charlatan ${program} unit "${unit}")
  file(WRITE ${made}/${name}.service "${unit}")
  file(INSTALL ${made}/${name}.service DESTINATION ${units})
endforeach()
file(INSTALL ${source}/packaging/completion/_charlatan DESTINATION ${zsh})

# These two are about the source tree and stay there, so README.md names them without a link.
file(READ ${source}/README.md readme)
foreach(name HACKING.md CONTRIBUTING.md)
  string(REGEX REPLACE "\\[([^]]*)\\]\\(${name}[^)]*\\)" "\\1 (in the source tree)" readme "${readme}")
endforeach()
file(WRITE ${made}/README.md "${readme}")
cmake_path(ABSOLUTE_PATH documents BASE_DIRECTORY ${prefix})
file(INSTALL ${made}/README.md DESTINATION ${documents})
