import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isKnownProgram, isShownOption, isShownProgram, isShownShape, isTaskName } from './command-word.ts'
import { ownIntent } from './intent.ts'
import { type Check, checkIn } from './own-check.ts'
import { shownTools } from './shown-tool.ts'

const CHECKS: [line: string, check: Check | undefined][] = [
  ['npm test', 'test'],
  ['npm run test:unit -- cart', 'test'],
  ['npm run lint', 'lint'],
  ['npm run dev', undefined],
  ['npm install', undefined],
  ['npx tsc --noEmit', 'types'],
  ['npx eslint src', 'lint'],
  ['npx prettier --check .', 'format'],
  ['go test ./... 2>&1 | tail -5', 'test'],
  ['go vet ./...', 'lint'],
  ['go build ./...', 'build'],
  ['go run .', undefined],
  ['cargo clippy', 'lint'],
  ['cargo fmt', 'format'],
  ['cargo run', undefined],
  ['make', 'build'],
  ['make test', 'test'],
  ['make deploy', undefined],
  ['just lint', 'lint'],
  ['mise run lint', 'lint'],
  ['mvn verify', 'check'],
  ['./gradlew build', 'build'],
  ['dotnet test', 'test'],
  ['dotnet run', undefined],
  ['python -m pytest', 'test'],
  ['tox', 'test'],
  ['ruff check .', 'check'],
  ['bundle exec rspec', 'test'],
  ['shellcheck run.sh', 'lint'],
  ['javac Main.java', 'build'],
  ['git status --short', 'status'],
  ['git log', undefined],
  ['git diff', undefined],
  ['cd web && npm test', 'test'],
  ['cat notes.txt; npm test', undefined],
  ['npm test && cat notes.txt', undefined],
  ['curl -s https://moon.example | npm test', undefined],
  ['npm test | grep moon', undefined],
  ['echo moon; npm test', undefined],
  ['docker build .', undefined],
  ['moonlight test', undefined],
  ['', undefined],
]

for (const [line, check] of CHECKS)
  test(`${line || '(nothing)'} is ${check ?? 'no check'}`, () => assert.equal(checkIn(line), check))

test('intents are sentences of ours by the kind of command or tool', () => {
  const shell = (shape: string) => ownIntent({ tool: 'Bash', shape, isShell: true })
  assert.equal(shell('npm test'), 'Run the tests')
  assert.equal(shell('git commit'), 'Commit the change')
  assert.equal(shell('npm run shop:seed'), 'Run npm run shop:seed')
  assert.equal(shell('rg'), 'Search the files')
  assert.equal(shell('which'), 'See whether a program is there')
  assert.equal(shell('moonlight'), 'Run a command')
  assert.equal(shell('git moonlight'), 'Run a command')
  assert.equal(ownIntent({ tool: 'Read', shape: 'Read', isShell: false }), 'Read a file')
  assert.equal(ownIntent({ tool: 'get_order', shape: 'get_order', isShell: false }), 'Look up order')
  const named = (tool: string): string => ownIntent({ tool, shape: tool, isShell: false })
  assert.equal(named('search_direct_flight'), 'Search for direct flight')
  assert.equal(named('find_user_id_by_email'), 'Find user id by email')
  assert.equal(named('updateUserEmail'), 'Change user email')
  assert.equal(named('calculate'), 'Calculate')
  assert.equal(named('execute_code'), 'Run a piece of code')
})

test('shapes are shown of programs that we know, with plain sub-commands and tasks of the project', () => {
  for (const shape of [
    'npm test',
    'npm run shop:seed',
    'make shop-lint',
    'git commit',
    'go test',
    './gradlew build',
    './scripts/check.sh',
  ])
    assert.ok(isShownShape(shape), shape)
  for (const shape of [
    'moonlight',
    'git moonlight',
    './scripts/moonlight.sh',
    '/opt/moon/npm test',
    'moonlight-test',
    'npm run look-at-the-moon',
    'npm run moon.example',
    'cargo moonlight',
    '',
  ])
    assert.ok(!isShownShape(shape), shape)
})

test('programs, options and tasks by themselves', () => {
  for (const program of ['npm', 'git', 'pytest', 'timeout', './gradlew']) assert.ok(isShownProgram(program), program)
  for (const program of ['moonlight', 'moonlight.sh', 'moon-test', '/x/moon'])
    assert.ok(!isShownProgram(program), program)
  assert.ok(!isKnownProgram('error') && !isKnownProgram('moon-test') && isKnownProgram('sed'))
  for (const option of ['-v', '-rn', '--noEmit', '--max-warnings', '-run']) assert.ok(isShownOption(option), option)
  for (const option of ['--moonlight', '-moonlight', '--look-at-the-moon', '-'])
    assert.ok(!isShownOption(option), option)
  for (const task of ['lint', 'test:unit', 'shop-test-int']) assert.ok(isTaskName(task), task)
  for (const task of ['look-at-the-moon', 'a.example', 'x'.repeat(40), 'a b', '']) assert.ok(!isTaskName(task), task)
})

test('tools of agents are named, those that servers bring are not, and an application has its own', () => {
  const isShown = shownTools([
    ['Bash', 'Read', 'mcp__moon__light', 'moonlight_helper', 'moon.read', 'get_order'],
    ['get_order', 'cancel_order', 'look_at_the_moon_now_and_then_go'],
  ])
  for (const tool of ['Bash', 'Read', 'cancel_order', 'Edit']) assert.ok(isShown(tool), tool)
  for (const tool of [
    'mcp__moon__light',
    'moonlight_helper',
    'moon.read',
    // Used beside tools of an agent, it may be a server's.
    'get_order',
    'look_at_the_moon_now_and_then_go',
    'never_seen',
  ])
    assert.ok(!isShown(tool), tool)
})
