# Part of the sc project, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# lit's configuration; read through lit.site.cfg.py of a build folder.

import os
import shutil

import lit.formats

if not hasattr(config, "tools_dir"):
    lit_config.fatal("run lit on build/<preset>/test, not on the source folder")

config.name = "sc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.join(config.source_root, "test")
config.suffixes = [".mlir", ".test", ".txt", ".json", ".textproto"]
config.excludes = ["Inputs", "corpus", "host", "unit", "property", "fuzz", "bench", "CMakeLists.txt"]

path = [config.tools_dir, config.llvm_tools_dir, config.environment["PATH"]]
config.environment["PATH"] = os.path.pathsep.join(path)
config.substitutions.append(("%{root}", config.source_root))
config.substitutions.append(("%{python}", f"{config.python} -B"))

# With SC_VERIFY_ROUNDTRIP=1, each sc-opt also checks that its input prints and
# parses back unchanged. The name is replaced only where it stands as a command.
if os.environ.get("SC_VERIFY_ROUNDTRIP") == "1":
    config.substitutions.append((r"(?<![\w/.=-])sc-opt(?![\w/.=-])", "sc-opt --verify-roundtrip"))

if shutil.which("chromium-headless-shell"):
    config.available_features.add("chromium")
if "address" in config.sanitizers.split(","):
    config.available_features.add("asan")
for setting in filter(None, config.sanitizer_environment.split(";")):
    name, _, value = setting.partition("=")
    config.environment[name] = os.environ.get(name, value)
