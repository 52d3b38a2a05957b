import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { patternDraft, recoveryDraft, templateDraft, workflowDraft } from '../../../tests/support/template-fixture.ts'
import type { Template } from '../list/templates-operation.ts'
import { templateOf } from '../../template/summary.ts'
import { otherWords, wordsOfPieces } from './words-show.ts'
import { widthOf } from '../../interfaces/cli/table.ts'

const templateWith = (given: Parameters<typeof templateDraft>[0]): Template =>
  templateOf(
    {
      id: 'f00dfeedf00dfeedf00d',
      owner: 'sam',
      name: 'shop',
      state: 'quarantined',
      version: 1,
      hash: 'ab'.repeat(32),
      created_at: 0,
      updated_at: 0,
    },
    { draft: templateDraft(given), description: '', tags: [], taskType: null, pinned: { kept: [], dropped: [] } },
    { ledger: undefined, origins: new Map() },
  )

/** Without the ends of lines, which depend on the width. */
const joined = (lines: readonly string[]): string => lines.map((line) => line.trim()).join(' ')

suite('what a review shows word for word', () => {
  const long = Array.from({ length: 120 }, (_, index) => `word${index}`).join(' ')
  const template = templateWith({
    patterns: [patternDraft('go test', { intent: long, result: `first\n${long}`, arguments: { command: long } })],
    workflows: [workflowDraft(['make lint', long])],
    recoveries: [recoveryDraft(long, { strategy: long, failed: { command: long }, worked: { command: long } })],
    conventions: [{ text: long, kind: 'stated', count: 1, evidence: [] }],
    addendum: `first\n${long}`,
  })

  test('nothing that a session could be told is cut, each piece in its place', () => {
    const [pattern = [], workflow = [], recovery = [], convention = [], ...rest] = wordsOfPieces(template, {
      width: 80,
    })
    const times = (lines: readonly string[]): number => joined(lines).split(long).length - 1
    assert.deepEqual([pattern, workflow, recovery, convention].map(times), [3, 1, 4, 1])
    assert.deepEqual(rest, [])
    assert.equal(times(otherWords(template, { width: 80 })), 1)
  })

  test('it fits every width', () => {
    fc.assert(
      fc.property(fc.integer({ min: 40, max: 120 }), (width) => {
        for (const line of [...wordsOfPieces(template, { width }).flat(), ...otherWords(template, { width })])
          assert.ok(widthOf(line) <= width, line)
      }),
    )
  })
})
