import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import pc from 'picocolors'
import { HOSTILE, LONG_TOOL } from '../../../tests/support/session-fixture.ts'
import { patternDraft, recoveryDraft, templateDraft, workflowDraft } from '../../../tests/support/template-fixture.ts'
import type { Template, TemplateList } from '../list/templates-operation.ts'
import { difference } from '../../template/diff.ts'
import { templateOf } from '../../template/summary.ts'
import type { Version } from '../../template/version.ts'
import { templateLines } from './show.ts'
import { templateDiffLines } from '../diff/show.ts'
import { templateHistoryLines } from '../history/show.ts'
import { templateListLines } from '../list/show.ts'
import { widthOf } from '../../interfaces/cli/table.ts'

const screenOf = (width: number) => ({ width, colors: pc.createColors(false) })

const ROW = {
  id: 'f00dfeedf00dfeedf00d',
  owner: 'sam',
  name: 'shop-go',
  state: 'active',
  version: 3,
  hash: 'ab'.repeat(32),
  created_at: Date.UTC(2026, 2, 1),
  updated_at: Date.UTC(2026, 2, 2),
}

const versionOf = (given: Parameters<typeof templateDraft>[0] = {}): Version => ({
  draft: templateDraft(given),
  description: 'tests of the shop',
  tags: ['go'],
  taskType: 'code',
  pinned: { kept: [], dropped: ['aaaa'] },
})

const LEDGER = {
  uses: 5,
  outcomes: 5,
  successes: 4,
  lastUsedAt: Date.UTC(2026, 2, 3),
  returned: { clusters: 0, x: 0, n: 0, xx: 0, xn: 0, nn: 0 },
}

const shown = (version = versionOf(), ledger: typeof LEDGER | null = LEDGER): Template => {
  const [call = ''] = version.draft.patterns.map(({ evidence }) => evidence[0]?.call ?? '')
  const origins = new Map([[call, { path: '/home/sam/.agent/one.jsonl', line: 12, block: 0 }]])
  return templateOf(ROW, version, { ledger: ledger ?? undefined, origins })
}

/** Everything in it that somebody else could have written. */
const hostile = (): Version => ({
  ...versionOf({
    patterns: [
      patternDraft(HOSTILE, { tool: LONG_TOOL, intent: HOSTILE, result: HOSTILE, arguments: { [HOSTILE]: HOSTILE } }),
    ],
    workflows: [workflowDraft([HOSTILE, HOSTILE], { intent: HOSTILE })],
    recoveries: [recoveryDraft(HOSTILE, { strategy: HOSTILE, tool: LONG_TOOL, failed: { command: HOSTILE } })],
    conventions: [{ text: HOSTILE, kind: 'stated', count: 1, evidence: [] }],
    contextMarkers: [{ kind: 'code', value: HOSTILE, count: 1 }],
    addendum: `${HOSTILE}\n${HOSTILE}`,
    leftOut: [{ reason: HOSTILE, count: 1 }],
  }),
  description: HOSTILE,
  tags: [HOSTILE],
})

