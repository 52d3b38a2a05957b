import { absent, createdLater, found, missingFile, ownMistakes, piped, rarePaths, tooLarge } from '../habits.ts'
import { type MadeProject, read, rootOf, shell, shellError } from '../lesson-history.ts'

const root = rootOf('work/lathe')
const tidy = (rule: string, rate: number, message: string) =>
  found(
    rule,
    rate,
    'cmake --build build --target tidy',
    `${root}/src/spindle.cpp:12:49: error: ${message} [${rule},-warnings-as-errors]\n    char *p = NULL;\n              ^~~~\n              nullptr\n1 warning treated as error`,
    `${root}/src/spindle.cpp`,
  )
const gcc = (flag: string, rate: number, message: string) =>
  found(
    flag,
    rate,
    'cmake --build build',
    `[3/40] Building CXX object CMakeFiles/lathe.dir/src/spindle.cpp.o\nFAILED: CMakeFiles/lathe.dir/src/spindle.cpp.o\n${root}/src/spindle.cpp:12:9: error: ${message} [-Werror=${flag.replace('-W', '')}]\ncc1plus: all warnings being treated as errors\nninja: build stopped: subcommand failed.`,
    `${root}/src/spindle.cpp`,
  )

/** A lathe's control in C++, with CMake, Ninja and clang-tidy. */
export const CPP: MadeProject = {
  name: 'work/lathe',
  messages: ['The spindle stalls.', 'Add a feed rate.', 'Log the torque.'],
  chores: [
    shell('git status', ''),
    read(`${root}/CMakeLists.txt`),
    read(`${root}/src/spindle.cpp`),
    shell('ctest --test-dir build', '100% tests passed, 0 tests failed out of 30'),
  ],
  once: ownMistakes(root, 'src', 'cpp', (name) =>
    shellError(
      `ctest --test-dir build -R ${name}`,
      `The following tests FAILED:\n	  3 - ${name} (Failed)\nErrors while running CTest`,
      8,
    ),
  ),
  habits: [
    ...rarePaths(
      root,
      [
        'include/lathe/spindle.h',
        'src/main.cpp',
        'tests/spindle_test.cpp',
        'src/core/motor.cpp',
        'cmake/Options.cmake',
        'docs/protocol.md',
      ],
      0.1,
    ),
    absent(
      'unit_tests',
      0.08,
      'cmake --build build --target unit_tests',
      "ninja: error: unknown target 'unit_tests', did you mean 'unit_test'?",
      'cmake --build build --target unit_test',
    ),
    absent(
      'debug-asan',
      0.06,
      'cmake --preset debug-asan',
      `CMake Error: No such preset in ${root}: "debug-asan"`,
      'cmake --preset asan',
    ),
    absent('check', 0.06, 'make check', "make: *** No rule to make target 'check'.  Stop.", 'ctest --test-dir build'),
    absent('clang-format', 0.08, 'clang-format -i src/spindle.cpp', 'bash: line 1: clang-format: command not found'),
    absent('--jobs-all', 0.05, 'ctest --jobs-all', 'CMake Error: Unknown argument: --jobs-all'),
    tidy('modernize-use-nullptr', 0.08, 'use nullptr'),
    tidy('readability-identifier-naming', 0.08, "invalid case style for variable 'Feed'"),
    gcc('-Wunused-variable', 0.08, "unused variable 'x'"),
    gcc('-Wsign-compare', 0.06, "comparison of integer expressions of different signedness: 'int' and 'size_t'"),
    missingFile('src/config.h', 0.08, root, 'src/base/config.h'),
    tooLarge('src/tables.cpp', 0.06, root),
    piped(
      'head',
      0.2,
      'cmake --build build 2>&1 | head -20',
      "FAILED: CMakeFiles/lathe.dir/src/spindle.cpp.o\nsrc/spindle.cpp:12:9: error: expected ';' before '}' token\nninja: build stopped: subcommand failed.",
    ),
    ...createdLater('src/feed.cpp', root, 0.4),
  ],
}
