"""lit configuration: every .mlir and .test file below test/ with RUN lines is a test."""
import os
import sys

import lit.formats

config.name = "plait"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "unit", "e2e", "lit.cfg.py", "lit.site.cfg.py.in", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.plait_obj_root, "test")

path = os.pathsep.join([os.path.join(config.plait_obj_root, "bin"), config.llvm_tools_dir, config.environment.get("PATH", "")])
config.environment["PATH"] = path
config.substitutions.append(("%python", '"%s"' % sys.executable))
config.substitutions.append(("%plait_bin", os.path.join(config.plait_obj_root, "bin")))
config.substitutions.append(("%src", config.plait_src_root))
