import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readComplaints } from './read-complaints.ts'

const read = (text: string, about = '', command = 'tool'): string[] => {
  const askers = command.split('|').map((part) => {
    const [program = '', ...words] = part.trim().split(' ')
    return { program, words }
  })
  return readComplaints({ text, checker: '', askers, about, quotes: false }).map(
    ({ program, code, subject, place }) => `${program} | ${code} | ${subject}${place === '' ? '' : ` | ${place}`}`,
  )
}

const SHELLS: [text: string, found: string][] = [
  ['bash: line 1: jq: command not found', 'bash | missing-program | jq'],
  ['/bin/bash: jq: command not found', 'bash | missing-program | jq'],
  ['sh: 1: jq: not found', 'sh | missing-program | jq'],
  ['./run.sh: line 3: jq: command not found', 'run.sh | missing-program | jq'],
  ['zsh:1: command not found: pnmp', 'zsh | missing-program | pnmp'],
  ['zsh: command not found: pnmp', 'zsh | missing-program | pnmp'],
  ['(eval):1: command not found: pnmp', 'zsh | missing-program | pnmp'],
  ['zsh:1: no matches found: src/*.rs', 'zsh | no-glob-match | src/*.rs'],
  ['(eval):1: no matches found: repo:*', 'zsh | no-glob-match | repo:*'],
  ['zsh:1: == not found', 'zsh | shell-syntax | =='],
  ['(eval):1: = not found', 'zsh | shell-syntax | ='],
  ['(eval):1: read-only variable: status', 'zsh | read-only-variable | status'],
  ['(eval):cd:1: no such file or directory: web', 'cd | missing-path | web'],
  ['zsh:1: no such file or directory: target/debug/shop', 'zsh | missing-path | target/debug/shop'],
  ['bash: line 1: cd: web: No such file or directory', 'bash | missing-path | web'],
  ['bash: ./run.sh: No such file or directory', 'bash | missing-path | ./run.sh'],
  ['bash: line 2: ./run.sh: Permission denied', 'bash | no-permission | ./run.sh'],
  ['bash: line 1: SHOP: unbound variable', 'bash | missing-variable | SHOP'],
  ["bash: -c: line 1: syntax error near unexpected token `('", 'bash | shell-syntax | ('],
  ['fish: Unknown command: jq', 'fish | missing-program | jq'],
  ["fish: No matches for wildcard '*.rs'. See `help`", 'fish | no-glob-match | *.rs'],
  ['env: ‘nodejs’: No such file or directory', 'env | missing-program | nodejs'],
  ['timeout: failed to run command ‘jq’: No such file or directory', 'timeout | missing-program | jq'],
  ['exec: "jq": executable file not found in $PATH', 'tool | missing-program | jq'],
  ['Error: spawn rg ENOENT', 'tool | missing-program | rg'],
  ['error: Failed to spawn: `pytest`', 'uv | missing-program | pytest'],
  ["'jq' is not recognized as an internal or external command,", 'tool | missing-program | jq'],
  ["jq : The term 'jq' is not recognized as the name of a cmdlet", 'tool | missing-program | jq'],
  ['make: golint: No such file or directory', 'make | missing-program | golint'],
  ['make[1]: golint: Command not found', 'make | missing-program | golint'],
]

