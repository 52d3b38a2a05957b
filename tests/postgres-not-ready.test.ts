import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { EXIT, exitCodeOf } from '../src/interfaces/cli/command.ts'
import { openPostgres } from '../src/store/engines/postgres.ts'
import { openStore } from '../src/store/open.ts'
import { startPostgres } from './support/postgres.ts'
import { turningAway } from './support/turned-away.ts'

const STARTING = { state: '57P03', message: 'the database system is starting up' }
const FULL = { state: '53300', message: 'sorry, too many clients already' }

suite('a PostgreSQL that is not ready', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  before(async () => {
    postgres = await startPostgres()
  })
  after(() => postgres.stop())

  for (const answer of [STARTING, FULL])
    test(`is asked again when it says ${answer.state}, while it is opened and afterwards`, async (t) => {
      const server = await turningAway(postgres.url(`s${answer.state.toLowerCase()}`), { ...answer, times: 3 })
      t.after(server.stop)
      const store = await openStore(server.url)
      t.after(() => store.close())
      assert.equal(server.turnedAway(), 3)
      // While the one free connection is in a transaction, the next question needs a connection of its own.
      await store.transaction(async (transaction) => {
        server.turnAway(2)
        assert.deepEqual(await store.all('select 1 as one'), [{ one: 1 }])
        server.turnAway(2)
        for await (const row of store.each('select 2 as two')) assert.deepEqual(row, { two: 2 })
        await transaction.run('select 1')
      })
      assert.ok(server.turnedAway() >= 5)
    })

  for (const [answer, code, hint] of [
    [STARTING, 'store-unreachable', /starts, stops or recovers/],
    [FULL, 'store-busy', /max_connections/],
  ] as const)
    test(`that goes on saying ${answer.state} is ${code}, which ends a command with exit code 4`, async (t) => {
      const server = await turningAway(postgres.url('never'), { ...answer, times: Number.POSITIVE_INFINITY })
      t.after(server.stop)
      await assert.rejects(openPostgres(server.url, { notReadyWaitMs: 200 }), { code, hint })
      assert.ok(server.turnedAway() > 1)
      assert.equal(exitCodeOf(code), EXIT.store)
    })
})
