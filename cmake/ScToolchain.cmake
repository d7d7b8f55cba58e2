# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiler cache, linker, warnings and sanitizers, the same for every target.

find_program(SC_CCACHE ccache)
if(SC_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${SC_CCACHE})
  set(CMAKE_C_COMPILER_LAUNCHER ${SC_CCACHE})
endif()

# GNU g++ 12 knows no "lld-22", so the linker is found through its folder.
set(SC_LLVM_TOOLS_DIR /usr/lib/llvm-22/bin CACHE PATH "Folder of lld, lit and FileCheck")
if(EXISTS ${SC_LLVM_TOOLS_DIR}/ld.lld)
  add_link_options(-B${SC_LLVM_TOOLS_DIR} -fuse-ld=lld)
endif()

add_compile_options(-Wall -Wextra -Werror)
# g++ 12 sees dangling pointers and uninitialised members inside the headers
# of the standard library and MLIR where there are none.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  add_compile_options(-Wno-dangling-pointer -Wno-maybe-uninitialized
                      -Wno-restrict)
endif()

if(SC_SANITIZE)
  add_compile_options(-fsanitize=${SC_SANITIZE} -fno-omit-frame-pointer
                      -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${SC_SANITIZE})
endif()
