import assert from 'node:assert/strict'
import { test } from 'node:test'
import pc from 'picocolors'
import { widthOf } from '../../interfaces/cli/table.ts'
import type { OwnerReport } from './shape.ts'
import { ownerLines } from './show.ts'

const screen = (width: number) => ({ width, colors: pc.createColors(false) })

const report = (changes: Partial<OwnerReport> = {}): OwnerReport => ({
  localUser: 'sam',
  owners: [
    { owner: 'sam', sessions: 1_200 },
    { owner: null, sessions: 3 },
  ],
  unowned: [{ source: 'hermes', platform: null, sessions: 3 }],
  claims: [],
  changed: null,
  ...changes,
})

test('the local user and nobody are told apart from others, and what to type stands below', () => {
  const text = ownerLines(report(), screen(80)).join('\n')
  assert.match(text, /sam \(you\) +1,200\n\(no owner\) +3\n/)
  assert.match(text, /hermes +unknown +3\n/)
  assert.match(text, /^ {2}warmstart owner claim --platform unknown$/m)
})

test('claims about sessions of one platform are one line, and nothing is said where there is nothing', () => {
  const at = '2026-11-15T00:00:00.000Z'
  const one = { kind: 'session', platform: 'telegram', owner: 'sam', by: 'sam', at, sessions: 1 } as const
  const claims = [
    { ...one, subject: 'a' },
    { ...one, subject: 'b' },
    { ...one, kind: 'owner' as const, subject: 'telegram:42', platform: null, sessions: 12 },
  ]
  const text = ownerLines(report({ claims, unowned: [] }), screen(80)).join('\n')
  assert.match(text, /sessions on telegram +sam \(you\) +2 +2026-11-15\n/)
  assert.match(text, /telegram:42 +sam \(you\) +12 /)
  assert.ok(!text.includes('without an owner'))
  assert.match(ownerLines(report({ owners: [], unowned: [] }), screen(80)).join('\n'), /No session was read yet/)
})

test('every line fits the window, and names of others cannot move its cursor', () => {
  const evil = `telegram:\u001B[2J${'x'.repeat(300)}`
  const claims = [
    { kind: 'owner' as const, subject: evil, platform: null, owner: evil, by: 'sam', at: '2026-11-15', sessions: 1 },
  ]
  const changed = { how: 'claimed' as const, owner: evil, sessions: 2 }
  const owners = [{ owner: evil, sessions: 5 }]
  for (const width of [50, 80, 120])
    for (const line of ownerLines(report({ owners, claims, changed }), screen(width))) {
      assert.ok(widthOf(line) <= width, `${widthOf(line)} of ${width}: ${line}`)
      assert.ok(!line.includes('\u001B'), line)
    }
})
