# Run by CPack before the package is closed: adds the documents that Debian requires.
set(source ${CMAKE_CURRENT_LIST_DIR}/../..)
set(documents ${CPACK_TEMPORARY_DIRECTORY}/usr/share/doc/charlatan)

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