const AGENTS: [text: string, about: string, found: string][] = [
  ['File does not exist.', 'src/a.ts', 'tool | missing-path | src/a.ts'],
  [
    '<tool_use_error>File does not exist. Note: your current working directory is /srv/shop.</tool_use_error>',
    '/srv/shop-shop/a.ts',
    'tool | missing-path | /srv/shop-shop/a.ts | /srv/shop',
  ],
  [
    'Path does not exist: /srv/shop-shop/web. Note: your current working directory is /srv/shop.',
    '',
    'tool | missing-path | /srv/shop-shop/web | /srv/shop',
  ],
  ['Directory does not exist: /srv/web', '', 'tool | missing-path | /srv/web'],
  ['File not found: /srv/shop/a.ts', '', 'tool | missing-path | /srv/shop/a.ts'],
  ["ENOENT: no such file or directory, access '/srv/a.ts'", '', 'tool | missing-path | /srv/a.ts'],
  ['Error: ENOENT: no such file or directory', 'a.ts', 'tool | missing-path | a.ts'],
  ['Failed to read file to update a.ts: No such file or directory (os error 2)', '', 'tool | missing-path | a.ts'],
  ['EISDIR: illegal operation on a directory, read', 'src', 'tool | is-directory | src'],
  ['File content (31000 tokens) exceeds maximum allowed tokens (25000).', 'src/a.ts', 'tool | too-large | src/a.ts'],
  ['File content (300KB) exceeds maximum allowed size (256KB).', 'a.csv', 'tool | too-large | a.csv'],
  ['<tool_use_error>Error: No such tool available: Grep</tool_use_error>', '', 'tool | missing-tool | Grep'],
  ["Model tried to call unavailable tool 'grep'. Available tools: bash", '', 'tool | missing-tool | grep'],
  ['Tool "glob" not found in registry.', '', 'tool | missing-tool | glob'],
  ['Unknown tool: web_search', '', 'tool | missing-tool | web_search'],
  ['<tool_use_error>Unknown skill: commit</tool_use_error>', '', 'tool | missing-skill | commit'],
  ["Agent type 'reviewer' not found. Available agents: general", '', 'tool | missing-agent | reviewer'],
  ['The required parameter `subject` is missing', '', 'tool | invalid-argument | subject'],
  [
    '<tool_use_error>Blocked: sleep 90 followed by: tail a.log.</tool_use_error>',
    '',
    'agent | blocked-command | sleep',
  ],
  ['Command timed out after 2m 0.0s', '', 'tool | timed-out | 2m 0.0s'],
]

