#===- PlaitFunctions.cmake - The few CMake functions of the project ---------===#

# add_plait_library(Name sources... [LINK libs...] [DEPENDS targets...] [NO_PCH])
#
# A library of the compiler. All of LLVM and MLIR comes from the two shared
# libraries: libMLIR.so and the archives must not be mixed in one process.
function(add_plait_library name)
  cmake_parse_arguments(ARG "NO_PCH" "" "LINK;DEPENDS" ${ARGN})
  add_library(${name} ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES DEFINE_SYMBOL "")
  target_link_libraries(${name} PUBLIC ${ARG_LINK} MLIR LLVM)
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
  if(PLAIT_PCH AND NOT ARG_NO_PCH)
    target_precompile_headers(${name} REUSE_FROM PlaitPch)
  endif()
endfunction()

# add_plait_dialect_tablegen(Umbrella mnemonic [ATTRS] [TYPES] [ENUMS] [INTERFACES])
#
# Generates ops and dialect, and what else is named, from Umbrella.td in the
# current folder; the target is Plait<Umbrella>IncGen.
function(add_plait_dialect_tablegen umbrella mnemonic)
  cmake_parse_arguments(ARG "ATTRS;TYPES;ENUMS;INTERFACES" "" "" ${ARGN})
  set(LLVM_TARGET_DEFINITIONS ${umbrella}.td)
  # A dialect may include the .td of another one below it: "plait/PlaitAttrs.td".
  include_directories(${PROJECT_SOURCE_DIR}/dialects ${PROJECT_SOURCE_DIR}/dialects/plait)
  mlir_tablegen(${umbrella}Ops.h.inc -gen-op-decls -dialect=${mnemonic})
  mlir_tablegen(${umbrella}Ops.cpp.inc -gen-op-defs -dialect=${mnemonic})
  mlir_tablegen(${umbrella}Dialect.h.inc -gen-dialect-decls -dialect=${mnemonic})
  mlir_tablegen(${umbrella}Dialect.cpp.inc -gen-dialect-defs -dialect=${mnemonic})
  if(ARG_ATTRS)
    mlir_tablegen(${umbrella}Attrs.h.inc -gen-attrdef-decls -attrdefs-dialect=${mnemonic})
    mlir_tablegen(${umbrella}Attrs.cpp.inc -gen-attrdef-defs -attrdefs-dialect=${mnemonic})
  endif()
  if(ARG_TYPES)
    mlir_tablegen(${umbrella}Types.h.inc -gen-typedef-decls -typedefs-dialect=${mnemonic})
    mlir_tablegen(${umbrella}Types.cpp.inc -gen-typedef-defs -typedefs-dialect=${mnemonic})
  endif()
  if(ARG_ENUMS)
    mlir_tablegen(${umbrella}Enums.h.inc -gen-enum-decls)
    mlir_tablegen(${umbrella}Enums.cpp.inc -gen-enum-defs)
  endif()
  if(ARG_INTERFACES)
    # Interfaces are generated only from the file that defines them.
    set(LLVM_TARGET_DEFINITIONS ${umbrella}Interfaces.td)
    mlir_tablegen(${umbrella}Interfaces.h.inc -gen-op-interface-decls)
    mlir_tablegen(${umbrella}Interfaces.cpp.inc -gen-op-interface-defs)
  endif()
  add_public_tablegen_target(Plait${umbrella}IncGen)
endfunction()

# add_plait_passes(Stage sources... [LINK libs...] [DEPENDS targets...])
#
# The passes of one stage: Passes.td in the current folder gives
# register<Stage>Passes(), the library is Plait<Stage>Passes.
function(add_plait_passes stage)
  set(LLVM_TARGET_DEFINITIONS Passes.td)
  mlir_tablegen(Passes.h.inc -gen-pass-decls -name ${stage})
  add_public_tablegen_target(Plait${stage}PassesIncGen)
  cmake_parse_arguments(ARG "" "" "LINK;DEPENDS" ${ARGN})
  add_plait_library(Plait${stage}Passes ${ARG_UNPARSED_ARGUMENTS}
    LINK ${ARG_LINK} DEPENDS Plait${stage}PassesIncGen ${ARG_DEPENDS})
endfunction()

# add_plait_tool(name)
#
# The program of name.cpp. The compiler allocates ops by the thousand and seldom
# frees one: jemalloc lays them out closely and asks the system for pages in
# large pieces, so that time per op hardly grows with the program
# (test/bench/README.md has the figures). No executable that is made links it.
function(add_plait_tool name)
  add_executable(${name} ${name}.cpp)
  target_link_libraries(${name} PRIVATE PlaitPipeline)
  if(PLAIT_JEMALLOC)
    target_link_libraries(${name} PRIVATE ${PLAIT_JEMALLOC_LIBRARY})
  endif()
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()

# add_plait_unit_test(Name sources... LINK libs...): one GoogleTest program.
function(add_plait_unit_test name)
  cmake_parse_arguments(ARG "" "" "LINK" ${ARGN})
  add_executable(${name} ${ARG_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES
    RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/test/unit)
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest_main)
  add_dependencies(PlaitUnitTests ${name})
endfunction()
