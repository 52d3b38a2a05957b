import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { claudeCode } from '../src/sources/formats/claude-code/source.ts'
import { layOut } from './support/fixtures.ts'
import { PROGRAM, runHere } from './support/run-here.ts'
import { scratch } from './support/store.ts'

/** Runs a command line as a person would, in a home of its own. */
const run = (
  home: string,
  words: string[],
  options: { input?: string; cwd?: string; env?: Record<string, string> } = {},
) =>
  runHere(words, {
    cwd: home,
    ...options,
    env: { PATH: process.env['PATH'] ?? '', HOME: home, COLUMNS: '80', ...options.env },
  })

const jsonLines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('it works from any directory, through a link, and with an old node on the path', (t) => {
  const home = scratch(t)
  const version = (JSON.parse(readFileSync(join(PROGRAM, '..', '..', 'package.json'), 'utf8')) as { version: string })
    .version
  symlinkSync(PROGRAM, join(home, 'ws'))
  writeFileSync(join(home, 'node'), '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  const linked = spawnSync(join(home, 'ws'), ['--version'], {
    encoding: 'utf8',
    cwd: '/',
    env: { PATH: `${home}:${process.env['PATH']}`, HOME: home },
  })
  assert.deepEqual([linked.status, linked.stdout], [0, `${version}\n`])
})

test('start without any history uses the sample, says so, and leaves the own store alone', async (t) => {
  const home = scratch(t)
  const { status, stdout } = await run(home, ['start'])
  assert.equal(status, 0)
  assert.match(stdout, /bundled sample/)
  assert.match(stdout, /What new sessions could be told/)
  assert.match(stdout, /warmstart lessons --sample/)
  assert.ok(stdout.split('\n').length <= 24, stdout)
  assert.ok(
    stdout.split('\n').every((line) => line.length <= 80 || line.includes('bin/warmstart')),
    stdout,
  )
  const report = JSON.parse((await run(home, ['start', '--json'])).stdout) as {
    sample: boolean
    store: string
    totals: { calls: number; newCalls: number }
  }
  assert.equal(report.sample, true)
  assert.ok(report.totals.calls > 1_000)
  assert.equal(report.totals.newCalls, 0)
  assert.equal((await run(home, ['calls', '--json'])).stdout, '')
  assert.ok(
    jsonLines((await run(home, ['sessions', '--json', '--store', report.store])).stdout).some(
      (session) => Number(session['messages']) > 100,
    ),
  )
})

test('with the sample, every command says that it is there', async (t) => {
  const home = scratch(t)
  assert.match((await run(home, ['sessions', '--sample'])).stderr, /sample has not been made yet[^]*start --sample/)
  await run(home, ['start'])
  assert.match((await run(home, ['sessions'])).stderr, /add --sample/)
  assert.match((await run(home, ['session', 'abc'])).stderr, /add --sample[^]*no session has an id/)
  const sessions = await run(home, ['sessions', '--sample'])
  assert.match(sessions.stderr, /This is the bundled sample/)
  assert.match(sessions.stdout, /claude-code/)
  // Programs that read the answer are not disturbed.
  assert.equal((await run(home, ['sessions', '--sample', '--json'])).stderr, '')
  assert.equal((await run(home, ['sessions', '--sample', '--store', 'sqlite:x.db'])).status, 2)
  assert.equal((await run(home, ['start', '--sample'])).status, 0)
})

test('start shows what was read from a place given by hand', async (t) => {
  const home = scratch(t)
  await layOut(claudeCode, join(home, 'elsewhere'))
  await run(home, ['sync', '--path', join(home, 'elsewhere')])
  const { stdout } = await run(home, ['start'])
  assert.doesNotMatch(stdout, /sample/)
  assert.match(stdout, /claude-code \d+/)
  assert.match((await run(home, ['start', '--sample'])).stdout, /bundled sample/)
})

test('start reads what is at the default places of this home', async (t) => {
  const home = scratch(t)
  await layOut(claudeCode, join(home, '.claude'))
  const { status, stdout } = await run(home, ['start'])
  assert.equal(status, 0)
  assert.doesNotMatch(stdout, /sample/)
  assert.match(stdout, /claude-code +\d+/)
  assert.match(stdout, /doctor/)
})

test('the store is for its owner only', async (t) => {
  const home = scratch(t)
  await run(home, ['sync'])
  assert.equal(statSync(join(home, '.warmstart')).mode & 0o777, 0o700)
  assert.equal(statSync(join(home, '.warmstart', 'warmstart.db')).mode & 0o777, 0o600)
})

test('calls, sessions, explain and outcome agree about one call', async (t) => {
  const home = scratch(t)
  await layOut(claudeCode, join(home, '.claude'))
  await run(home, ['sync'])
  const calls = jsonLines((await run(home, ['calls', '--json'])).stdout)
  const failed = jsonLines((await run(home, ['calls', '--json', '--outcome', 'error'])).stdout)
  assert.ok(failed.length > 0 && failed.length < calls.length)
  const [first] = failed
  assert.ok(first)
  const id = String(first['id'])
  const explained = await run(home, ['explain', id.slice(0, 14)])
  assert.match(explained.stdout, new RegExp(`${String((first['origin'] as { line: number }).line)}`))
  assert.match(explained.stdout, /decided by/)
  const changed = await run(home, ['outcome', id.slice(0, 14), 'ok', '--note', 'on purpose'])
  assert.match(changed.stdout, /is now ok, by your word/)
  assert.equal(jsonLines((await run(home, ['calls', '--json', '--outcome', 'error'])).stdout).length, failed.length - 1)
  const session = JSON.parse((await run(home, ['session', String(first['session']), '--json'])).stdout) as {
    timeline: { id: string; rung: string }[]
  }
  assert.equal(session.timeline.find((call) => call.id === id)?.rung, 'person')
})

