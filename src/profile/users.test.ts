import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import fc from 'fast-check'
import { UserPatterns } from '../schema/listing/session-profile.ts'
import type { ToolKind } from '../schema/outcome.ts'
import type { ProfileCall, ProfileTurn } from '../schema/tally.ts'
import { userPatterns } from './users.ts'

const turnsOf = (...texts: string[]): ProfileTurn[] =>
  texts.map((text, index) => ({
    agent: undefined,
    turn: index + 1,
    at: undefined,
    line: index + 1,
    synthetic: false,
    chars: text.length,
    text,
  }))
const call = (tool: string, subject: string, kind: ToolKind = 'terminal', trivial = false): ProfileCall => ({
  id: 'c',
  agent: undefined,
  tool,
  kind,
  trivial,
  outcome: 'ok',
  cause: undefined,
  rung: 'flag',
  rule: 'flag-ok',
  evidence: '',
  position: 1,
  turn: 1,
  contextTokens: undefined,
  at: undefined,
  subject,
  line: 1,
})
const long = 'the page with the orders is slow when there are many of them and nobody knows since when that is so. '

test('figures come from what a person typed in the main conversation', () => {
  const [first, second, third] = turnsOf('what is this?', 'a notice', 'a task for a helper')
  assert.ok(first && second && third)
  const found = userPatterns([first, { ...second, synthetic: true }, { ...third, agent: 'helper' }], [])
  assert.equal(found.messageCount, 1)
  assert.equal(found.meanLength, 13)
  assert.deepEqual([found.questionShare?.rate, found.questionShare?.n, found.commandShare?.rate], [1, 1, 0])
  assert.equal(found.reason, undefined)
})

test('where nobody spoke, figures are null and a reason is given', () => {
  const found = userPatterns([], [call('Bash', 'ls')])
  assert.deepEqual([found.meanLength, found.questionShare, found.commandShare, found.style], [null, null, null, null])
  assert.match(found.reason ?? '', /typed by a person/)
  assert.deepEqual(found.preferredTools, ['Bash'])
})

const STYLES: [texts: string[], style: string, request: string][] = [
  [['/review', '/theme', 'what now?', 'why?', 'how?'], 'command_driven', 'command_driven'],
  [['what is it?', 'why did it fail?', 'go on'], 'conversational', 'conversational'],
  [['yes', 'b', 'the second'], 'terse', 'terse'],
  [['fix the test', 'please add a page', 'ok, commit it', 'yes'], 'terse', 'direct'],
  [[long.repeat(3), long.repeat(2)], 'detailed', 'detailed'],
  [[long, 'the colours are too dark, make them lighter'], 'balanced', 'balanced'],
  [[`Write a page. ${long}`, `Explain it. ${long}`, `Add tests. ${long}`], 'balanced', 'direct'],
  [['/home/anna/shop has a bug', '/srv/x is full', 'hm'], 'terse', 'terse'],
]

test('style and request style follow the stated rules, in order', () => {
  for (const [texts, style, request] of STYLES) {
    const found = userPatterns(turnsOf(...texts), [])
    assert.deepEqual([found.style, found.requestStyle], [style, request], texts[0])
  }
})

test('shares have intervals', () => {
  const { commandShare } = userPatterns(turnsOf('/a', 'b', 'c', 'd'), [])
  assert.equal(commandShare?.rate, 0.25)
  assert.ok((commandShare?.low ?? 1) < 0.25 && (commandShare?.high ?? 0) > 0.25)
})

const FEEDBACK: [texts: string[], style: string | null][] = [
  [['build a shop'], null],
  [['build a shop', '/exit'], null],
  [['build a shop', 'no, with a cart', "that's wrong", 'undo that'], 'corrections_only'],
  [['build a shop', 'yes', 'no, with a cart', 'good'], 'terse'],
  [['build a shop', long + long], 'detailed'],
]

test('feedback style looks at the messages after the first', () => {
  for (const [texts, style] of FEEDBACK)
    assert.equal(userPatterns(turnsOf(...texts), []).feedbackStyle, style, texts[1])
})

test('preferred tools are the five most used, trivial ones left out', () => {
  const calls = ['b', 'a', 'a', 'c', 'd', 'e', 'f'].map((tool) => call(tool, '', 'general'))
  calls.push(call('TodoWrite', '', 'meta', true), call('TodoWrite', '', 'meta', true))
  assert.deepEqual(userPatterns([], calls).preferredTools, ['a', 'b', 'c', 'd', 'e'])
})

const DOMAINS: [texts: string[], calls: ProfileCall[], domains: string[]][] = [
  [['fix the bug', 'refactor the function'], [call('Bash', 'npm test'), call('Edit', 'a.ts', 'file')], ['coding']],
  [['hello'], [call('WebFetch', 'https://example.org', 'research'), call('WebSearch', 'x', 'research')], ['research']],
  [['move all files into a folder'], [call('Bash', 'mv a b'), call('Bash', 'mkdir c')], ['file_management']],
  [['deploy it'], [call('Bash', 'kubectl apply -f x.yaml'), call('Bash', 'helm list')], ['devops']],
  [['draft a blog post', 'translate the summary'], [], ['writing']],
  [['plot the csv'], [call('Bash', 'sqlite3 x.db'), call('Bash', "psql -c 'x'")], ['data']],
  [['hm', 'well', 'bug'], [call('look', '', 'general')], []],
]

test('domains follow from what was said and done', () => {
  for (const [texts, calls, domains] of DOMAINS) {
    assert.deepEqual(userPatterns(turnsOf(...texts), calls).domains, domains, texts[0])
  }
})

test('any session gives the documented shape, the same each time', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary-ascii' }),
    fc.constantFrom('/x', 'why?', 'no, use tabs', '', '\ud800', long),
  )
  fc.assert(
    fc.property(fc.array(text, { maxLength: 20 }), fc.array(text, { maxLength: 10 }), (texts, subjects) => {
      const calls = subjects.map((subject) => call('Bash', subject))
      const found = userPatterns(turnsOf(...texts), calls)
      v.parse(v.strictObject(UserPatterns.entries), found)
      assert.deepEqual(userPatterns(turnsOf(...texts), calls), found)
    }),
  )
})
