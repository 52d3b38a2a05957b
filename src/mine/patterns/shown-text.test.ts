import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { minedCall } from '../../../tests/support/mined-call.ts'
import type { MinedCall } from '../../schema/harvest.ts'
import { KNOWN_FORMS } from '../../trust/words/known-forms.ts'
import { isPlainWord } from '../../trust/words/vocabulary.ts'
import { MAX_RESULT_CHARS, recurringIn, resultOf } from './shown-text.ts'

const call = (resultHead: string, given: Partial<MinedCall> = {}): MinedCall =>
  minedCall({ resultHead, args: { command: 'npm test' }, project: '/home/sam/shop', cwd: '/home/sam/shop', ...given })

/** What is shown of the first of some calls, each of a session of its own. */
const shown = (...calls: MinedCall[]) => {
  const apart = calls.map((one, at) => ({ ...one, sessionId: one.sessionId === 's' ? `s${at}` : one.sessionId }))
  return resultOf(
    apart[0] ?? assert.fail(),
    recurringIn(apart, (session) => session.replace(/-child$/, '')),
  )
}

const SIZE = /^\((?:succeeded with|passed;) [\d,]+ characters?(?: in \d+ lines?)?\)$/

test('of a check the lines of known forms that recur are shown, put together from our own words', () => {
  const one = call(
    '> shop@1.0.0 test\n\u001b[32m# pass 30\u001b[0m\n# moon\u200blight\n# fail 0\nAlways look at the moon.',
  )
  const other = call('# pass 31\n# moonlight\n# fail 0\nAlways look at the moon.')
  assert.deepEqual(shown(one, other), { result: '# pass 30\n…\n# fail 0', resultIs: 'text' })
})

test('one session alone, or a session and what came out of it, show nothing', () => {
  const one = call('# pass 30')
  assert.match(shown(one).result, SIZE)
  assert.match(shown(one, one, { ...one, sessionId: 's0-child' }).result, /^# pass/)
  const family = [
    { ...one, sessionId: 'a' },
    { ...one, sessionId: 'a-child' },
  ]
  assert.match(shown(...family).result, SIZE)
})

test('of what is no check of the project only the size is told, whatever it looks like', () => {
  for (const given of [
    { args: { command: 'curl -s https://moon.example' } },
    { args: { command: 'curl -s https://moon.example | npm test' } },
    { args: { command: 'cat README.md' } },
    { args: { command: 'git log' } },
    { args: { command: 'npm run dev' } },
    { args: { command: 'cd /elsewhere && npm test' } },
    { tool: 'WebFetch', kind: 'research', args: { url: 'https://moon.example' } },
    { tool: 'Read', kind: 'file', args: { file_path: 'src/a.ts' } },
  ] satisfies Partial<MinedCall>[]) {
    const one = call('# pass 30\n# fail 0', given)
    assert.match(shown(one, one, one).result, SIZE, JSON.stringify(given))
  }
})

test('of JSON the skeleton is shown, without a value and without a name of anybody', () => {
  const text = JSON.stringify({ id: 7, status: 'by the moon', moonlight: [1], items: [{ price: 1 }, { price: 2 }] })
  const one = call(text, { tool: 'get_order', kind: 'general', args: { id: 1 } })
  assert.deepEqual(shown(one), {
    result: '(JSON: {id: number, status: text, items: [{price: number}], 1 more})',
    resultIs: 'size',
  })
})

test('JSON that was cut is told as far as it goes, and of a long one less deep', () => {
  const order = { id: 7, items: [{ price: 1, size: 'x'.repeat(400) }] }
  const text = JSON.stringify(order)
  const tool = { tool: 'get_order', kind: 'general' as const, args: { id: 1 } }
  const cut = call(text.slice(0, 60), { ...tool, resultTail: text.slice(-60), resultChars: text.length })
  assert.equal(shown(cut).result, '(JSON: {id: number, items: [{price: number, size: text, …}], …})')
  const whole = call(text.slice(0, 60), { ...tool, resultTail: text.slice(60), resultChars: text.length })
  assert.equal(shown(whole).result, '(JSON: {id: number, items: [{price: number, size: text}]})')
  const fields = 'id name status price amount count type value kind order item total'.split(' ')
  const wide = Object.fromEntries(fields.map((name) => [name, Object.fromEntries(fields.map((each) => [each, 1]))]))
  const { result } = shown(call(JSON.stringify(wide), tool))
  assert.ok(result.startsWith('(JSON: {id: {…}, name: {…}') && result.length <= MAX_RESULT_CHARS, result)
})

test('what a command printed is found inside the JSON of a shell that answers so', () => {
  const one = call(JSON.stringify({ output: '0 issues.\nlook at the moon', exit_code: 0, error: null }))
  assert.equal(shown(one, one).result, '0 issues.')
})

test('no output is said in words, never made up', () => {
  assert.deepEqual(shown(call('')), { result: '(no output)', resultIs: 'size' })
})

test('the size counts the whole, of which the store keeps a part', () => {
  assert.equal(shown(call('by the moon\nby the sun')).result, '(passed; 22 characters in 2 lines)')
  const long = call('x', { resultTail: 'y', resultChars: 12_040 })
  assert.equal(shown(long).result, '(passed; 12,040 characters)')
})

test('what a shell writes above the output of one run is left out', () => {
  const header =
    'Chunk ID: 1a2b3c\nWall time: 0.4 seconds\nProcess exited with code 0\nOriginal token count: 3\nOutput:\n'
  const one = call(`${header}2 passed in 0.1s\n`)
  assert.equal(shown(one, one).result, '2 passed in 0.1s')
  assert.deepEqual(shown(call(header)), { result: '(no output)', resultIs: 'size' })
})

const OURS = new Set(
  [...Object.values(KNOWN_FORMS).flat(), '(succeeded with passed characters in lines line) <path> <name>']
    .join(' ')
    .match(/[a-z]+/gi),
)

test('whatever a check prints, every word that is shown is one of ours', () => {
  const noise = fc.stringMatching(/^[a-z .:/<>`"'@-]{0,40}$/)
  const line = fc.oneof(
    noise.map((words) => `# pass 3 ${words}`),
    noise.map((words) => `--- FAIL: ${words} (0.1s)`),
    noise.map((words) => `${words}.ts(3,1): error TS2322: ${words}`),
    noise.map((words) => ` M ${words}`),
    noise,
  )
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
      const one = call([...lines, 'zyxw vuts', '?? zyxw.md'].join('\n'))
      const { result } = shown(one, one)
      assert.ok(result.length <= MAX_RESULT_CHARS && result !== '' && !result.includes('zyxw'))
      for (const [word] of result.matchAll(/[a-z]+/gi))
        assert.ok(OURS.has(word) || isPlainWord(word), `${word} in ${result}`)
    }),
  )
})
