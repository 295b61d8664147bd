# The tests that ctest runs, and their builds. `make test` runs the tests of the debug, release and tsan builds
# together, so each name begins with its build. tests/README.md says what each proves.

cmake_path(GET PROJECT_BINARY_DIR FILENAME build)
set(engine "\"$<TARGET_FILE:charlatan>\" engine") # a command, as a shell reads it
set(python /usr/bin/python3) # the system's: another one may come first on the PATH

# The thread sanitizer runs only the tests with threads of the server and the library. Run the simulator's by hand:
# python3 tests/sim/run.py --charlatan build/tsan/charlatan --without ranks,cover
set(threaded test_lib_batch test_store test_workers server_api)

# The thread sanitizer needs no more of the program than three commands, which are half of it to build.
set(program charlatan)
if(build STREQUAL tsan)
  add_executable(serve_alone tests/serve_alone.c cli/serve.c cli/verify.c cli/engine.c
                 cli/refusals.c)
  target_link_libraries(serve_alone PRIVATE args advice rulebook server)
  target_compile_options(serve_alone PRIVATE -O0)
  set(program serve_alone)
endif()

# These tests mostly wait for a disk, a clock or a network. Half a core is enough for each; see tools/test.sh.
set(waiting test_store test_workers server_attacks server_crash server_database server_doors server_fronts server_signs server_admin server_day load
    tui_screen)
# These wait as much, for timers of a server, but do so one case after another.
set(patient server_api tui sim_report)
# It measures a speed, and so gets more of the machine.
set(measuring load)

