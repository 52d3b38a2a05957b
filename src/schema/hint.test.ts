import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { lessonText } from '../lesson/lines.ts'
import { NOT_ABOUT_THIS, withoutHint } from './hint.ts'

const FAILED = 'cat: docs/cart.md: No such file or directory\n\nCommand exited with code 1'
const hintOf = (sessions: string): string =>
  `A fact from ${sessions}, ${NOT_ABOUT_THIS} the same error was met. cat: <path>: No such file\nthen worked: Bash {}`
const LESSON = lessonText([{ group: 'g', head: 'There is no ', item: '`verify`', tail: '.' }], 4)

suite('a result', () => {
  for (const hint of [hintOf('an earlier session'), hintOf('12 earlier sessions'), LESSON])
    test(`loses what we put behind it: ${hint.slice(0, 30)}`, () => {
      for (const gap of ['\n', '\n\n']) assert.equal(withoutHint(`${FAILED}${gap}${hint}`), FAILED)
    })

  test('that is nothing else keeps what it says: somebody asked for it', () => {
    assert.equal(withoutHint(LESSON), LESSON)
  })

  test('that has such words far from its end keeps them', () => {
    const text = `${FAILED}\n${hintOf('3 earlier sessions')}\n${'a line of a log\n'.repeat(1_000)}`
    assert.equal(withoutHint(text), text)
  })

  test('without a hint stays as it is', () => {
    fc.assert(fc.property(fc.string(), (text) => withoutHint(text) === text))
  })
})
