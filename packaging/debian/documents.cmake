# Run by CPack before the packages are closed: adds the documents that Debian requires. Those of libcharlatan-dev are a
# link to those of charlatan, on which it depends.
set(source ${CMAKE_CURRENT_LIST_DIR}/../..)
set(documents ${CPACK_TEMPORARY_DIRECTORY}/Unspecified/usr/share/doc/charlatan)
set(development ${CPACK_TEMPORARY_DIRECTORY}/development/usr/share/doc)

# copyright: the authors and the licence, in Debian's form.
file(READ ${source}/packaging/debian/copyright copyright)
file(READ ${source}/LICENSE licence)
string(REGEX REPLACE "^.*(Permission is hereby.*[^\n])\n*$" "\\1" licence "${licence}")
string(REGEX REPLACE "\n\n" "\n.\n" licence "${licence}")
string(REGEX REPLACE "\n" "\n " licence "${licence}")
file(WRITE ${documents}/copyright "${copyright} ${licence}\n")

# changelog.gz in Debian's form; our own changelog is installed as well.
execute_process(COMMAND date -R -r ${source}/CHANGELOG.md OUTPUT_VARIABLE day OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
file(WRITE ${documents}/changelog
     "charlatan (${CPACK_PACKAGE_VERSION}) bookworm; urgency=medium\n\n"
     "  * What is new is told in /usr/share/doc/charlatan/CHANGELOG.md.\n\n"
     " -- ${CPACK_PACKAGE_CONTACT}  ${day}\n")
execute_process(COMMAND gzip -9nf ${documents}/changelog COMMAND_ERROR_IS_FATAL ANY)
file(CREATE_LINK docs/examples ${documents}/examples SYMBOLIC)
file(MAKE_DIRECTORY ${development})
file(CREATE_LINK charlatan ${development}/libcharlatan-dev SYMBOLIC)
