import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { App } from '../src/app.ts'
import { toolsFor } from '../src/interfaces/mcp/tools.ts'
import type { Connection } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { saveTemplate } from '../src/template/run.ts'
import { startPostgres } from './support/postgres.ts'
import { testApp } from './support/store.ts'
import { patternDraft, recoveryDraft, templateDraft } from './support/template-fixture.ts'

const NOW = Date.UTC(2026, 10, 15)
const scope = { owner: 'sam', project: null, source: null, platform: null, model: null }

const toolNamed = (name: string) => {
  const tool = toolsFor(undefined).find((each) => each.name === name)
  assert.ok(tool !== undefined)
  return tool
}

/** The tools answer alike on every engine. */
const toolsOn = (engine: string, address: () => string): void => {
  suite(`the tools on ${engine}`, () => {
    let store: Connection
    let app: App
    const ask = async (name: string, args: unknown): Promise<Record<string, unknown>> => {
      return (await toolNamed(name).run(app, store, args)) as unknown as Record<string, unknown>
    }
    const listed = async (args: Record<string, unknown>): Promise<string[]> =>
      ((await ask('warm_session', { action: 'list', ...args }))['templates'] as { name: string }[]).map(
        ({ name }) => name,
      )

    before(async () => {
      app = testApp('/nowhere', address())
      store = await openStore(address())
      const save = (name: string, tags: string[], at: number) =>
        saveTemplate(store, {
          owner: 'sam',
          name,
          tags,
          state: 'active',
          now: NOW + at,
          draft: templateDraft({
            scope,
            patterns: [patternDraft(`go test ./${name}`)],
            recoveries: [recoveryDraft('package <...> is not in std', { expiresAt: '2026-12-01T00:00:00.000Z' })],
          }),
        })
      await save('old', ['go', 'shop'], 1)
      await save('new', ['go'], 2)
      await save('golang', ['gopher', 'go-lang'], 3)
      await store.run("update template set platform = 'telegram' where name = 'old'")
      await store.run("update template set source = 'some-agent' where name = 'new'")
      await store.run("update template set project = '/home/sam/golang' where name = 'golang'")
    })
    after(() => store.close())

    test('list: newest first; all of the tags, whole words; a source or a platform', async () => {
      assert.deepEqual(await listed({}), ['golang', 'new', 'old'])
      assert.deepEqual(await listed({ tags: 'go' }), ['new', 'old'])
      assert.deepEqual(await listed({ tags: ['SHOP', 'go'] }), ['old'])
      assert.deepEqual(await listed({ tags: ['"'] }), [])
      assert.deepEqual(await listed({ source_filter: 'telegram' }), ['old'])
      assert.deepEqual(await listed({ source_filter: 'some-agent' }), ['new'])
      assert.deepEqual(await listed({ source_filter: "x' or '1'='1" }), [])
    })

    test('a recovery that several templates hold is given once, and none after its time', async () => {
      const error = 'exit status 1\npackage "cart" is not in std'
      const found = await ask('recovery_for_error', { tool: 'Bash', error })
      assert.equal(found['count'], 1)
      const later = { ...app, now: () => Date.UTC(2027, 0, 1) }
      assert.deepEqual(await toolNamed('recovery_for_error').run(later, store, { tool: 'Bash', error }), {
        success: true,
        recoveries: [],
        count: 0,
      })
    })

    test('what is withheld from a cold session is not in the answer', async () => {
      const cold = { ...app, place: { ...app.place, env: { WARMSTART_ARM: 'cold' } } }
      const args = { task: 'Run go test on golang.', project: '/home/sam/golang', session_key: 's1' }
      const answer = (await toolNamed('select_template').run(cold, store, args)) as unknown as Record<string, unknown>
      assert.deepEqual([answer['arm'], answer['template'], answer['seed']], ['cold', null, null])
      assert.equal(answer['withheld'], 'golang')
    })
  })
}

toolsOn('SQLite', () => 'sqlite::memory:')

suite('PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof startPostgres>>
  before(async () => {
    server = await startPostgres()
  })
  after(() => server.stop())
  toolsOn('PostgreSQL', () => server.url('mcp_tools'))
})
