import {
  absent,
  createdLater,
  found,
  gone,
  missingFile,
  noSkill,
  noTool,
  ownMistakes,
  piped,
  rarePaths,
  tooLarge,
  wrongRoot,
} from '../habits.ts'
import { edit, type MadeProject, read, readError, rootOf, shell, shellError } from '../lesson-history.ts'

const root = rootOf('Desktop/ledger')
const source = (path: string): string => `${root}/cmd/ledger/cli/${path}`

const lint = (rule: string, rate: number, message: string, file = 'run.go') =>
  found(
    rule,
    rate,
    'mise run lint',
    [
      '[lint:go] $ golangci-lint run --timeout=5m',
      `[lint:go] cmd/ledger/cli/${file}:48:16: ${message} (${rule.split(' ')[0]})`,
      '[lint:go] 	out, err := run(ctx)',
      '[lint:go] 	            ^',
      `[lint:go] 1 issues:\n[lint:go] * ${rule.split(' ')[0]}: 1`,
      '[lint:go] ERROR task failed',
    ].join('\n'),
    source(file),
  )

/** Paths that agents guess from the names of commands. */
const GUESSED = [
  'cmd/ledger/cli/status.go',
  'cmd/ledger/cli/commands/explain.go',
  'cmd/ledger/cli/hooks_test.go',
  'internal/strategy/manual.go',
  'cmd/ledger/cli/session/state.go',
  'docs/architecture.md',
  'e2e/main_test.go',
  '.golangci.yml',
  'cmd/ledger/cli/paths.go',
  'internal/checkpoint/store.go',
  'cmd/ledger/cli/strategy/common_test.go',
  'test/integration/setup.go',
  'cmd/ledger/cli/agent/types.go',
  'pkg/transcript/parse.go',
  'cmd/ledger/cli/transcript/compact.go',
  'internal/git/worktree.go',
  'cmd/ledger/cli/rewind_helpers.go',
  'scripts/release.sh',
  'cmd/ledger/cli/review/prompt.go',
  'cmd/ledger/cli/logging/logger.go',
  'docs/hooks.md',
  'cmd/ledger/main_test.go',
  'internal/telemetry/events.go',
  'cmd/ledger/cli/settings/load.go',
  'CHANGELOG.md',
  'cmd/ledger/cli/doctor.go',
  'cmd/ledger/cli/attach.go',
  'e2e/testutil/repo.go',
]

