import assert from 'node:assert/strict'
import { utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, test } from 'node:test'
import * as v from 'valibot'
import { build } from '../src/verbs/build/operation.ts'
import { calls } from '../src/verbs/calls/operation.ts'
import { compressCheck } from '../src/verbs/compress-check/operation.ts'
import { doctor } from '../src/verbs/doctor/operation.ts'
import { profileHistory, profileSession } from '../src/verbs/profile/operation.ts'
import { session, sessions } from '../src/verbs/sessions/operation.ts'
import { sources } from '../src/verbs/sources/operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { DoctorReport } from '../src/verbs/doctor/shape.ts'
import type { Connection } from '../src/store/connection.ts'
import { MIGRATIONS } from '../src/store/migrations.ts'
import { openStore } from '../src/store/open.ts'
import { claim, owners, release } from '../src/verbs/owner/operation.ts'
import { OwnerReport } from '../src/verbs/owner/shape.ts'
import { bothEngines } from './support/engines.ts'
import { sayIn } from './support/live-session.ts'
import { DM, hermesHome, openclawHome, writeTranscript } from './support/owner-homes.ts'
import { runCommand } from './support/run-command.ts'
import { scratch, testApp } from './support/store.ts'

type TestContext = Parameters<typeof scratch>[0]

const UNOWNED = ['line-of-nobody', 'line-of-none', 'row-of-discord', 'row-of-nobody']
const OWNED = ['desk-1', 'desk-2', 'line-of-42', 'row-of-42']

