import assert from 'node:assert/strict'
import { test } from 'node:test'
import { harmless } from './terminal.ts'

test('what somebody printed cannot clear the screen, name the window or turn the writing', () => {
  const hostile = 'a\u001B[2Jb\u001B]0;pwn\u0007c\u202Ed\u0000e\u009Bf'
  assert.equal(harmless(hostile), 'a\u241B[2Jb\u241B]0;pwn\u2407c\uFFFDd\u2400e\uFFFDf')
})

test('colours, line breaks and other scripts stay as they are', () => {
  const text = '\u001B[31mred\u001B[39m\n\tüber 日本 \u001B[1;32mbold\u001B[0m'
  assert.equal(harmless(text), text)
})
