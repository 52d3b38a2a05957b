import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as v from 'valibot'
import pc from 'picocolors'
import { bothEngines } from '../../../tests/support/engines.ts'
import { bash, START, writeHistory } from '../../../tests/support/mined-history.ts'
import { scratch } from '../../../tests/support/store.ts'
import { UNOWNED } from '../../schema/owner.ts'
import type { Connection } from '../../store/connection.ts'
import { openStore } from '../../store/open.ts'
import { FILE } from '../../store/tables.ts'
import { search } from './operation.ts'
import { SearchHit } from './shape.ts'
import { searchLines } from './show.ts'

const filled = async (t: Parameters<typeof scratch>[0], address: string): Promise<Connection> => {
  const store = await openStore(address)
  t.after(() => void store.close())
  await store.insertNew(FILE, [
    ['file-1', 'test', 'codex', '/history/one.jsonl', '/history', 'jsonl', 1, START, 1, 1, '', 'v', 'ok', ''],
  ])
  await writeHistory(store, [
    {
      id: 'cart',
      title: 'Totals are off',
      calls: [bash('npm test -- cart', { asked: 'The Basket forgets 100% of coupons' })],
    },
    {
      id: 'lint',
      project: '/home/sam/ledger',
      calls: [bash('cargo  test --all', { evidence: 'error: no such lint' })],
    },
    { id: 'umlaut', calls: [bash('ls', { asked: 'ÄRGER mit der Straße' })] },
    { id: 'nobodys', owner: UNOWNED, calls: [bash('npm test -- cart')] },
    { id: 'eves', owner: 'telegram:eve', source: 'pi', calls: [bash('npm test -- cart')] },
  ])
  return store
}

for (const { engine, address } of bothEngines()) {
  test(`sessions are found by words of their title, project, messages and calls (${engine})`, async (t) => {
    const store = await filled(t, address(scratch(t)))
    const found = async (...words: string[]): Promise<string[]> =>
      (await Array.fromAsync(search(store, words, {}))).map(({ session }) => session).toSorted()
    const table: [words: string[], sessions: string[]][] = [
      [['totals'], ['cart']],
      [['ledger'], ['lint']],
      [['BASKET'], ['cart']],
      [['100%'], ['cart']],
      [['1_0'], []],
      [['cart'], ['cart', 'eves']],
      [['no such lint'], ['lint']],
      // Words may stand in different places of a session, but all must be there.
      [['basket', 'npm'], ['cart']],
      [['basket', 'cargo'], []],
      [['ärger'], ['umlaut']],
      [['zebra'], []],
    ]
    for (const [words, sessions] of table) assert.deepEqual(await found(...words), sessions, words.join(' '))
    assert.deepEqual(
      (await Array.fromAsync(search(store, ['cart'], { source: 'pi' }))).map(({ session }) => session),
      ['eves'],
    )
    await assert.rejects(Array.fromAsync(search(store, ['cart'], { source: 'netscape' })), { code: 'unknown-source' })
  })

  test(`a hit says where each word stands (${engine})`, async (t) => {
    const store = await filled(t, address(scratch(t)))
    const [hit] = await Array.fromAsync(search(store, ['totals', 'basket', 'npm', 'test'], {}))
    assert.deepEqual(v.parse(SearchHit, hit).matches, [
      { in: 'title', tool: null, text: 'Totals are off' },
      { in: 'message', tool: null, text: 'The Basket forgets 100% of coupons' },
      { in: 'call', tool: 'Bash', text: 'npm test -- cart' },
    ])
  })
}

test('hits are shown a line each with their places, and more are told of', () => {
  const hit = (session: string): SearchHit => ({
    session,
    source: 'codex',
    project: '/home/sam/shop',
    title: 'Totals\u001B[2J are off',
    lastAt: '2026-03-01T10:00:00.000Z',
    matches: [{ in: 'call', tool: 'Bash', text: 'npm test '.repeat(20) }],
  })
  const screen = { width: 60, colors: pc.createColors(false) }
  const lines = searchLines([hit('aaaa-1'), hit('bbbb-2'), hit('cccc-3')], { limit: 2, words: ['npm'] }, screen)
  assert.match(lines[0] ?? '', /^aaaa-1 {2}codex {2}2026-03-01 {2}shop {2}Totals/)
  assert.match(lines[1] ?? '', /^ {2}Bash: npm test/)
  assert.equal(lines.filter((line) => line.startsWith('cccc')).length, 0)
  assert.match(lines.join(' '), /There are more; --limit 4/)
  for (const line of lines) {
    assert.ok(line.length <= 60, line)
    assert.doesNotMatch(line, /\u001B/)
  }
  assert.match(searchLines([], { limit: 2, words: ['a', 'b'] }, screen).join(' '), /No session holds a and b/)
})
