import {
  absent,
  createdLater,
  found,
  missingFile,
  noTool,
  ownMistakes,
  piped,
  rarePaths,
  tooLarge,
  wrongRoot,
} from '../habits.ts'
import { type MadeProject, read, rootOf, shell, shellError } from '../lesson-history.ts'

const root = rootOf('work/parcel')

const clippy = (lint: string, rate: number, message: string) =>
  found(
    lint,
    rate,
    'just lint',
    [
      '    Checking parcel v0.3.1',
      `error: ${message}`,
      '  --> src/route.rs:12:8',
      '   |',
      '12 |     if v.len() == 0 {',
      '   |        ^^^^^^^^^^^^',
      '   |',
      `   = help: for further information visit https://rust-lang.github.io/rust-clippy/master/index.html#${lint}`,
      `   = note: \`-D clippy::${lint.replaceAll('_', '-')}\` implied by \`-D warnings\``,
      'error: could not compile `parcel` (bin "parcel") due to 1 previous error',
      'error: Recipe `lint` failed on line 8 with exit code 101',
    ].join('\n'),
    `${root}/src/route.rs`,
  )

const rustc = (code: string, rate: number, message: string) =>
  found(
    code,
    rate,
    'cargo check',
    `error[${code}]: ${message}\n --> src/route.rs:3:5\n  |\n3 |     let x: u8 = "a";\n\nFor more information about this error, try \`rustc --explain ${code}\`.\nerror: could not compile \`parcel\` (bin "parcel") due to 1 previous error`,
    `${root}/src/route.rs`,
  )

/** A router of parcels in Rust, with just; agents work in worktrees. */
export const RUST: MadeProject = {
  name: 'work/parcel',
  roots: [`${root}/.worktrees/2`, '/home/sam/.codex/worktrees/ab12/parcel'],
  messages: ['Make the router faster.', 'Why does the queue hang?', 'Add a retry.'],
  chores: [
    shell('git diff --stat', ''),
    read(`${root}/Cargo.toml`),
    read(`${root}/src/main.rs`),
    shell('just test', 'test result: ok. 31 passed; 0 failed'),
    shell("sed -n '1,80p' src/route.rs", 'fn main'),
  ],
  once: ownMistakes(root, 'src', 'rs', (name) =>
    shellError(
      `cargo test ${name}`,
      `test route::${name} ... FAILED\n\nfailures:\n    route::${name}\n\ntest result: FAILED. 3 passed; 1 failed`,
      101,
    ),
  ),
  habits: [
    wrongRoot('work/post-parcel', 0.1, root, '/home/sam/work/post-parcel', 'src/main.rs'),
    ...rarePaths(
      root,
      [
        'src/lib.rs',
        'src/cli/mod.rs',
        'tests/common/mod.rs',
        'src/error.rs',
        'docs/design.md',
        'src/queue/worker.rs',
        'rustfmt.toml',
      ],
      0.09,
    ),
    absent('tests', 0.2, 'rg retry src tests', 'tests: No such file or directory (os error 2)', 'rg retry src e2e'),
    absent(
      'no library targets found',
      0.2,
      'cargo test --lib route',
      'error: no library targets found in package `parcel`',
      'cargo test --bin parcel route',
    ),
    absent(
      'deny',
      0.05,
      'cargo deny check',
      'error: no such command: `deny`\n\nhelp: view all installed commands with `cargo --list`',
    ),
    absent('nextest', 0.05, 'cargo nextest run', 'error: no such command: `nextest`', 'just test'),
    absent(
      'fmt-check',
      0.06,
      'just fmt-check',
      'error: Justfile does not contain recipe `fmt-check`\nDid you mean `fmt`?',
      'just fmt',
    ),
    absent(
      'integration',
      0.05,
      'cargo test --test integration',
      'error: no test target named `integration` in default-run packages',
    ),
    absent('python', 0.2, 'python tools/gen.py', 'zsh:1: command not found: python', 'python3 tools/gen.py'),
    absent('reviewThreads', 0.1, 'gh pr view 3 --json reviewThreads', 'Unknown JSON field: "reviewThreads"'),
    absent('no matches found', 0.08, 'ls docs/*.adoc', 'zsh:1: no matches found: docs/*.adoc', 'ls docs'),
    clippy('len_zero', 0.08, 'length comparison to zero'),
    clippy(
      'needless_borrow',
      0.06,
      'this expression creates a reference which is immediately dereferenced by the compiler',
    ),
    clippy('too_many_arguments', 0.05, 'this function has too many arguments (9/7)'),
    rustc('E0308', 0.15, 'mismatched types'),
    rustc('E0425', 0.06, 'cannot find value `x` in this scope'),
    found(
      'just fmt',
      0.2,
      'cargo fmt --check',
      `Diff in ${root}/src/route.rs:12:\n-  a\n+    a`,
      `${root}/src/route.rs`,
    ),
    tooLarge('src/route_table.rs', 0.06, root),
    noTool('Grep', 0.1),
    piped(
      'tail',
      0.2,
      'cargo test 2>&1 | tail -5',
      'test route::adds ... FAILED\ntest result: FAILED. 3 passed; 1 failed',
    ),
    ...createdLater('src/retry.rs', root, 0.4),
    { ...missingFile('src/legacy.rs', 0.2, root), word: '', until: 0.1 },
  ],
}