test('a template is shown with what it holds, what that rests on and where it came from', () => {
  const text = templateLines(shown(), screenOf(80)).join('\n')
  for (const expected of [
    /^version {4}3, build \(miner@1\), 2026-03-02/m,
    /^size +all pieces about 400 tokens/m,
    /^use +used 5 times, 80 % success \(5 outcomes\)$/m,
    /^success +80\.0 % \[/m,
    /^1 {2}Bash: go test <path>\n {3}for: run go test on the package at hand\n {3}→ ok/m,
    /in 4 sessions, worked 90\.0 % \[70\.0, 97\.0\] \(n 20\), 60 tokens/,
    /^ {3}\/home\/sam\/\.agent\/one\.jsonl:12$/m,
    /warmstart explain c0ffee/,
    /^ {3}1\. Bash: make lint\n {3}2\. Bash: go vet$/m,
    /failed: Bash: go test cart\n {3}worked: Bash: go test \.\/cart\n {3}so: name the package/,
    /^- Run the linter before every commit\.$/m,
    /^left out {2}destructive \(1\)$/m,
    /^replaced {2}home \(2\)$/m,
    /^pinned +1 piece dropped$/m,
  ])
    assert.match(text, expected)
})

test('what is not known is said, not left at zero', () => {
  const pattern = patternDraft('go test', {
    successRate: null,
    reason: 'no outcome is known',
    result: '',
    evidence: [],
  })
  const text = templateLines(shown(versionOf({ patterns: [pattern] }), null), screenOf(80)).join('\n')
  assert.match(text, /^use +not used yet$/m)
  assert.doesNotMatch(text, /^success/m)
  assert.match(text, /worked: not known, no outcome is known/)
  assert.match(text, /→ \(nothing\)/)
})

const USES: [uses: number, outcomes: number, successes: number, text: RegExp][] = [
  [0, 0, 0, /not used yet/],
  [1, 0, 0, /used once, no outcome known/],
  [5, 3, 2, /used 5 times, 67 % success \(3 outcomes\)/],
  [1200, 1, 0, /used 1,200 times, 0 % success \(1 outcome\)/],
]

for (const [uses, outcomes, successes, text] of USES) {
  test(`a list says of ${uses} uses with ${outcomes} outcomes: ${text.source}`, () => {
    const list: TemplateList = {
      templates: [shown(versionOf(), { ...LEDGER, uses, outcomes, successes })],
      damaged: [],
    }
    assert.match(templateListLines(list, screenOf(80)).join('\n'), text)
  })
}

test('a list names what cannot be read, and says so where there is nothing', () => {
  const damaged = [{ name: 'broken', problem: 'its content is not what its hash stands for' }]
  assert.match(templateListLines({ templates: [], damaged }, screenOf(80)).join('\n'), /^broken: its content is not/m)
  assert.match(templateListLines({ templates: [], damaged: [] }, screenOf(80)).join('\n'), /no template that fits/)
})

test('a difference is marked by sign, and none is called the same', () => {
  const side = (version: number) => ({ name: 'shop-go', version, hash: 'ab'.repeat(32) })
  const changed = versionOf({ patterns: [patternDraft('go test', { result: 'FAIL' }), patternDraft('go run')] })
  const diff = { from: side(1), to: side(2), ...difference(versionOf(), changed) }
  const text = templateDiffLines(diff, screenOf(80)).join('\n')
  assert.match(text, /^\+ Bash: go run$/m)
  assert.match(text, /^- Bash: git status$/m)
  assert.match(text, /^~ Bash: go test\n {4}result:\n {4}- ok \.\/cart 0\.2s …\n {4}\+ FAIL$/m)
  const same = { from: side(1), to: side(1), ...difference(versionOf(), versionOf()) }
  assert.match(templateDiffLines(same, screenOf(80)).join('\n'), /^content {2}the same$/m)
})

suite('whatever a template holds, no line is wider than the window and none disturbs it', () => {
  const side = { name: 'shop-go', version: 1, hash: 'ab'.repeat(32) }
  const template = shown(hostile())
  const history = {
    id: 'f00d',
    name: 'shop-go',
    versions: [1, 2].map((version) => ({
      version,
      isCurrent: version === 2,
      hash: 'ab'.repeat(32),
      how: 'build',
      madeBy: 'miner@1',
      at: '2026-03-02T00:00:00.000Z',
      note: '',
      description: HOSTILE,
      patternCount: version === 1 ? null : 3,
      recoveryCount: version === 1 ? null : 2,
      problem: version === 1 ? 'its content is not what its hash stands for' : null,
    })),
  }
  for (const width of [60, 80, 120]) {
    const screen = screenOf(width)
    const pages: [name: string, lines: string[]][] = [
      ['show', templateLines(template, screen)],
      ['list', templateListLines({ templates: [template], damaged: [{ name: 'x', problem: HOSTILE }] }, screen)],
      ['diff', templateDiffLines({ from: side, to: side, ...difference(versionOf(), hostile()) }, screen)],
      ['history', templateHistoryLines(history, screen)],
    ]
    for (const [name, lines] of pages) {
      test(`${name} at ${width} columns`, () => {
        const isPath = (line: string): boolean => /^\s*\/\S+$/.test(line)
        assert.deepEqual(
          lines.filter((line) => widthOf(line) > width && !isPath(line)),
          [],
        )
        assert.doesNotMatch(lines.join('\n').replaceAll('\n', ''), /[\u0000-\u001F\u202A-\u202E]/)
      })
    }
  }
})