for (const { engine, address } of bothEngines()) {
  suite(engine, () => {
    const read = async (t: TestContext) => {
      const store = await openStore(address(scratch(t)))
      t.after(() => store.close())
      const [app, home] = [testApp(scratch(t)), hermesHome(t)]
      const again = (rebuild = false) => sync(app, store, { targets: [{ path: home }], rebuild })
      return { app, store, home, again, report: await again() }
    }
    const listed = async (store: Connection, filter: Parameters<typeof sessions>[1] = {}): Promise<string[]> =>
      (await Array.fromAsync(sessions(store, filter))).map(({ session: id }) => id).toSorted()
    const ofOwner = (store: Connection, owner: string) => listed(store, { owner })

    test('sessions of chats that name nobody are in no list, no figure and no template', async (t) => {
      const { app, store, report } = await read(t)
      assert.deepEqual(await listed(store), OWNED)
      assert.deepEqual(await ofOwner(store, 'sam'), ['desk-1', 'desk-2'])
      assert.deepEqual(await ofOwner(store, 'telegram:42'), ['line-of-42', 'row-of-42'])
      const called = new Set((await Array.fromAsync(calls(store, {}))).map(({ session: id }) => id))
      assert.deepEqual([...called].toSorted(), OWNED)
      assert.equal((await profileHistory(store, {})).sessions, 4)
      assert.deepEqual([report.totals.sessions, report.totals.calls, report.unowned], [4, 4, 4])
      assert.equal((await sources(app, store)).find(({ source }) => source === 'hermes')?.sessions, 4)
      for (const owner of ['sam', '']) {
        const wanted = { name: 'shop', owner, minMessages: 1, minSupport: 1, platform: 'telegram' }
        await assert.rejects(build(app, store, wanted), { code: 'nothing-found' }, `as ${owner}`)
      }
      const built = await build(app, store, { name: 'shop', minMessages: 1 })
      assert.deepEqual(built.sourceSessions.toSorted(), ['desk-1', 'desk-2'])
    })

    test('they can be looked at by whoever names them, so that a person can tell whose they are', async (t) => {
      const { store } = await read(t)
      assert.deepEqual(await listed(store, { owner: '' }), UNOWNED)
      const one = await session(store, 'row-of-nobody')
      assert.deepEqual([one.owner, one.timeline.map(({ tool, owner }) => [tool, owner])], [null, [['terminal', null]]])
      assert.equal((await profileSession(store, 'line-of-none')).session, 'line-of-none')
      const checked = await compressCheck(store, { session: 'line-of-none', tolerance: 1.2, filter: {} })
      assert.equal(checked.session, 'line-of-none')
    })

    test('doctor and owner say how many there are and where they were held', async (t) => {
      const { app, store } = await read(t)
      const unowned = [
        { source: 'hermes', platform: null, sessions: 2 },
        { source: 'hermes', platform: 'discord', sessions: 1 },
        { source: 'hermes', platform: 'telegram', sessions: 1 },
      ]
      const sorted = (rows: typeof unowned) =>
        rows.toSorted((a, b) => ((a.platform ?? '') < (b.platform ?? '') ? -1 : 1))
      const found = v.parse(DoctorReport, await doctor(app, store, { version: '0' }))
      assert.deepEqual(sorted(found.unowned), unowned)
      const report = v.parse(OwnerReport, await owners(app, store))
      assert.deepEqual(sorted(report.unowned), unowned)
      assert.deepEqual(report.owners, [
        { owner: null, sessions: 4 },
        { owner: 'sam', sessions: 2 },
        { owner: 'telegram:42', sessions: 2 },
      ])
    })

    test('a claim survives a rebuild and another import, is mined, and can be taken back', async (t) => {
      const { app, store, home, again } = await read(t)
      const claimed = v.parse(OwnerReport, await claim(app, store, { platform: 'telegram' }))
      assert.deepEqual(claimed.changed, { how: 'claimed', owner: 'sam', sessions: 1 })
      await claim(app, store, { sessions: ['line-of-none'], as: 'telegram:7' })
      const check = async (what: string): Promise<void> => {
        assert.deepEqual(await ofOwner(store, 'sam'), ['desk-1', 'desk-2', 'row-of-nobody'], what)
        assert.deepEqual(await ofOwner(store, 'telegram:7'), ['line-of-none'], what)
      }
      await check('at once')
      await again(true)
      await check('after a rebuild')
      // Both files are touched, so that every session is read again.
      for (const name of ['state.db', join('sessions', 'line-of-none.jsonl')])
        utimesSync(join(home, name), new Date(), new Date())
      await again()
      await check('after another import')
      const built = await build(app, store, { name: 'shop', minMessages: 1, platform: 'telegram', minSupport: 1 })
      assert.deepEqual(built.sourceSessions, ['row-of-nobody'])

      const released = v.parse(OwnerReport, await release(app, store, { platform: 'telegram' }))
      assert.deepEqual([released.changed?.sessions, released.claims.length], [1, 1])
      await release(app, store, { isAll: true })
      assert.deepEqual(await ofOwner(store, ''), UNOWNED)
      await again(true)
      assert.deepEqual(await ofOwner(store, ''), UNOWNED)
      await assert.rejects(release(app, store, { isAll: true }), { code: 'nothing-to-claim' })
    })

    test('who somebody is can be claimed too, and then holds for what is read later', async (t) => {
      const { app, store, home, again } = await read(t)
      await claim(app, store, { owner: 'telegram:42' })
      assert.deepEqual(await ofOwner(store, 'sam'), OWNED)
      writeTranscript(home, 'line-of-later')
      const origin = { platform: 'telegram', chat_id: '42', user_id: '42' }
      writeFileSync(
        join(home, 'sessions', 'sessions.json'),
        JSON.stringify({ [DM]: { session_id: 'line-of-later', origin } }),
      )
      await again()
      assert.ok((await ofOwner(store, 'sam')).includes('line-of-later'))
      // One session of theirs is somebody else's after all: the nearer word counts.
      await claim(app, store, { sessions: ['row-of-42'], as: 'telegram:8' })
      assert.deepEqual(await ofOwner(store, 'telegram:8'), ['row-of-42'])
      await release(app, store, { owner: 'telegram:42' })
      assert.deepEqual(await ofOwner(store, 'telegram:42'), ['line-of-42', 'line-of-later'])
      assert.deepEqual(await ofOwner(store, 'telegram:8'), ['row-of-42'])
    })

    test('channels of OpenClaw that name no sender are nobody’s until a person claims them', async (t) => {
      const store = await openStore(address(scratch(t)))
      t.after(() => store.close())
      const [app, home] = [testApp(scratch(t)), openclawHome(t)]
      const again = (rebuild = false) => sync(app, store, { targets: [{ path: home }], rebuild })
      const report = await again()
      assert.deepEqual(await ofOwner(store, 'sam'), ['oc-desk'])
      assert.deepEqual(await ofOwner(store, 'telegram:42'), ['oc-42'])
      assert.deepEqual(await ofOwner(store, 'telegram:chat:-100'), ['oc-group'])
      const unowned = ['oc-helper', 'oc-named', 'oc-reset', 'oc-silent', 'oc-two']
      assert.deepEqual([await ofOwner(store, ''), report.unowned], [unowned, unowned.length])
      const found = await doctor(app, store, { version: '0' })
      const named = found.unowned.map(({ source, platform, sessions: count }) => [source, platform, count])
      assert.deepEqual(
        named.toSorted((a, b) => (String(a[1]) < String(b[1]) ? -1 : 1)),
        [
          ['openclaw', null, 1],
          ['openclaw', 'openclaw-weixin', 1],
          ['openclaw', 'subagent', 1],
          ['openclaw', 'telegram', 1],
          ['openclaw', 'whatsapp', 1],
        ],
      )
      const built = await build(app, store, { name: 'shop', minMessages: 1, minSupport: 1 })
      assert.deepEqual(built.sourceSessions, ['oc-desk'])
      await claim(app, store, { platform: 'openclaw-weixin' })
      await claim(app, store, { owner: 'telegram:42' })
      await again(true)
      assert.deepEqual(await ofOwner(store, 'sam'), ['oc-42', 'oc-desk', 'oc-silent'])
      const lines = await runCommand(['doctor'], { app, store: async () => store, columns: 200 })
      assert.match(lines.join('\n'), /Sessions without an owner[^]*openclaw[^]*warmstart owner claim --platform/)
    })

    test('what makes no sense is refused in words', async (t) => {
      const { app, store } = await read(t)
      await sayIn(store, { session: 'held-here', owner: 'telegram:42', at: app.now() })
      await sync(app, store, { targets: [], rebuild: false })
      const bad: [Parameters<typeof claim>[2], string][] = [
        [{}, 'usage'],
        [{ isAll: true, platform: 'telegram' }, 'usage'],
        [{ platform: 'signal' }, 'nothing-to-claim'],
        [{ sessions: ['line-of'] }, 'ambiguous'],
        [{ sessions: ['nowhere'] }, 'no-such-session'],
        [{ owner: 'telegram:9' }, 'no-such-owner'],
        [{ owner: '' }, 'no-such-owner'],
        [{ owner: 'sam' }, 'usage'],
        [{ isAll: true, as: '' }, 'usage'],
        [{ isAll: true, as: 'a\nb' }, 'usage'],
        [{ sessions: ['held-here'] }, 'usage'],
      ]
      for (const [chosen, code] of bad)
        await assert.rejects(claim(app, store, chosen), { code }, JSON.stringify(chosen))
      assert.deepEqual((await owners(app, store)).claims, [])
      // What was held here stays with its chat, whoever telegram:42 is said to be: ledger and chat know it by that owner.
      await claim(app, store, { owner: 'telegram:42' })
      assert.deepEqual(await ofOwner(store, 'telegram:42'), ['held-here'])
    })

    test('build --platform says whose sessions there are, and what to do', async (t) => {
      const { app, store } = await read(t)
      const at = { app, store: async () => store, columns: 200 }
      const words = ['build', 'shop', '--platform', 'telegram', '--min-messages', '1', '--min-support', '1']
      await assert.rejects(runCommand(words, at), (error: Error & { hint?: string }) => {
        assert.match(
          error.message,
          /sessions that fit telegram, by owner: telegram:42: 2, no owner: 1; only those of sam are used/,
        )
        assert.match(error.hint ?? '', /--owner telegram:42 builds for them.*owner claim --owner telegram:42/)
        assert.match(error.hint ?? '', /owner claim --platform telegram/)
        return true
      })
      await claim(app, store, { platform: 'telegram' })
      const built = (await runCommand(words, at)).join('\n')
      assert.match(built, /saved as version 1/)
      assert.match(built, /by owner: telegram:42: 2, sam \(you\): 1; only those of sam are used/)
      const theirs = (await runCommand([...words, '--owner', 'telegram:42'], at)).join('\n')
      assert.match(theirs, /only those of telegram:42 are used/)
    })
  })
}

