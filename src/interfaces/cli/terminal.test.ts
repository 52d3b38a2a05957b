import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { createTerminal, escapeControls } from './terminal.ts'

test('what somebody printed cannot clear the screen, name the window or turn the writing', () => {
  const hostile = 'a\u001B[2Jb\u001B]0;pwn\u0007c\u202Ed\u0000e\u009Bf'
  assert.equal(escapeControls(hostile), 'a\u241B[2Jb\u241B]0;pwn\u2407c\uFFFDd\u2400e\uFFFDf')
})

test('colours, line breaks and other scripts stay as they are', () => {
  const text = '\u001B[31mred\u001B[39m\n\tüber 日本 \u001B[1;32mbold\u001B[0m'
  assert.equal(escapeControls(text), text)
})

const screenOf = ({ isTTY, rows = 24 }: { isTTY: boolean; rows?: number }) => {
  let printed = ''
  const stream = Object.assign(
    new Writable({
      write: (chunk, _encoding, done) => {
        printed += String(chunk)
        done()
      },
    }),
    { columns: 40, rows, isTTY },
  ) as unknown as NodeJS.WriteStream
  return { terminal: createTerminal(stream, stream), printed: () => printed }
}

test('a draft gives way to the next draft and to the first line', () => {
  const { terminal, printed } = screenOf({ isTTY: true })
  // The second line of the first draft takes two rows of 40 columns.
  terminal.draft(['one', 'x'.repeat(50)])
  terminal.draft(['two'])
  terminal.line('final')
  terminal.line('more')
  assert.equal(printed(), `one\n${'x'.repeat(50)}\n\u001B[3A\r\u001B[0Jtwo\n\u001B[1A\r\u001B[0Jfinal\nmore\n`)
})

test('where output is not a screen, or the screen is too low, there is no draft', () => {
  const piped = screenOf({ isTTY: false })
  const low = screenOf({ isTTY: true, rows: 2 })
  for (const { terminal } of [piped, low]) {
    terminal.draft(['one', 'two'])
    terminal.line('final')
  }
  assert.deepEqual([piped.printed(), low.printed()], ['final\n', 'final\n'])
})
