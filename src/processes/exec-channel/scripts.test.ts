import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { scratch } from '../../../tests/support/store.ts'
import { AppError } from '../../lib/error.ts'
import { bytesFromText, readAnswer } from './answer.ts'
import { printfFormat, quote } from './quote.ts'
import { removeScript, startScript } from './scripts.ts'

const words = fc.string({ unit: 'binary', maxLength: 200 }).map((text) => text.toWellFormed().replaceAll('\0', ''))

test('a quoted text is one word of a shell, whatever it holds', () => {
  fc.assert(
    fc.property(fc.array(words, { minLength: 1, maxLength: 20 }), (texts) => {
      const script = `printf '%s\\0' ${texts.map(quote).join(' ')}`
      const { stdout } = spawnSync('sh', ['-s'], { input: script })
      assert.deepEqual(stdout.toString().split('\0').slice(0, -1), texts)
    }),
    { numRuns: 60 },
  )
  for (const text of ["'", "''", "'; touch x; '", '$(id)', '`id`', '\\', "\\'", '\n', '!', '-n', '%s'])
    assert.equal(spawnSync('sh', ['-c', `printf %s ${quote(text)}`]).stdout.toString(), text)
  assert.throws(() => quote('a\0b'), AppError)
})

test('bytes come out of printf as they went in', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const { stdout } = spawnSync('sh', ['-c', `printf ${printfFormat(bytes)}`])
      assert.equal(Buffer.compare(stdout, bytes), 0)
    }),
    { numRuns: 60 },
  )
})

const start = {
  id: 'proc_0123456789ab',
  target: '',
  pty: false,
  command: "touch ran; echo 'it is'; }; touch ran",
  workdir: '/',
  env: {},
  added: { NAME: 'a } b' },
  rows: 30,
  columns: 120,
}

test('a script that was cut while it was handed over does nothing at all', (t) => {
  const directory = scratch(t)
  const script = startScript({ ...start, workdir: directory }, 'mark')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: script.trimEnd().length - 1 }), (end) => {
      const env = { PATH: process.env['PATH'], TMPDIR: directory }
      spawnSync('sh', ['-s'], { input: script.slice(0, end), env, cwd: directory })
      assert.deepEqual(readdirSync(directory), [])
    }),
    { numRuns: 80 },
  )
})

test('a directory that somebody else put in the place of ours is not used', (t) => {
  const directory = scratch(t)
  writeFileSync(join(directory, `warmstart-${process.getuid?.()}`), 'not a directory')
  const env = { PATH: process.env['PATH'], TMPDIR: directory }
  const { stdout } = spawnSync('sh', ['-s'], { input: startScript(start, 'mark'), env })
  const answer = readAnswer(stdout, 'mark')
  assert.equal(answer?.word, 'failed')
  assert.match(answer?.fields.join(' ') ?? '', /somebody else/)
  assert.equal(readAnswer(spawnSync('sh', ['-s'], { input: removeScript('x', 'm'), env }).stdout, 'm')?.word, 'removed')
})

test('an answer is found among whatever else was printed, and only whole', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.uint8Array(), fc.uint8Array(), (prologue, payload, epilogue) => {
      const whole = Buffer.concat([prologue, Buffer.from('\nMARK look a 1\n'), payload, Buffer.from('\nMARK.\n')])
      const answer = readAnswer(Buffer.concat([whole, epilogue]), 'MARK')
      assert.deepEqual([answer?.word, answer?.fields], ['look', ['a', '1']])
      assert.equal(Buffer.compare(answer?.payload ?? Buffer.from('?'), payload), 0)
      assert.equal(readAnswer(whole.subarray(0, whole.length - 3), 'MARK'), undefined)
    }),
  )
  assert.equal(readAnswer(Buffer.from('\nMARK done\n\nMARK.\n'), 'MARK')?.payload.length, 0)
  assert.equal(readAnswer(Buffer.from('Last login: today\n'), 'MARK'), undefined)
})

test('numbers are bytes, and anything else is not', () => {
  assert.deepEqual([...(bytesFromText(Buffer.from(' 00 ff\n 0a\n')) ?? [])], [0, 255, 10])
  for (const bad of ['0', 'zz', '00 f', 'hello']) assert.equal(bytesFromText(Buffer.from(bad)), undefined)
})
