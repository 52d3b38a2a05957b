import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import fc from 'fast-check'
import { anyDraft, templateDraft } from '../../tests/support/template-fixture.ts'
import { Template } from '../schema/listing/template.ts'
import type { TemplateDraft } from '../schema/template-draft.ts'
import { type About, joined } from './about.ts'
import { canonicalJson, type Content, hashOfText } from './canonical.ts'
import { templateOf } from './summary.ts'
import { looksWhole, readStored, type StoredVersion } from './validate.ts'
import { type Version, writtenOf } from './version.ts'

const versionOf = (draft: TemplateDraft): Version => ({
  draft,
  description: 'tests of the shop',
  tags: ['go'],
  taskType: 'code',
  pinned: { kept: [], dropped: ['aaaa'] },
})

const storedOf = (version: Version, given: Partial<StoredVersion> = {}): StoredVersion => ({
  ...writtenOf(version),
  how: version.draft.how,
  made_by: version.draft.madeBy,
  description: version.description,
  tags: JSON.stringify(version.tags),
  task_type: version.taskType,
  ...given,
})

const ROW = {
  id: 'f00d',
  owner: 'sam',
  name: 'shop-go',
  state: 'active',
  version: 1,
  hash: 'abcd',
  created_at: Date.UTC(2026, 2, 1),
  updated_at: Date.UTC(2026, 2, 2),
}

const shownOf = (version: Version): unknown => templateOf(ROW, version, { ledger: undefined, origins: new Map() })

test('what is stored is read back as it was', () => {
  fc.assert(
    fc.property(anyDraft, (draft) => {
      const version = versionOf(draft)
      // Through JSON, which has no -0 and no undefined.
      const expected = JSON.parse(JSON.stringify(version)) as unknown
      assert.deepEqual(JSON.parse(JSON.stringify(readStored(storedOf(version), 'sam').version)), expected)
    }),
  )
})

test('what is stored looks whole, and what was changed or cut short does not', () => {
  const tricky = fc.constantFrom('', '"format":2,', '\\"format":2,', ',"workflows":[')
  fc.assert(
    fc.property(anyDraft, tricky, fc.double({ min: 0, max: 0.99, noNaN: true }), (draft, addendum, share) => {
      const stored = storedOf(versionOf({ ...draft, addendum: `${draft.addendum}${addendum}` }))
      assert.ok(looksWhole(stored))
      const half = (text: string): string => text.slice(0, Math.floor(text.length * share))
      assert.ok(!looksWhole({ ...stored, content: half(stored.content) }))
      assert.ok(!looksWhole({ ...stored, hash: half(stored.hash) }))
      // A cut behind the end of a list inside the last part passes here, and not where the version is used.
      assert.ok(!looksWhole({ ...stored, about: half(stored.about).replace(/\]\}$/, '') }))
      const newer = stored.content.replace('"format":1,', '"format":2,')
      assert.ok(!looksWhole({ ...stored, ...withContent(newer) }) || newer === stored.content)
    }),
  )
})

const withContent = (content: unknown): Partial<StoredVersion> => {
  const text = typeof content === 'string' ? content : canonicalJson(content)
  return { content: text, hash: hashOfText(text) }
}

const WHOLE = JSON.parse(writtenOf(versionOf(templateDraft())).content) as Record<string, unknown>
const KNOWN = JSON.parse(writtenOf(versionOf(templateDraft())).about) as Record<string, unknown>
const withAbout = (given: Record<string, unknown>): Partial<StoredVersion> => ({
  about: canonicalJson({ ...KNOWN, ...given }),
})

