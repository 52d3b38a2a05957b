import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import { needs } from '../../../tests/support/programs.ts'
import { scratch } from '../../../tests/support/store.ts'
import { applyHunks } from './apply-hunks.ts'
import { parsePatch } from './patch-format.ts'
import { shownDiff } from './shown-diff.ts'

const FILE = { file: 'f' }
const texts = fc
  .tuple(fc.array(fc.constantFrom('a', 'b', 'c', '', ' x', '+y', '-z'), { maxLength: 25 }), fc.boolean())
  .map(([lines, ends]) => (lines.length === 0 ? '' : `${lines.join('\n')}${ends || lines.at(-1) === '' ? '\n' : ''}`))

test('a diff is one that git can apply', needs('git'), (t) => {
  const directory = scratch(t)
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const diff = shownDiff(before, after, FILE)
      if (before === after) return assert.equal(diff, '')
      writeFileSync(join(directory, 'f'), before)
      const { status, stderr } = spawnSync('git', ['apply', '--whitespace=nowarn', '-'], {
        cwd: directory,
        input: `${diff}\n`,
        encoding: 'utf8',
      })
      assert.equal(status, 0, `${stderr}\n${diff}`)
      assert.equal(readFileSync(join(directory, 'f'), 'utf8'), after)
    }),
    { numRuns: 60 },
  )
})

test('a long diff is cut with a mark, and texts that have nothing in common are no trouble', () => {
  const [before, after] = [1, 2].map((seed) => Array.from({ length: 5_000 }, (_, nth) => `${seed}-${nth}`).join('\n'))
  const diff = shownDiff(before, after, { ...FILE, limit: 2_000 })
  assert.ok(diff.length < 2_100)
  assert.match(diff, /\n\[diff cut: \d+ more characters\]$/)
})

test('a patch changes the lines it names and no others, whatever ends them', () => {
  const ending = fc.constantFrom('\n', '\r\n')
  fc.assert(
    fc.property(
      fc.integer({ min: 3, max: 20 }),
      fc.nat(),
      fc.nat({ max: 3 }),
      fc.nat({ max: 3 }),
      ending,
      fc.boolean(),
      (count, seed, removed, added, end, ends) => {
        const lines = Array.from({ length: count }, (_, nth) => `  line ${nth}`)
        const at = 1 + (seed % (count - 1))
        const gone = lines.slice(at, at + removed)
        const fresh = Array.from({ length: added }, (_, nth) => `  new ${nth}`)
        const patch = [
          `*** Begin Patch\n*** Update File: f\n@@\n ${lines[at - 1]}`,
          ...gone.map((line) => `-${line}`),
          ...fresh.map((line) => `+${line}`),
          '*** End Patch',
        ].join('\n')
        const files = parsePatch(patch)
        assert.ok(Array.isArray(files) && files[0]?.kind === 'update')
        const applied = applyHunks(lines.join(end) + (ends ? end : ''), files[0].hunks)
        const expected = [...lines.slice(0, at), ...fresh, ...lines.slice(at + gone.length)]
        assert.deepEqual(applied, { text: expected.join(end) + (ends ? end : '') })
      },
    ),
  )
})

test('no text is too odd to be read as a patch', () => {
  const line = fc.oneof(
    fc.constantFrom(
      '*** Begin Patch',
      '*** End Patch',
      '*** Update File: a',
      '*** Add File: b',
      '*** Delete File: c',
      '*** Move to: d',
      '@@',
      '@@ x',
      ' a',
      '-a',
      '+a',
      '',
    ),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(line), fc.string(), (lines, text) => {
      const files = parsePatch(['*** Begin Patch', ...lines].join('\n'))
      if (!Array.isArray(files)) return assert.match(files.problem, /^Invalid patch: /)
      for (const file of files) if (file.kind === 'update') applyHunks(text, file.hunks)
    }),
  )
})