test('classify answers a line for a line, in order, and says which it could not read', async (t) => {
  const home = scratch(t)
  const lines = [
    { tool: 'Bash', arguments: { command: 'ls x' }, result: "ls: cannot access 'x': No such file or directory" },
    { tool: 'Bash', arguments: { command: 'echo hi' }, result: 'hi', exitCode: 0 },
    { tool: 'Read', arguments: { file_path: 'a' }, result: 'whatever', isError: true },
  ]
  const good = await run(home, ['classify'], { input: lines.map((line) => JSON.stringify(line)).join('\n') })
  assert.deepEqual([good.status, jsonLines(good.stdout).map((line) => line['outcome'])], [0, ['error', 'ok', 'error']])
  const bad = await run(home, ['classify'], { input: `not json\n${JSON.stringify(lines[1])}\n{"result":1}\n` })
  assert.deepEqual(
    [bad.status, jsonLines(bad.stdout).map((line) => line['rule'] === 'bad-input')],
    [2, [true, false, true]],
  )
  assert.match(bad.stderr, /2 lines could not be read/)
})

test('what is wrong is said in a sentence, with what to do and the documented exit code', async (t) => {
  const home = scratch(t)
  const table: [words: string[], status: number, words: RegExp][] = [
    [['frobnicate'], 2, /no command frobnicate/],
    [['sesions'], 2, /no command sesions/],
    [['sync', '--nonsense'], 2, /--nonsense/],
    [['calls', '--outcome', 'fine'], 2, /ok, error, unknown/],
    [['outcome', 'abcd'], 2, /missing/],
    [['explain', 'abcd', 'efgh'], 2, /efgh/],
    [['sync', '--source', 'netscape'], 2, /claude-code, codex/],
    [['sync', '--path', '/no/such/place'], 3, /no such file/],
    [['sync', '--path', 'plain.txt'], 3, /--source/],
    [['explain', 'zzzz'], 3, /first 4 digits/],
    [['explain', 'abcdef'], 3, /warmstart calls/],
    [['session', 'nobody'], 3, /warmstart sessions/],
    [['calls', '--store', 'mysql://x'], 2, /sqlite:PATH/],
    [['calls', '--store', 'postgres://nobody@127.0.0.1:9/x'], 4, /does not answer/],
    [['calls', '--store', 'sqlite:plain.txt'], 4, /not an SQLite database/],
    [['select', 'a task', '--store', 'sqlite:none/of.db'], 3, /there is no store at/],
  ]
  writeFileSync(join(home, 'plain.txt'), 'a letter to nobody\n'.repeat(200))
  for (const [words, status, expected] of table) {
    const result = await run(home, words)
    assert.equal(result.status, status, `${words.join(' ')}: ${result.stderr}`)
    assert.match(result.stderr, expected)
    assert.equal(result.stdout, '')
    assert.doesNotMatch(result.stderr, /\bat .*\.ts:\d+/)
  }
  const asJson = await run(home, ['session', 'nobody', '--json'])
  assert.equal((JSON.parse(asJson.stderr) as { error: { code: string } }).error.code, 'no-such-session')
})

test('a slip in the name of a template or a session is answered with the one that was meant', async (t) => {
  const home = scratch(t)
  await run(home, ['start'])
  const sessions = jsonLines((await run(home, ['sessions', '--sample', '--json'])).stdout)
  const id = String(sessions[0]?.['session'])
  const slip = `${id.slice(0, 7)}${id[7] === 'x' ? 'y' : 'x'}`
  const said = (await run(home, ['session', slip, '--sample'])).stderr
  assert.ok(said.includes(`did you mean ${id}?`), said)
  assert.match((await run(home, ['show', 'courier-candidat', '--sample'])).stderr, /did you mean courier-candidate\?/)
  assert.match((await run(home, ['review', 'tally-canddate', '--sample'])).stderr, /did you mean tally-candidate\?/)
  // Nothing is guessed where nothing is close.
  assert.doesNotMatch((await run(home, ['session', 'qqqqqqqq', '--sample'])).stderr, /did you mean/)
  assert.doesNotMatch((await run(home, ['show', 'zebra', '--sample'])).stderr, /did you mean/)
})

test('every command has help with its usage, and help fits the window', async (t) => {
  const home = scratch(t)
  const overview = (await run(home, ['help'])).stdout
  const names = [...overview.matchAll(/^ {2}([a-z]+) {2,}/gm)].map((match) => match[1] ?? '')
  assert.ok(names.length >= 10)
  for (const name of names) {
    const { status, stdout } = await run(home, [name, '--help'])
    assert.equal(status, 0)
    assert.match(stdout, new RegExp(`^Usage: warmstart ${name}`))
  }
})

test('a reader that stops early is not an error', async (t) => {
  const home = scratch(t)
  await layOut(claudeCode, join(home, '.claude'))
  await run(home, ['sync'])
  mkdirSync(join(home, 'x'))
  const piped = spawnSync('/bin/sh', ['-c', `"${PROGRAM}" calls --json | head -n 1`], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: home },
  })
  assert.equal(piped.status, 0)
  assert.equal(piped.stderr, '')
  assert.equal(jsonLines(piped.stdout).length, 1)
})
