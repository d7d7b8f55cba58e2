# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# One-line helpers, so that the folders' CMakeLists.txt are lists of names.

# sc_add_runtime_library(NAME SOURCES a.cpp ... LINK x ...)
# A library of the runtime: no MLIR or LLVM on its include path.
function(sc_add_runtime_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_LINK})
endfunction()

# sc_add_compiler_library(NAME SOURCES a.cpp ... LINK x ... DEPENDS t ...)
# A library of the compiler: sees MLIR, include/ and the generated headers.
function(sc_add_compiler_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/include
                             ${CMAKE_BINARY_DIR} ${CMAKE_BINARY_DIR}/include)
  target_link_libraries(${name} PUBLIC sc_mlir ${ARG_LINK})
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()

# sc_add_dialect(FOLDER DIALECT name)
# Runs TableGen on <FOLDER>Dialect.td (dialect, attributes, types) and
# <FOLDER>Ops.td (operations) in this folder; target sc_<FOLDER>_inc.
function(sc_add_dialect folder)
  cmake_parse_arguments(ARG "ENUMS;TYPES;INTERFACES" "DIALECT" "" ${ARGN})
  set(LLVM_TARGET_DEFINITIONS ${folder}Ops.td)
  mlir_tablegen(${folder}Dialect.h.inc -gen-dialect-decls -dialect=${ARG_DIALECT})
  mlir_tablegen(${folder}Dialect.cpp.inc -gen-dialect-defs -dialect=${ARG_DIALECT})
  mlir_tablegen(${folder}Ops.h.inc -gen-op-decls)
  mlir_tablegen(${folder}Ops.cpp.inc -gen-op-defs)
  mlir_tablegen(${folder}Attrs.h.inc -gen-attrdef-decls -attrdefs-dialect=${ARG_DIALECT})
  mlir_tablegen(${folder}Attrs.cpp.inc -gen-attrdef-defs -attrdefs-dialect=${ARG_DIALECT})
  if(ARG_ENUMS)
    mlir_tablegen(${folder}Enums.h.inc -gen-enum-decls)
    mlir_tablegen(${folder}Enums.cpp.inc -gen-enum-defs)
  endif()
  if(ARG_TYPES)
    mlir_tablegen(${folder}Types.h.inc -gen-typedef-decls -typedefs-dialect=${ARG_DIALECT})
    mlir_tablegen(${folder}Types.cpp.inc -gen-typedef-defs -typedefs-dialect=${ARG_DIALECT})
  endif()
  if(ARG_INTERFACES)
    set(LLVM_TARGET_DEFINITIONS ${folder}Interfaces.td)
    mlir_tablegen(${folder}Interfaces.h.inc -gen-op-interface-decls)
    mlir_tablegen(${folder}Interfaces.cpp.inc -gen-op-interface-defs)
  endif()
  add_public_tablegen_target(sc_${folder}_inc)
endfunction()

# sc_add_pass_headers(FOLDER)
# Runs TableGen on include/sc/<FOLDER>/Passes.td; target sc_<FOLDER>_passes_inc.
function(sc_add_pass_headers folder)
  set(LLVM_TARGET_DEFINITIONS ${CMAKE_SOURCE_DIR}/include/sc/${folder}/Passes.td)
  set(header ${CMAKE_BINARY_DIR}/include/sc/${folder}/Passes.h.inc)
  file(RELATIVE_PATH relative ${CMAKE_CURRENT_BINARY_DIR} ${header})
  mlir_tablegen(${relative} -gen-pass-decls -name=Sc${folder})
  add_public_tablegen_target(sc_${folder}_passes_inc)
endfunction()

# sc_add_tool(NAME SOURCES a.cpp ... LINK x ...)
function(sc_add_tool name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
  target_link_libraries(${name} PRIVATE ${ARG_LINK})
endfunction()

# sc_add_unit_test(NAME SOURCES a.cpp ... LINK x ...)
# A GoogleTest program, run by ctest under its own name.
function(sc_add_unit_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR} ${CMAKE_BINARY_DIR})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gmock GTest::gtest_main)
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS unit)
endfunction()
