# Run while installing, with `source`, `made` and `bin`: the files whose place or content depends on the prefix.
set(prefix ${CMAKE_INSTALL_PREFIX})
if(prefix STREQUAL /usr)
  set(units /lib/systemd/system) # Debian's places
  set(zsh /usr/share/zsh/vendor-completions)
else()
  set(units ${prefix}/lib/systemd/system)
  set(zsh ${prefix}/share/zsh/site-functions)
endif()

get_filename_component(program "${prefix}/${bin}/charlatan" ABSOLUTE)
file(READ ${source}/packaging/charlatan.service unit)
string(REPLACE /usr/local/bin/charlatan ${program} unit "${unit}")
file(WRITE ${made} "${unit}")
file(INSTALL ${made} DESTINATION ${units})
file(INSTALL ${source}/packaging/completion/_charlatan DESTINATION ${zsh})