/** A command line in Go, with mise, golangci-lint and end-to-end tests, over two months. */
export const GO_CLI: MadeProject = {
  name: 'Desktop/ledger',
  roots: [`${root}/.worktrees/3`, `${root}/.claude/worktrees/agent-a1b2`, '/private/tmp/ledger-review'],
  messages: ['Mend the hook.', 'Why is the review slow?', 'Write the release notes.', 'Add a flag for colours.'],
  chores: [
    shell('git status --short', ''),
    read(`${root}/go.mod`),
    read(source('root.go')),
    shell('mise run test', 'ok  	ledger/cmd/ledger/cli	2.1s'),
    shell('git log --oneline -5', 'a1b2c3 x'),
    { tool: 'Glob', input: { pattern: 'cmd/**/*.go', path: root }, output: source('root.go') },
  ],
  once: ownMistakes(root, 'cmd/ledger/cli', 'go', (name) =>
    shellError(
      `go test ./cmd/ledger/cli -run Test${name}`,
      `--- FAIL: Test${name} (0.00s)\n    a_test.go:12: want 3\nFAIL`,
    ),
  ),
  habits: [
    wrongRoot('Desktop/books-ledger', 0.55, root, '/home/sam/Desktop/books-ledger', 'cmd/ledger/cli/root.go'),
    ...rarePaths(root, GUESSED, 0.06),
    ...['cmd/ledger/cli/strategy/manual_commit_test.go', 'cmd/ledger/cli/lifecycle.go', 'docs/design.md'].map(
      (path, index) => tooLarge(path, 0.06 / (index + 1), root),
    ),
    lint('errcheck', 0.06, 'Error return value of `os.Remove` is not checked'),
    lint('noctx', 0.05, 'os/exec.Command must not be called. use os/exec.CommandContext'),
    lint('gosec', 0.05, 'G204: Subprocess launched with variable'),
    lint('gosec', 0.03, 'G104: Errors unhandled.'),
    lint(
      'wrapcheck',
      0.04,
      'error returned from external package is unwrapped: sig: func os.Open(name string) (*os.File, error)',
    ),
    lint('nlreturn', 0.02, 'return with no blank line before'),
    lint('unparam', 0.02, '`run` - `name` always receives `"a"`'),
    lint(
      'maintidx',
      0.015,
      'Function name: run, Cyclomatic Complexity: 24, Halstead Volume: 3100, Maintainability Index: 18',
    ),
    lint('perfsprint', 0.02, 'string-format: fmt.Sprintf can be replaced with string concatenation'),
    absent(
      '--repo-dir',
      0.02,
      'ledger status --repo-dir .',
      'Error: unknown flag: --repo-dir\nUsage:\n  ledger status [flags]',
    ),
    absent(
      'reviewThreads',
      0.05,
      'gh pr view 12 --json title,reviewThreads',
      'Unknown JSON field: "reviewThreads"\nAvailable fields:\n  additions\n  author',
      'gh api graphql -f query=x',
    ),
    absent(
      '--no-color',
      0.02,
      'gh run view 1 --no-color',
      'unknown flag: --no-color\n\nUsage:  gh run view [<run-id>] [flags]',
    ),
    absent(
      'test:unit',
      0.03,
      'mise run test:unit',
      'mise ERROR no task test:unit found\nmise ERROR Run with --verbose or MISE_VERBOSE=1 for more information',
      'mise run test',
    ),
    absent('timeout', 0.08, 'timeout 120 go test ./...', '(eval):1: command not found: timeout', 'go test ./...'),
    absent(
      '--include',
      0.04,
      'grep -rn --include=*.go Total .',
      '(eval):1: no matches found: --include=*.go',
      "grep -rn --include='*.go' Total .",
    ),
    absent(
      'internal/checkpoint/remote',
      0.02,
      'go test ./internal/checkpoint/remote/...',
      'pattern ./internal/checkpoint/remote/...: lstat ./internal/checkpoint/remote/: no such file or directory\nFAIL	./internal/checkpoint/remote/... [setup failed]',
    ),
    absent(
      'rtk',
      0.03,
      'rtk mise run lint',
      "error: unrecognized subcommand 'mise'\n\nUsage: rtk [OPTIONS] <COMMAND>",
      'mise run lint',
    ),
    noTool('Grep', 0.05),
    noTool('LS', 0.03),
    noSkill('commit-commands:commit', 0.03),
    piped(
      'tail',
      0.3,
      'go test ./... 2>&1 | tail -20',
      '--- FAIL: TestRewind (0.00s)\n    rewind_test.go:12: want 3\nFAIL	ledger/cmd/ledger/cli	0.1s\nFAIL',
    ),
    {
      word: 'not a git repository',
      rate: 0.03,
      calls: [
        {
          ...shellError('git log -3', 'fatal: not a git repository (or any of the parent directories): .git', 128),
          cwd: '/tmp/scratch',
        },
      ],
    },
    ...createdLater('cmd/ledger/cli/labs.go', root, 0.3),
    ...createdLater('docs/review.md', root, 0.45),
    // missed in the first weeks only
    { ...missingFile('cmd/ledger/cli/old_hooks.go', 0.1, root), until: 0.2 },
    {
      word: '',
      rate: 0.02,
      calls: [readError(`${root}/cmd/ledger/cli/dist/out.json`, gone(root)), edit(source('root.go'))],
    },
  ],
}