const PROGRAMS: [text: string, found: string][] = [
  ["ls: cannot access 'tests': No such file or directory", 'ls | missing-path | tests'],
  ['cat: docs/api.md: No such file or directory', 'cat | missing-path | docs/api.md'],
  ['rg: tests: No such file or directory (os error 2)', 'rg | missing-path | tests'],
  ['rg: tests: IO error for operation on tests: No such file or directory (os error 2)', 'rg | missing-path | tests'],
  ["head: cannot open 'a.log' for reading: No such file or directory", 'head | missing-path | a.log'],
  ["sed: can't read a.ts: No such file or directory", 'sed | missing-path | a.ts'],
  ['find: ‘e2e’: No such file or directory', 'find | missing-path | e2e'],
  ["python3: can't open file '/srv/a.py': [Errno 2] No such file or directory", 'python3 | missing-path | /srv/a.py'],
  ["FileNotFoundError: [Errno 2] No such file or directory: 'a.json'", 'tool | missing-path | a.json'],
  ['open shop.toml: no such file or directory', 'tool | missing-path | shop.toml'],
  ['wc: a.ts: open: No such file or directory', 'wc | missing-path | a.ts'],
  ['cat: src: Is a directory', 'cat | is-directory | src'],
  ['ERROR: file or directory not found: tests/unit', 'pytest | missing-path | tests/unit'],
  ['error: could not find `Cargo.toml` in `/srv/web` or any parent directory', 'cargo | missing-path | Cargo.toml'],
  ['go: go.mod file not found in current directory or any parent directory; see', 'go | missing-path | go.mod'],
  ['npm error Missing script: "lintt"', 'npm | missing-task | lintt'],
  ['error Command "lintt" not found.', 'yarn | missing-task | lintt'],
  [`Usage Error: Couldn't find a script named "lintt".`, 'yarn | missing-task | lintt'],
  ["make: *** No rule to make target 'tset'.  Stop.", 'make | missing-task | tset'],
  ['error: Justfile does not contain recipe `lnit`', 'just | missing-task | lnit'],
  ['mise ERROR no task tset found', 'mise | missing-task | tset'],
  ['error: no library targets found in package `shop`', 'cargo | missing-target | --lib'],
  ['error: no test target named `cart`.', 'cargo | missing-target | cart'],
  ['error: package ID specification `web` did not match any packages', 'cargo | missing-target | web'],
  ['error: no such command: `nextest`', 'tool | unknown-command | nextest'],
  ['error: Group `dev` is not defined in the project', 'uv | missing-target | dev'],
  ["error: unexpected argument '--lib2' found", 'tool | unknown-flag | --lib2'],
  ["error: unexpected argument 'cart' found", 'tool | invalid-argument | cart'],
  ['unknown flag: --jobs', 'tool | unknown-flag | --jobs'],
  ["unknown shorthand flag: 'b' in -b", 'tool | unknown-flag | -b'],
  ["grep: invalid option -- 'P'", 'grep | unknown-flag | -P'],
  ['date: illegal option -- d', 'date | unknown-flag | -d'],
  ["tar: unrecognized option '--frob'", 'tar | unknown-flag | --frob'],
  ["error: unknown option `frob'", 'tool | unknown-flag | --frob'],
  ["error: unknown option '--frob'", 'tool | unknown-flag | --frob'],
  ['shop: error: unrecognized arguments: --frob', 'tool | unknown-flag | --frob'],
  ['Error: No such option: --frob', 'tool | unknown-flag | --frob'],
  ['flag provided but not defined: -frob', 'tool | unknown-flag | -frob'],
  ['Unknown JSON field: "threads"', 'gh | unknown-field | threads'],
  ['unknown command "frob" for "gh pr"', 'gh pr | unknown-command | frob'],
  ["error: unrecognized subcommand 'frob'", 'tool | unknown-command | frob'],
  ["git: 'frob' is not a git command. See 'git --help'.", 'git | unknown-command | frob'],
  ["ModuleNotFoundError: No module named 'shop'", 'python | missing-module | shop'],
  ["ImportError: cannot import name 'Cart' from 'shop'", 'python | missing-name | Cart'],
  ["Error: Cannot find module './cart.js'", 'node | missing-module | ./cart.js'],
  ["Cannot find package 'left' imported from /srv/a.js", 'node | missing-module | left'],
  ['package shop/web is not in std (/usr/lib/go/src/shop/web)', 'go | missing-module | shop/web'],
  ['no required module provides package shop.example/web; to add it:', 'go | missing-module | shop.example/web'],
  ['ERROR: No matching distribution found for shpo==1.2', 'pip | missing-package | shpo==1.2'],
  ["error: pathspec 'src/b.ts' did not match any file(s) known to git", 'git | missing-path | src/b.ts'],
  [
    "fatal: ambiguous argument 'mian': unknown revision or path not in the working tree.",
    'git | missing-revision | mian',
  ],
  ['error: src refspec mian does not match any', 'git | missing-revision | mian'],
  ["fatal: couldn't find remote ref release", 'git | missing-revision | release'],
  ["fatal: 'upstream' does not appear to be a git repository", 'git | missing-remote | upstream'],
  ['fatal: not a git repository (or any of the parent directories): .git', 'git | not-a-repository | .git'],
  ['The following paths are ignored by one of your .gitignore files:\ndocs', 'git | ignored-path | docs'],
  ['husky - pre-commit script failed (code 1)', 'husky | hook-failed | pre-commit'],
  ['- hook id: ruff', 'pre-commit | hook-failed | ruff'],
  ['no pull requests found for branch "fix"', 'gh | missing-target | fix'],
  ['Error: no such table: orders', 'tool | missing-table | orders'],
  ['sqlite3.OperationalError: no such column: price', 'tool | missing-column | price'],
  ['ERROR:  relation "orders" does not exist', 'tool | missing-table | orders'],
  ['ERROR:  column "price" does not exist', 'tool | missing-column | price'],
  ["ERROR 1054 (42S22): Unknown column 'price' in 'field list'", 'tool | missing-column | price'],
  ['ssh: connect to host git.example port 22: Connection timed out', 'ssh | unreachable | git.example'],
  ['curl: (6) Could not resolve host: git.example', 'tool | unreachable | git.example'],
  ['git@git.example: Permission denied (publickey).', 'ssh | no-permission | publickey'],
  ["Task 'lintt' not found in root project 'shop'.", 'gradle | missing-task | lintt'],
  [
    "Cannot locate tasks that match ':app:lintt' as task 'lintt' not found in project ':app'.",
    'gradle | missing-task | lintt',
  ],
  ["Project 'web' not found in root project 'shop'.", 'gradle | missing-target | web'],
  ["ninja: error: unknown target 'chekc', did you mean 'check'?", 'ninja | missing-task | chekc'],
  ['CMake Error: No such preset in /srv/shop: "debgu"', 'cmake | missing-task | debgu'],
  ['CMake Error: The source directory "/srv/shop/web" does not exist.', 'cmake | missing-path | /srv/shop/web'],
  ["ninja: fatal: chdir to 'web' - No such file or directory", 'ninja | missing-path | web'],
  ['cart.py: error: Cannot read file: No such file or directory', 'mypy | missing-path | cart.py'],
  ['E902 No such file or directory (os error 2)\n--> cart.py:1:1', 'ruff | missing-path | cart.py'],
  ['ruby: No such file or directory -- cart.rb (LoadError)', 'ruby | missing-path | cart.rb'],
  ['  cannot load such file -- /srv/spec/cart_spec.rb', 'ruby | missing-path | /srv/spec/cart_spec.rb'],
  ['Failed to load "test/cart_test.dart": Does not exist.', 'dart | missing-path | test/cart_test.dart'],
  ['Could not find an option named "--frob".', 'tool | unknown-flag | --frob'],
  ['Could not find an option named "frob".', 'tool | unknown-flag | --frob'],
  ['Could not find a command named "frob".', 'tool | unknown-command | frob'],
  ['Could not find command "frob".', 'tool | unknown-command | frob'],
  ['Unrecognized command "frob" (Rails::Command::UnrecognizedCommandError)', 'tool | unknown-command | frob'],
  ['go frob: unknown command', 'go | unknown-command | frob'],
  ['go: no such tool "frob"', 'go | unknown-command | frob'],
  [
    "npm error enoent Could not read package.json: Error: ENOENT: no such file or directory, open '/srv/package.json'",
    'tool | missing-path | /srv/package.json',
  ],
  ['npm error npx canceled due to missing packages and no YES option: ["tsc@2.0.4"]', 'npx | missing-program | tsc'],
  ['To get started with GitHub CLI, please run:  gh auth login', 'gh | no-login | gh'],
  ['Cannot connect to the Docker daemon at unix:///var/run/docker.sock.', 'docker | missing-service | docker'],
]

for (const [text, found] of [...SHELLS, ...PROGRAMS])
  test(`something is not there: ${text}`, () => {
    const asked = text.startsWith('error Command') ? 'yarn lintt' : undefined
    assert.deepEqual(read(text, '', asked), [found])
  })

for (const [text, about, found] of AGENTS)
  test(`a tool refuses: ${text}`, () => assert.deepEqual(read(text, about), [found]))

test('a sentence without a speaker belongs to the command that was given the word it is about', () => {
  assert.deepEqual(read('unknown flag: --jobs', '', 'make test | gotestsum --jobs | tail -5'), [
    'gotestsum | unknown-flag | --jobs',
  ])
  assert.deepEqual(read('unknown flag: --jobs', '', 'make test | tail -5'), ['make | unknown-flag | --jobs'])
})

test('both the missing module and the code of the error are told', () => {
  const text = "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'left' imported from /srv/a.js"
  assert.deepEqual(read(text), ['node | missing-module | left', 'node | ERR_MODULE_NOT_FOUND | left'])
})
