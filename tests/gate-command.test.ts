import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import * as v from 'valibot'
import { GateVerdict } from '../src/verbs/gate/shape.ts'
import { scratch } from './support/store.ts'

const ENTER = join(import.meta.dirname, '..', 'src', 'interfaces', 'cli', 'enter.mjs')

type Cleaner = Parameters<typeof scratch>[0]

/** Runs `warmstart gate` with this input on standard input. */
const gate = async (
  t: Cleaner,
  words: readonly string[],
  input = '',
): Promise<{ code: number | null; stdout: string; stderr: string }> => {
  const home = scratch(t)
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, COLUMNS: '200' }
  const child = spawn(process.execPath, [ENTER, 'gate', ...words], { cwd: home, env })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, stdout, stderr }
}

const verdictsIn = (stdout: string): GateVerdict[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => v.parse(GateVerdict, JSON.parse(line)))

const linesOf = (inputs: readonly unknown[]): string =>
  inputs.map((input) => `${typeof input === 'string' ? input : JSON.stringify(input)}\n`).join('')

test('lines in, verdicts out, in order and one for each', async (t) => {
  const inputs = [
    { command: 'ls' },
    { command: 'git push' },
    { command: 'cat /home/sam/shop/a.ts', cwd: '/home/sam/shop' },
    { command: 'cat /home/sam/shop/a.ts' },
  ]
  const { code, stdout, stderr } = await gate(t, [], linesOf(inputs))
  assert.deepEqual([code, stderr], [0, ''])
  assert.deepEqual(
    verdictsIn(stdout).map(({ show, run }) => [show, run]),
    [
      [true, 'allow'],
      [false, 'ask'],
      [true, 'allow'],
      [false, 'ask'],
    ],
  )
})

test('a line that cannot be read has a verdict too, and the exit code says that there was one', async (t) => {
  const inputs = [
    'not json',
    { command: 'ls' },
    {},
    { command: 7 },
    { command: 'ls', cwd: [] },
    { command: 'git push' },
  ]
  for (const [words, run] of [
    [[], 'ask'],
    [['--unattended'], 'refuse'],
  ] as const) {
    const { code, stdout, stderr } = await gate(t, words, linesOf(inputs))
    assert.equal(code, 2)
    assert.equal(stderr, '4 lines could not be read\n')
    const verdicts = verdictsIn(stdout)
    assert.deepEqual(
      verdicts.map((verdict) => [verdict.show, verdict.run]),
      inputs.map((_, at) => (at === 1 ? [true, 'allow'] : [false, run])),
    )
    assert.deepEqual(
      verdicts.filter(({ why }) => why.startsWith('cannot be read: ')).map(({ why }) => why.slice(16, 25)),
      ['not a JSO', 'needs "co', 'needs "co', '"cwd" mus'],
    )
  }
})

test('lines that are made to be slow or long are answered, and those behind them too', async (t) => {
  const bad = [
    { command: `echo ${'x'.repeat(1_000_000)}` },
    { command: 'ls\0; rm -rf build' },
    { command: `${'<('.repeat(20_000)}ls` },
    { command: `${'a|'.repeat(20_000)}ls` },
    { command: `${'a|'.repeat(3_000)}ls` },
    { command: `${'<('.repeat(3_000)}ls` },
  ]
  const { code, stdout } = await gate(t, ['--unattended'], linesOf([...bad, { command: 'ls "a b"' }]))
  assert.equal(code, 0)
  const verdicts = verdictsIn(stdout)
  assert.deepEqual(
    verdicts.map(({ run }) => run),
    [...bad.map(() => 'refuse'), 'allow'],
  )
})

test('one command is answered in a sentence, or as JSON', async (t) => {
  const cases: [words: string[], says: string][] = [
    [['ls'], 'shown to sessions, run unasked\n'],
    [['git push'], 'not shown, asked about: it runs git push, which is not known\n'],
    [['git push', '--unattended'], 'not shown, refused: it runs git push, which is not known\n'],
    [['cat /p/a.ts', '--cwd', '/p'], 'shown to sessions, run unasked\n'],
    [['cat /p/a.ts'], 'not shown, asked about: it names /p/a.ts, which is outside the project\n'],
    [['git push', '--json'], '{"show":false,"run":"ask","why":"runs git push, which is not known"}\n'],
  ]
  for (const [words, says] of cases) assert.deepEqual(await gate(t, words), { code: 0, stdout: says, stderr: '' })
})

test('no input is no line, and more than one command is a mistake', async (t) => {
  assert.deepEqual(await gate(t, []), { code: 0, stdout: '', stderr: '' })
  assert.equal((await gate(t, ['ls', 'ls'])).code, 2)
})