# run(name cost command...): cost is about the seconds it takes; the longest tests start first.
function(run name cost)
  string(REGEX REPLACE "\\..*" "" suite ${name})
  if(build STREQUAL tsan AND NOT suite IN_LIST threaded)
    return()
  endif()
  set(halves 2)
  if(suite IN_LIST measuring)
    set(halves 4)
  elseif(suite IN_LIST waiting OR suite IN_LIST patient)
    set(halves 1)
  endif()
  add_test(NAME ${build}.${name} COMMAND ${ARGN} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set(environment "PYTHONDONTWRITEBYTECODE=1;LC_ALL=C.UTF-8")
  # Of memory that was given back 16 MB are kept out of use, not 256: touching new memory is a fifth of what some tests do.
  if(CHARLATAN_SANITIZE MATCHES address)
    list(APPEND environment "ASAN_OPTIONS=quarantine_size_mb=16:malloc_context_size=8")
  endif()
  # `make check` runs what is quick, in one build.
  if(build STREQUAL debug AND cost LESS_EQUAL 5 AND name MATCHES "^(test_|positions|house_|format)")
    set_tests_properties(${build}.${name} PROPERTIES LABELS check)
  endif()
  set_tests_properties(${build}.${name} PROPERTIES COST ${cost} PROCESSORS ${halves} TIMEOUT 900
                       ENVIRONMENT "${environment}")
endfunction()

# Runs a script in some builds only, if it exists.
function(run_script name builds cost script)
  if(build IN_LIST builds AND EXISTS ${PROJECT_SOURCE_DIR}/${script})
    run(${name} ${cost} ${ARGN})
  endif()
endfunction()

# A suite of tests/harness.py: runs one case at a time if they compute, three if they wait.
function(run_suite name builds cost script)
  set(jobs 1)
  if(name IN_LIST waiting)
    set(jobs 3)
  endif()
  run_script(${name} "${builds}" ${cost} ${script} ${python} ${script}
             --charlatan $<TARGET_FILE:${program}> --jobs ${jobs} ${ARGN})
endfunction()

# The same, each file of its cases by itself, so that they run side by side. `files`: where they are, with a *. Files
# of the subjects named after that are left out.
function(run_cases name builds cost script files)
  file(GLOB found CONFIGURE_DEPENDS ${files})
  cmake_path(GET files STEM prefix)
  string(REPLACE "*" "" prefix ${prefix})
  foreach(file ${found})
    cmake_path(GET file STEM subject)
    string(REPLACE ${prefix} "" subject ${subject})
    if(NOT subject IN_LIST ARGN)
      run_suite(${name}.${subject} "${builds}" ${cost} ${script} ${subject}.)
    endif()
  endforeach()
endfunction()

# Tests are linked without link-time optimisation, because that takes longer than most of them run, and by a faster
# linker where it is there. Their own code is not optimised, which takes a third of the time to compile it.
set(unoptimised -O0 -U_FORTIFY_SOURCE)
# These compute so much themselves that it does not pay.
set(computing test_potion test_tell test_secrecy test_hint test_snapshot test_lib_batch)
# These wait for others, or what they test takes long.
set(long test_arcane_odds test_delta test_dials test_exec test_gpu test_lib test_match_random test_net test_numbers
    test_record test_screen test_search test_server_shots test_transport test_tui test_tui_line)
if(CHARLATAN_LTO AND CMAKE_C_COMPILER_ID STREQUAL GNU)
  add_link_options(-fno-lto)
endif()
if(LLD AND NOT CHARLATAN_SANITIZE)
  add_link_options(-fuse-ld=lld)
endif()

# ---- the server without sockets, threads and a clock ----

file(GLOB puppet CONFIGURE_DEPENDS tests/puppet/*.c)
add_library(puppet STATIC EXCLUDE_FROM_ALL ${puppet})
target_compile_options(puppet PRIVATE ${unoptimised})
target_link_libraries(puppet PUBLIC server)
set(on_puppet fuzz_server test_server test_server_admin test_server_shots test_server_again test_server_bots test_server_keys test_server_limits
    test_server_people test_server_calls test_server_reviews
    test_server_reveal test_server_seats test_server_store test_server_tables test_server_versions test_server_witness
    test_secrecy)

# WebAssembly's replacements for libraries, to be compared with the real ones.
add_library(wasm_libraries OBJECT EXCLUDE_FROM_ALL tests/wasm_libraries.c)
set(on_wasm_libraries fuzz_json test_wasm)

# What takes the place of the outside world, for those programs that need it.
function(link_parts name)
  if(name IN_LIST on_puppet)
    target_link_libraries(${name} PRIVATE puppet)
  endif()
  if(name IN_LIST on_wasm_libraries)
    target_link_libraries(${name} PRIVATE wasm_libraries)
  endif()
endfunction()

# ---- fuzz: every harness, a fixed number of inputs from a fixed beginning ----

# The debug build instruments the harnesses and the readers of JSON, but not the rules and the bots, which makes an
# input about three times as cheap as in the fuzz build (`make fuzz`). So seeds are kept even if they seem to reach
# nothing new.
if(CHARLATAN_FUZZ OR (build STREQUAL debug AND CMAKE_C_COMPILER_ID STREQUAL Clang))
  # The number of inputs: harnesses that play games to their end take longer.
  set(runs_fuzz_cards 20000)
  set(runs_fuzz_numbers 5000)
  set(runs_fuzz_protocol 2000)
  set(runs_fuzz_setup 1000)
  set(runs_fuzz_quacks 700)
  set(runs_fuzz_states 20000)
  set(runs_fuzz_record 4000)
  set(runs_fuzz_server 1000)
  set(runs_fuzz_socket 2000)
  set(runs_fuzz_entry 3000)
  set(runs_fuzz_snapshot 20000)
  set(runs_fuzz_json 30000)
  set(runs_fuzz_witness 3000)
  set(runs_fuzz_cable 20000)
  set(runs_fuzz_exec 20000)
  set(runs_fuzz_lines 20000)
  if(NOT CHARLATAN_FUZZ)
    foreach(reader wire cable wasm_libraries)
      target_compile_options(${reader} PRIVATE -fsanitize-coverage=inline-8bit-counters,pc-table)
    endforeach()
    # How deep the stack is depends on its address, which differs from run to run.
    set(same -fno-sanitize-coverage=stack-depth)
  endif()
  file(GLOB harnesses CONFIGURE_DEPENDS fuzz/fuzz_*.c)
  foreach(source ${harnesses})
    cmake_path(GET source STEM name)
    add_executable(${name} ${source})
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer-no-link ${same})
    target_link_libraries(${name} PRIVATE cli)
    link_parts(${name})
    if(name STREQUAL fuzz_socket)
      file(GLOB parts CONFIGURE_DEPENDS fuzz/socket/*.c)
      target_sources(${name} PRIVATE ${parts})
    endif()
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    run(${name} 30 tools/fuzz.sh $<TARGET_FILE:${name}> --same -runs=${runs_${name}})
  endforeach()
endif()
if(CHARLATAN_FUZZ)
  return()
endif()

# ---- unit tests: each file a program ----

# The library that each one tests, by the beginning of its name.
set(subjects test_numbers=wire test_fill=rules test_engine=rules test_games=bots test_arcane=bots test_quacks=wire test_potion=bots test_search=bots test_hint=review test_lib=lib test_gpu=gpu
    test_softmax=bots test_dials=bots test_tree=bots test_review=review test_net=bots test_alike=match test_badge=match test_commit=match test_delta=match test_match=match test_record=match
    test_refusal=wire test_shown=wire test_snapshot=match test_tell=match test_watched=match test_witness=server
    test_wasm=match test_exec=exec test_sim=sim test_store=server test_server=server test_secrecy=server
    test_transport=server test_hosts=server test_head=server test_waits=server test_frame=wire test_url=wire test_answer=cable test_ask=cable test_hear=cable test_workers=server test_load=load test_desk=tui
    test_screen=tui test_text=wire test_tui=tui test_value=quacks_learn test_guess=arcane_learn test_push=server)

function(link_subject name)
  foreach(subject ${subjects})
    string(REPLACE "=" ";" subject ${subject})
    list(GET subject 0 begins)
    list(GET subject 1 library)
    if(name MATCHES "^${begins}")
      target_link_libraries(${name} PRIVATE ${library} wire)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "tests.cmake: say which library ${name} tests")
endfunction()

pkg_check_modules(cmocka IMPORTED_TARGET cmocka)
file(GLOB units CONFIGURE_DEPENDS tests/test_*.c)
if(cmocka_FOUND)
  foreach(source ${units})
    cmake_path(GET source STEM name)
    add_executable(${name} ${source})
    if(NOT name IN_LIST computing)
      target_compile_options(${name} PRIVATE ${unoptimised})
    endif()
    if(CHARLATAN_SANITIZE)
      target_compile_definitions(${name} PRIVATE SLOW_BUILD) # long statistics are for the release build
    endif()
    link_subject(${name})
    target_link_libraries(${name} PRIVATE PkgConfig::cmocka)
    if(name STREQUAL test_gpu)
      target_link_libraries(${name} PRIVATE lib) # to compare batches
    endif()
    link_parts(${name})
    # Tests of stores are many: one program, several files.
    if(name STREQUAL test_store)
      file(GLOB store_tests CONFIGURE_DEPENDS tests/store/*.c)
      target_sources(${name} PRIVATE ${store_tests})
    endif()
    # Tests that take long do not start last: alone at the end, they would leave a core without work.
    set(cost 5)
    if(name STREQUAL test_review OR name STREQUAL test_store)
      set(cost 80)
    elseif(name IN_LIST computing OR name IN_LIST long)
      set(cost 25)
    endif()
    run(${name} ${cost} ${name})
    if(cost LESS_EQUAL 5)
      list(APPEND quick ${name})
    endif()
  endforeach()
  add_custom_target(quick_tests DEPENDS charlatan ${quick})
  # Figures for docs/review.md take minutes.
  add_executable(review_figures EXCLUDE_FROM_ALL tests/review_figures.c)
  target_link_libraries(review_figures PRIVATE review PkgConfig::cmocka)

endif()

# ---- promises of every game ----

find_package(Threads REQUIRED)
# The games as subjects (mixes, scrambles, planted leaks) without the programs' mains.
file(GLOB props CONFIGURE_DEPENDS tests/props/game_props_*.c)
add_library(props OBJECT EXCLUDE_FROM_ALL ${props})
target_link_libraries(props PUBLIC bots)

add_executable(game_props tests/props/game_props.c)
target_link_libraries(game_props PRIVATE props wire Threads::Threads)
if(CMAKE_BUILD_TYPE STREQUAL Release)
  run(game_props 50 game_props --games 14000) # from 12,800 on, every rule must have been met
  run(game_props_leaks 10 game_props --leaks) # is a planted leak found? That does not depend on the build
else()
  run(game_props 20 game_props --games 1000)
endif()

add_executable(wire_props tests/props/wire_props.c)
target_link_libraries(wire_props PRIVATE props match)
if(CMAKE_BUILD_TYPE STREQUAL Release)
  run(wire_props 15 wire_props --games 180)
else()
  run(wire_props 15 wire_props --games 30)
endif()

# ---- promises of every bot ----

file(GLOB bot_props CONFIGURE_DEPENDS tests/props/bot_props*.c)
add_executable(bot_props ${bot_props})
target_link_libraries(bot_props PRIVATE props bots Threads::Threads)
target_link_options(bot_props PRIVATE -Wl,--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=free)
if(CMAKE_BUILD_TYPE STREQUAL Release)
  run(bot_props 40 bot_props --quick --decisions 22000 --threads 2)
  run(bot_props_planted 10 bot_props --planted)
else()
  run(bot_props 60 bot_props --quick --decisions 500)
endif()
if(cmocka_FOUND)
  target_link_libraries(test_tell PRIVATE props)
  target_link_libraries(test_tell_twins PRIVATE props)
endif()

# ---- promises of reviews ----

if(cmocka_FOUND AND CMAKE_BUILD_TYPE STREQUAL Release)
  add_executable(review_props tests/props/review_props.c)
  target_link_libraries(review_props PRIVATE review PkgConfig::cmocka)
  run(review_props 25 review_props --short)
endif()

# ---- scripts ----

# The server's code for web/test/conversations.test.ts.
if(build STREQUAL release)
  add_executable(converse tests/conversations/converse.c)
  target_link_libraries(converse PRIVATE puppet)
endif()

add_executable(make_record tests/make_record.c)
target_link_libraries(make_record PRIVATE match)

run_script(positions "debug;coverage" 5 tests/positions/run.py
           ${python} tests/positions/run.py --engine ${engine})
run_script(positions_quacks "debug;coverage" 5 tests/positions/quacks/run.py
           ${python} tests/positions/quacks/run.py --engine ${engine})
run_suite(protocol "debug;coverage" 50 tests/protocol/run.py)
# `charlatan rules` is started some hundred times: in the fast build, and once with the sanitizers for every page.
run_cases(cli "debug;coverage" 60 tests/cli/run.py tests/cli/cases_*.py rules)
run_suite(cli.rules "release;coverage" 20 tests/cli/run.py rules.)
run_suite(cli.rules_all debug 2 tests/cli/run.py rules.test_all)
run_suite(tui_screen "release;coverage" 25 tests/tui/screen.py)
run_suite(tui "debug;coverage" 25 tests/tui/run.py)
run_suite(replay "debug;coverage" 50 tests/replay/run.py)
run_suite(fairness "debug;coverage" 50 tests/fairness/run.py)
run_suite(old "debug;coverage" 20 tests/old/run.py)
# It needs half of the machine: as the last one it would run alone.
run_suite(load "debug;coverage" 300 tests/load/run.py)
# The server: its contract is also tested with the thread sanitizer, crashes only in the fast build.
run_cases(server_api "debug;coverage" 15 tests/server/api.py tests/server/api_*.py)
run_suite(server_api tsan 50 tests/server/api.py game_ resume terminate test_undo rematch practice masters
          nobody watch)
run_suite(server_attacks "debug;coverage" 70 tests/server/attacks.py)
run_suite(server_secrecy "debug;coverage" 40 tests/server/secrecy.py)
run_suite(server_doors "debug;coverage" 5 tests/server/doors.py)
run_suite(server_fronts "debug;coverage" 3 tests/server/fronts.py)
run_suite(server_signs "debug;coverage" 10 tests/server/signs.py)
run_suite(server_headers "debug;coverage" 5 tests/server/headers.py)
run_suite(server_admin "debug;coverage" 20 tests/server/admin.py)
run_suite(server_day "debug;coverage" 10 tests/server/day.py)
# The client: its types and its pure parts, then pages in a browser. WEB=off leaves both out, as tools/web.sh does.
if(NOT "$ENV{WEB}" STREQUAL off)
  foreach(part layout types pure)
    run_script(web.${part} release 100 tests/web.sh tests/web.sh ${part} $<TARGET_FILE:charlatan>)
  endforeach()
  # In two parts: one after another, their pages would take longer than all other tests together. A third part would
  # begin a third browser and a third vitest.
  foreach(part 1 2)
    run_script(web_pages.${part} release 250 tests/web.sh tests/web.sh pages $<TARGET_FILE:charlatan> ${part}/2)
  endforeach()
endif()
run_suite(server_crash release 60 tests/server/crash.py --kills 20 --faults 15)
run_suite(server_database release 40 tests/server/database.py)
# Ranks need a build without sanitizers; many small runs need a fast build.
run_suite(strength release 30 tests/strength/run.py)
run_suite(sim "release;coverage" 50 tests/sim/run.py)
run_suite(sim "debug;tsan" 80 tests/sim/run.py --without ranks,cover,tune_files,tune_refit)
run_suite(sim_report release 50 tests/sim/report.py)
run_script(oracle release 40 tests/oracle/selfcheck.py ${python} tests/oracle/selfcheck.py)
run_script(oracle_quacks release 35 tests/oracle/quacks_selfcheck.py
           ${python} tests/oracle/quacks_selfcheck.py)
run_script(differential "release;coverage" 30 tests/oracle/differential.py
           ${python} tests/oracle/differential.py --engine ${engine} --games 100 --seed 1)
run_script(differential_quacks "release;coverage" 25 tests/oracle/quacks_differential.py
           ${python} tests/oracle/quacks_differential.py --engine ${engine} --games 100 --seed 1)
run_script(hashes release 50 tests/hashes/run.sh
           tests/hashes/run.sh ${PROJECT_BINARY_DIR}/hashes)
run_script(gpu_ptx release 10 tests/gpu.sh tests/gpu.sh ${PROJECT_BINARY_DIR}/ptx_test)
run_script(bits release 40 tests/bits/run.sh tests/bits/run.sh ${PROJECT_BINARY_DIR}/bits)
if(TARGET libraries)
  run_script(library release 5 tests/lib/library.sh tests/lib/library.sh ${PROJECT_BINARY_DIR})
  run_script(library_alone release 60 tests/lib/makefiles.sh tests/lib/makefiles.sh)
endif()
# The Python package; with the sanitizers their library must come before Python's own memory.
if(TARGET python)
  set(tested ${python} python/tests/run.py --package ${PROJECT_BINARY_DIR}/python)
  if(CHARLATAN_SANITIZE)
    execute_process(COMMAND ${CMAKE_C_COMPILER} -print-file-name=libclang_rt.asan-x86_64.so OUTPUT_VARIABLE asan
                    OUTPUT_STRIP_TRAILING_WHITESPACE)
    set(tested ${CMAKE_COMMAND} -E env LD_PRELOAD=${asan} PYTHONMALLOC=malloc
        ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=1:thread_local_quarantine_size_kb=16 ${tested})
  endif()
  run_script(python "release;debug" 25 python/tests/run.py ${tested})
  run_script(sdist release 30 tests/lib/sdist.py ${python} tests/lib/sdist.py ${PROJECT_BINARY_DIR}/sdist)
endif()
if(TARGET learn)
  run_script(learn release 5 tests/learn/run.py ${python} tests/learn/run.py ${PROJECT_BINARY_DIR})
endif()
run_suite(manual release 5 tests/manual.py)
run_suite(numbers release 5 tests/numbers/run.py)
run_script(package release 40 tests/package.sh tests/package.sh quick ${PROJECT_BINARY_DIR})
run_script(format debug 5 tools/format.sh tools/format.sh --dry-run -Werror -ferror-limit=1)
run_script(house_map debug 5 tools/map ${python} tools/map --check)
run_script(house_api debug 5 tools/api ${python} tools/api --check)
run_script(house_arrows debug 5 tests/house/arrows.py ${python} tests/house/arrows.py)
run_script(house_rehearsal release 40 tests/house/rehearsal.py
           ${python} tests/house/rehearsal.py ${PROJECT_BINARY_DIR})
run_script(house_item release 20 tests/house/item.py ${python} tests/house/item.py ${PROJECT_BINARY_DIR})
run_script(house_rehearsal_message release 40 tests/house/rehearsal_message.py
           ${python} tests/house/rehearsal_message.py ${PROJECT_BINARY_DIR})
run_script(house_rehearsal_language release 20 tests/house/rehearsal_language.py
           ${python} tests/house/rehearsal_language.py ${PROJECT_BINARY_DIR})
run_script(house_columns debug 5 tests/house/columns.py ${python} tests/house/columns.py)
run_script(house_names debug 5 tests/house/names.py ${python} tests/house/names.py)
run_script(house_refusals debug 5 tests/house/refusals.py ${python} tests/house/refusals.py)
if(TARGET charlatan_shared)
  set(linked $<TARGET_FILE:charlatan> $<TARGET_FILE:charlatan_shared>)
  if(TARGET python_core)
    list(APPEND linked $<TARGET_FILE:python_core>)
  endif()
  if(TARGET converse)
    list(APPEND linked $<TARGET_FILE:converse>)
  endif()
  run_script(house_hardened "release;clang" 5 tests/house/hardened.py
             ${python} tests/house/hardened.py ${PROJECT_BINARY_DIR} ${linked})
endif()
# The table of functions keeps the witness out of a program that does not name it (server/server_only.c).
if(build STREQUAL debug)
  add_executable(without_witness cli/main.c cli/serve.c server/server_only.c)
  target_compile_options(without_witness PRIVATE -UCHARLATAN_HAS_WITNESS)
  target_link_libraries(without_witness PRIVATE cli)
  add_dependencies(quick_tests without_witness)
  run_script(house_witness debug 5 tests/house/witness.py ${python} tests/house/witness.py $<TARGET_FILE:without_witness>)
endif()
run_suite(house_bare debug 5 tests/house/bare.py)
run_suite(house_suites debug 5 tests/house/suites.py)
run_script(house_documents debug 5 tests/house/documents.py ${python} tests/house/documents.py)
run_script(house_transcripts release 5 tests/house/transcripts.py
           ${python} tests/house/transcripts.py --charlatan $<TARGET_FILE:charlatan>)