const DAMAGES: [what: string, given: Partial<StoredVersion>, problem: RegExp][] = [
  ['content that is cut', { content: '{"patterns":[' }, /content is not what its hash stands for/],
  ['another hash', { hash: '0'.repeat(64) }, /content is not what its hash stands for/],
  ['no JSON at all', withContent('{"patterns":['), /its content is not an object/],
  ['a list', withContent([]), /its content is not an object/],
  ['patterns that are none', withContent({ ...WHOLE, patterns: [7] }), /its content\.patterns\[0\] is not an object/],
  ['no addendum', withContent({ ...WHOLE, addendum: undefined }), /its content\.addendum is missing/],
  ['a newer format', withContent({ ...WHOLE, format: 2, patterns: 'other' }), /newer warmstart \(format 2, .* up to 1/],
  ['about that is no JSON', { about: 'x' }, /what is known about it is not an object/],
  ['a pattern too few', withAbout({ patterns: [] }), /disagree on patterns/],
  ['a convention twice', withAbout({ conventions: twice(KNOWN['conventions']) }), /disagree on conventions/],
  ['tags that are none', { tags: '{"a":1}' }, /its tags is not a list/],
  ['a task type that is none', { task_type: 'sleeping' }, /task type/],
  ['nobody who made it', { how: 'magic' }, /how it was made/],
]

function twice(list: unknown): unknown {
  const [one] = list as unknown[]
  return [one, one]
}

for (const [what, given, problem] of DAMAGES) {
  test(`a version with ${what} is told in a sentence`, () => {
    const reading = readStored(storedOf(versionOf(templateDraft()), given), 'sam')
    assert.match(reading.problem ?? '', problem)
    assert.equal(reading.version, undefined)
  })
}

test('only a higher format number is called newer', () => {
  const newer = readStored(storedOf(versionOf(templateDraft()), withContent({ ...WHOLE, format: 9 })), 'sam')
  const older = readStored(storedOf(versionOf(templateDraft()), withContent({ ...WHOLE, format: 0 })), 'sam')
  assert.ok(newer.problem !== undefined && newer.isNewer)
  assert.ok(older.problem !== undefined && !older.isNewer)
})

test('whatever a row holds is read or told, never thrown', () => {
  const text = fc.oneof(fc.string(), fc.json())
  fc.assert(
    fc.property(text, text, text, text, (content, about, tags, how) => {
      const row = { ...storedOf(versionOf(templateDraft())), content, hash: hashOfText(content), about, tags, how }
      assert.equal(typeof readStored(row, 'sam').problem, 'string')
    }),
  )
})

/** Every place of a value, as the keys that lead there. */
const placesOf = (value: unknown, path: (string | number)[] = []): (string | number)[][] => {
  if (typeof value !== 'object' || value === null) return [path]
  const entries: [string | number, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [path, ...entries.flatMap(([key, each]) => placesOf(each, [...path, key]))]
}

const replaced = (value: unknown, [key, ...rest]: (string | number)[], by: unknown): unknown => {
  if (key === undefined) return by
  if (Array.isArray(value)) return value.map((each, index) => (index === key ? replaced(each, rest, by) : each))
  const record = value as Record<string, unknown>
  const next = { ...record, [key]: replaced(record[String(key)], rest, by) }
  return next
}

const ODD: unknown[] = [null, undefined, 0, -1, 1.5, '', 'mixed', '2026-13-01T00:00:00.000Z', [1], {}]

/** Whether a template made of these halves, unchecked, has the documented shape. */
const isDocumented = (content: unknown, about: unknown): boolean => {
  try {
    const draft = joined(content as Content, about as About, { how: 'build', madeBy: 'miner@1' })
    const { pinned } = about as About
    const shown = shownOf({ ...versionOf(draft), pinned })
    return v.safeParse(Template, JSON.parse(JSON.stringify(shown))).success
  } catch {
    return false
  }
}

/** What only the stored halves know of: how they fit, and their number. */
const OF_THE_HALVES =
  /disagree on|newer warmstart|(?:about it\.taskType|\.at|content\.format) is (?:not|missing)|\.(?:conventions|markers)(?:\[\d+\])? is not an? (?:list|object)/

test('what passes the checks by hand has the documented shape, and what has it passes', () => {
  const counts = { passed: 0, refused: 0 }
  for (const which of ['content', 'about'] as const) {
    const whole = which === 'content' ? WHOLE : KNOWN
    for (const place of placesOf(whole)) {
      for (const odd of ODD) {
        const changed = JSON.parse(canonicalJson(replaced(whole, place, odd))) as unknown
        const [content, about] = which === 'content' ? [changed, KNOWN] : [WHOLE, changed]
        const given = { ...withContent(content), about: canonicalJson(about) }
        const { version, problem } = readStored(storedOf(versionOf(templateDraft()), given), 'sam')
        const where = `${which}.${place.join('.')} = ${JSON.stringify(odd)}: ${problem}`
        counts[version === undefined ? 'refused' : 'passed']++
        if (version === undefined && OF_THE_HALVES.test(problem)) continue
        assert.equal(version !== undefined, isDocumented(content, about), where)
        assert.ok(version !== undefined || problem.length < 200, where)
      }
    }
  }
  assert.ok(counts.passed > 100 && counts.refused > 1_000, JSON.stringify(counts))
})
