# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# MLIR and LLVM as Debian ships them: shared libraries, version 22.1.

find_package(MLIR 22.1 REQUIRED CONFIG HINTS /usr/lib/llvm-22/lib/cmake/mlir)
list(APPEND CMAKE_MODULE_PATH ${MLIR_CMAKE_DIR} ${LLVM_CMAKE_DIR})
include(TableGen)
include(AddLLVM)
include(AddMLIR)

# For TableGen, which reads the include directories of the folder.
include_directories(SYSTEM ${MLIR_INCLUDE_DIRS})
include_directories(${CMAKE_SOURCE_DIR} ${CMAKE_SOURCE_DIR}/include)

separate_arguments(SC_LLVM_DEFINITIONS NATIVE_COMMAND ${LLVM_DEFINITIONS})

add_library(sc_mlir INTERFACE)
target_include_directories(sc_mlir SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS})
target_compile_definitions(sc_mlir INTERFACE ${SC_LLVM_DEFINITIONS})
# TableGen's code leaves parameters unused.
target_compile_options(sc_mlir INTERFACE -Wno-unused-parameter)
target_link_libraries(sc_mlir INTERFACE MLIR LLVM)
