# Writes a C file with the bytes of files: cmake -DOUT=FILE -DLIST="file=/path;file=/path" -P tools/embed.cmake
# (the part after = is the path they are served at). Files that gzip makes smaller are stored compressed only. The
# assembler reads the bytes, from FILE.0 and so on: as C they would take the compiler a minute.
set(types html=text/html js=text/javascript mjs=text/javascript css=text/css json=application/json svg=image/svg+xml
          png=image/png webp=image/webp wasm=application/wasm txt=text/plain webmanifest=application/manifest+json)
set(body "/* Made by tools/embed.cmake. */\n#include \"server/assets.h\"\n\n")
set(bytes [[
__asm__(".section .rodata\n"
        ".globl asset_file_@n@\n"
        ".hidden asset_file_@n@\n"
        "asset_file_@n@:\n"
        ".incbin \"@stored@\"\n"
        ".previous\n");
extern const unsigned char asset_file_@n@[];
]])
get_filename_component(folder "${OUT}" ABSOLUTE)
set(rows "")
set(n 0)
foreach(pair ${LIST})
  string(REGEX MATCH "^(.*)=(/.*)$" _ "${pair}")
  set(file "${CMAKE_MATCH_1}")
  set(path "${CMAKE_MATCH_2}")

  file(SIZE "${file}" plain)
  file(SHA256 "${file}" tag)
  string(SUBSTRING "${tag}" 0 16 tag)
  set(stored "${folder}.${n}")
  execute_process(COMMAND gzip -9nc "${file}" OUTPUT_FILE "${stored}" COMMAND_ERROR_IS_FATAL ANY)
  file(SIZE "${stored}" packed)
  math(EXPR enough "${plain} * 9 / 10")
  if(packed LESS enough)
    set(bytes_of "NULL, ${plain}, asset_file_${n}, ${packed}")
  else()
    configure_file("${file}" "${stored}" COPYONLY)
    set(bytes_of "asset_file_${n}, ${plain}, NULL, 0")
  endif()

  get_filename_component(ending "${file}" LAST_EXT)
  string(SUBSTRING "${ending}" 1 -1 ending)
  set(type application/octet-stream)
  foreach(known ${types})
    string(REGEX MATCH "^${ending}=(.*)$" hit "${known}")
    if(hit)
      set(type "${CMAKE_MATCH_1}")
    endif()
  endforeach()
  if(type MATCHES "^text/")
    string(APPEND type "\\x3b charset=utf-8") # a semicolon would part a list
  endif()
  set(for_ever 0)
  if(path MATCHES "^/assets/") # their names change with their contents
    set(for_ever 1)
  endif()
  string(CONFIGURE "${bytes}" declared @ONLY)
  string(APPEND body "${declared}")
  string(APPEND rows "    {\"${path}\", \"${type}\", \"W/\\\"${tag}\\\"\", ${bytes_of}, ${for_ever}},\n")
  math(EXPR n "${n} + 1")
endforeach()
string(APPEND body "\nstruct asset assets[] = {\n${rows}};\nconst size_t assets_count = ${n};\n")
file(WRITE "${OUT}" "${body}")
