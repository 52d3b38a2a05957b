import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSummary, readWords } from './notices.ts'

const cases: [name: string, content: string, speaker: string, text?: string][] = [
  ['plain words', 'fix the [IMPORTANT] thing', 'person'],
  ['nothing at all', '', 'person'],
  ['a summary', '[CONTEXT COMPACTION — REFERENCE ONLY] earlier', 'summary'],
  ['an old summary', '  [CONTEXT SUMMARY]: earlier', 'summary'],
  ['a merged carrier', '[PRIOR CONTEXT — for reference only; not a new message] x', 'summary'],
  ['a notice', '[IMPORTANT: Background process proc_2 exited]', 'notice'],
  ['the review prompt', 'Review the conversation above and update the skill library.', 'harness'],
  ['only memory', '<memory-context>tea</memory-context> ', 'notice'],
  ['memory before words', '<memory-context>tea</memory-context>\n\nhello', 'person', 'hello'],
  ['memory that never ends', 'hello <memory-context>tea', 'person', 'hello '],
  ['a note before words', '[System note: you were reset.]\n\nhello', 'person', 'hello'],
  ['only a note', '[System note: you were reset.]', 'notice'],
  ['a note that never ends', '[System note: hello', 'person'],
]

for (const [name, content, speaker, text] of cases) {
  void test(`${name}: said by ${speaker}`, () => {
    const words = readWords(content)
    assert.equal(words.speaker, speaker)
    assert.equal(words.text, text ?? content)
    assert.equal(isSummary(content), speaker === 'summary')
  })
}

void test('a megabyte of opening marks is read in one pass', () => {
  assert.equal(readWords('<memory-context>'.repeat(60_000)).speaker, 'notice')
  assert.equal(readWords('[System note:'.repeat(80_000)).speaker, 'person')
})
