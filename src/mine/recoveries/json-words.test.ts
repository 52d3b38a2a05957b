import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jsonWords } from './json-words.ts'

const SAID: readonly (readonly [text: string, words: string | undefined])[] = [
  ['{"output": "bash: pytest: command not found", "exit_code": 127, "error": null}', 'bash: pytest: command not found'],
  ['{"output": "", "error": "no such file"}', 'no such file'],
  ['{"stdout": "a", "stderr": "b\\nc", "exit_code": 1}', 'b\nc\na'],
  ['{"error": {"message": "not found", "code": 404}}', 'not found'],
  ['{"output": "bash: pytest: comm', 'bash: pytest: comm'],
  ['{"exit_code": 1, "stderr": "line one\\nline \\"two\\"", "output": "cut off he', 'line one\nline "two"\ncut off he'],
  ['{"exit_code": 1}', undefined],
  ['["error"]', undefined],
  ['error: plain text', undefined],
  ['', undefined],
]

test('what a JSON answer says is found in its fields, whole or cut', () => {
  for (const [text, words] of SAID) assert.equal(jsonWords(text), words, text)
})

test('JSON that is cut anywhere gives a beginning of what the whole one says, or nothing', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), fc.nat(120), (output, at) => {
      const text = JSON.stringify({ exit_code: 1, output })
      const words = jsonWords(text.slice(0, at))
      assert.ok(words === undefined || output.startsWith(words), `${JSON.stringify(words)} of ${text}`)
    }),
  )
})