test('what is printed tells what to type', async (t) => {
  const store = await openStore(`sqlite:${join(scratch(t), 'store.db')}`)
  t.after(() => store.close())
  const app = testApp(scratch(t))
  const home = hermesHome(t)
  const at = { app, store: async () => store, columns: 100 }
  const print = async (...words: string[]) => (await runCommand(words, at)).join('\n')
  assert.match(await print('sync', '--path', home), /4 chat sessions without a user are left out; `warmstart owner`/)
  assert.match(await print('doctor'), /Sessions without an owner[^]*warmstart owner claim --platform/)
  assert.match(await print('owner'), /\(no owner\) +4\n/)
  assert.match(await print('sessions', '--unowned'), /line-of-no/)
  assert.ok(!(await print('sessions')).includes('line-of-no'))
  assert.match(await print('owner', 'claim', '--all'), /4 sessions are yours now/)
  assert.match(await print('owner'), /sam \(you\) +6\n/)
  assert.match(await print('owner', 'unclaim', 'row-of-nobody'), /1 session has the owner that the history names again/)
  assert.ok(!(await print('sessions', '--unowned')).includes('line-of-no'))
})

test('a store from before gives back what it had taken for the local user’s, also where the files are gone', async (t) => {
  const path = join(scratch(t), 'store.db')
  const old = new DatabaseSync(path)
  old.exec('create table migration (id bigint primary key)')
  for (const [index, migration] of MIGRATIONS.slice(0, 12).entries()) {
    for (const statement of migration({ name: 'sqlite', textType: 'text' })) old.exec(statement)
    old.prepare('insert into migration (id) values (?)').run(index + 1)
  }
  const rows = [
    ['desk', 'cli', 'sam', 0, 'hermes@3 judge@1'],
    ['chat', 'telegram', 'sam', 0, 'hermes@3 judge@1'],
    ['of-42', 'telegram', 'telegram:42', 0, 'hermes@3 judge@1'],
    ['lines', null, 'sam', 2, 'hermes@3 judge@1'],
    ['lost-row', null, 'sam', 0, 'hermes@3 judge@1'],
    ['another-agent', 'telegram', 'sam', 0, 'other@1 judge@1'],
    ['channel', 'telegram', 'sam', 0, 'openclaw@2 judge@1'],
    ['channel-of-42', 'telegram', 'telegram:42', 0, 'openclaw@2 judge@1'],
    ['page', 'webchat', 'sam', 0, 'openclaw@2 judge@1'],
  ] as const
  for (const [id, platform, owner, rank, madeBy] of rows)
    old
      .prepare(
        `insert into session (id, source, native_id, owner, platform, messages, user_messages, rank, file_id, made_by)
           values (?, 'x', ?, ?, ?, 1, 1, ?, 'f', ?)`,
      )
      .run(id, id, owner, platform, rank, madeBy)
  old.close()
  const store = await openStore(`sqlite:${path}`)
  t.after(() => store.close())
  const found = await store.all<{ id: string; owner: string; found_owner: string }>(
    'select id, owner, found_owner from session order by id',
  )
  assert.deepEqual(Object.fromEntries(found.map(({ id, owner }) => [id, owner])), {
    'another-agent': 'sam',
    channel: '',
    'channel-of-42': 'telegram:42',
    page: 'sam',
    chat: '',
    desk: 'sam',
    lines: '',
    'lost-row': 'sam',
    'of-42': 'telegram:42',
  })
  assert.ok(found.every((row) => row.found_owner === row.owner))
})
