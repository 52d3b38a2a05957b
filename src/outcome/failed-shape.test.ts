import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { shapeOfFailure } from './failed-shape.ts'
import { judge } from './judge.ts'

const long = (lines: number): string => Array.from({ length: lines }, (_, at) => `copied part ${at}`).join('\n')

const cut = (text: string): string =>
  `${text.slice(0, 5000)}\n\n... [${text.length - 10_000} characters truncated] ...\n\n${text.slice(-5000)}`

test('output that stands there twice with a blank line between is that of a failed command', () => {
  const rows: [string, 'output-doubled' | undefined][] = [
    ['ready\n\nready', 'output-doubled'],
    ['two\nlines\n\ntwo\nlines\n', 'output-doubled'],
    ['a paragraph\n\nand more\n\n\na paragraph\n\nand more', 'output-doubled'],
    ['ready\nready', undefined],
    ['ready\n\nsteady', undefined],
    ['12\n\n12', undefined],
    ['ok\n\nok', undefined],
    ['', undefined],
    ['\n\n', undefined],
  ]
  for (const [result, expected] of rows) assert.equal(shapeOfFailure(result), expected, JSON.stringify(result))
})

test('an error too long to keep is cut at its five thousandth character, also without the line about its code', () => {
  const text = long(900)
  assert.equal(shapeOfFailure(cut(`Exit code 1\n${text}`)), 'output-cut')
  assert.equal(shapeOfFailure(cut(`Exit code 1\n${text}`).slice('Exit code 1\n'.length)), 'output-cut')
  assert.equal(shapeOfFailure(cut(text).replace('characters truncated', 'lines truncated')), undefined)
  assert.equal(shapeOfFailure(`a note: ... [12 characters truncated] ...\n${text}`), undefined)
  assert.equal(shapeOfFailure(text), undefined)
})

test('both shapes are proof only from the tool that makes them', () => {
  const args = { command: './walk.sh' }
  const of = (tool: string, result: string) => {
    const verdict = judge({ tool, args, result })
    return `${verdict.outcome} ${verdict.rung} ${verdict.rule}`
  }
  assert.equal(of('Bash', 'one step\n\none step'), 'error exit output-doubled')
  assert.equal(of('Bash', cut(long(900))), 'error exit output-cut')
  assert.equal(of('exec_command', 'one step\n\none step'), 'ok text no-complaint')
  assert.equal(judge({ tool: 'Bash', args, result: 'one step\n\none step', exitCode: 0 }).outcome, 'ok')
})

test('any text of words is recognised when it is doubled, and never when it is not', () => {
  const words = fc.lorem({ maxCount: 30, mode: 'words' })
  fc.assert(
    fc.property(words, words, (one, other) => {
      fc.pre(one.length >= 4 && one !== other)
      assert.equal(shapeOfFailure(`${one}\n\n${one}`), 'output-doubled')
      assert.equal(shapeOfFailure(`${one}\n\n${other}`), undefined)
    }),
  )
})

test('the error stream comes first in a failed result, before what an earlier command of the chain printed', () => {
  const push = (command: string) =>
    judge({
      tool: 'Bash',
      args: { command },
      result: 'fatal: The current branch a has no upstream branch.\n\n\n[a 1234567] a change\n 1 file changed\n',
    }).outcome
  assert.equal(push('git add . && git commit -m "a change" && git push'), 'error')
  assert.equal(push('git push; git commit -m "a change"'), 'ok')
})
