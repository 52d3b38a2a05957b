import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { build } from '../src/verbs/build/operation.ts'
import { calls } from '../src/verbs/calls/operation.ts'
import { explainTemplate } from '../src/verbs/explain/template-operation.ts'
import { loadSeed } from '../src/verbs/load/operation.ts'
import { sync } from '../src/verbs/sync/operation.ts'
import { FORMATS } from '../src/provision/formats.ts'
import { generateSample } from '../src/sample/generate.ts'
import type { Template } from '../src/schema/listing/template.ts'
import { isSeedText, SEED_ID_PREFIX } from '../src/schema/seed.ts'
import type { Connection } from '../src/store/connection.ts'
import { openStore } from '../src/store/open.ts'
import { scratch, testApp } from './support/store.ts'

interface ChatMessage {
  role: string
  content: string
  tool_calls?: { id: string; function: { name: string; arguments: string } }[]
}

suite('the walk of one line: from a file to the next session, and all the way back', () => {
  const home = scratch({ after })
  const app = testApp(home)
  const history = join(home, 'history')
  let store: Connection
  let template: Template

  before(async () => {
    mkdirSync(history, { recursive: true })
    generateSample(history, { seed: 7, sessions: 40 })
    store = await openStore(app.storeAddress)
    await sync(app, store, { targets: [{ path: history }], rebuild: false })
    template = await build(app, store, { name: 'walked' })
  })
  after(() => store.close())

  const seedOf = async (message?: string): Promise<ChatMessage[]> => {
    const { value } = await loadSeed(app, store, { name: 'walked', format: 'openai-chat', message })
    return value as ChatMessage[]
  }

  test('what is shown really happened: the file and line of every pattern hold the call', async () => {
    assert.ok(template.patterns.length >= 3)
    for (const pattern of template.patterns) {
      assert.ok(pattern.evidence.length > 0, `${pattern.shape} has no evidence`)
      const [program = ''] = pattern.shape.split(' ')
      for (const { file, line } of pattern.evidence) {
        assert.ok(file !== null && line !== null)
        const text = readFileSync(file, 'utf8').split('\n')[line - 1] ?? ''
        assert.ok(text.includes(program), `${file}:${line} does not hold ${program}`)
      }
    }
  })

  test('the id of a seeded call leads back to calls that worked, in files that hold them', async () => {
    const seeded = (await seedOf()).flatMap((message) => message.tool_calls ?? [])
    assert.equal(seeded.length, 3)
    for (const { id, function: called } of seeded) {
      assert.ok(id.startsWith(SEED_ID_PREFIX))
      const { template: from, pieces } = await explainTemplate(store, { owner: app.owner, name: id })
      assert.equal(from.name, 'walked')
      assert.equal(pieces.length, 1)
      const { evidence = [] } = pieces[0] ?? {}
      assert.ok(evidence.length > 0)
      for (const { file, line, outcome } of evidence) {
        assert.equal(outcome, 'ok')
        const text = readFileSync(file ?? '', 'utf8').split('\n')[(line ?? 0) - 1] ?? ''
        assert.ok(text.includes(called.name))
      }
    }
  })

  test('a session that was given a seed comes back without the seed being counted', async () => {
    const seed = await seedOf('Run the tests.')
    const real = [
      {
        role: 'assistant',
        content: 'I run them.',
        tool_calls: [
          { id: 'call_1', type: 'function', function: { name: 'terminal', arguments: '{"command":"make test"}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'call_1', content: '{"output":"ok","exit_code":0,"error":null}' },
    ]
    const file = join(home, 'warm.json')
    writeFileSync(file, JSON.stringify({ id: 'warm-1', messages: [...seed, ...real] }))
    await sync(app, store, { targets: [{ path: file }], rebuild: false })
    const came: { tool: string; callId: string; seeded: boolean }[] = []
    for await (const call of calls(store, { session: 'warm-1', seeded: true })) came.push(call)
    assert.equal(came.length, 4)
    assert.deepEqual(
      came.filter((call) => !call.seeded).map((call) => call.callId),
      ['call_1'],
    )
    const rebuilt = await build(app, store, { name: 'walked', minMessages: 1, maxSessions: 1_000 })
    assert.ok(!rebuilt.patterns.flatMap(({ evidence }) => evidence).some(({ session }) => session === 'warm-1'))
  })

  test('a seed is known again by its words too, in every format', async () => {
    for (const { name: format } of FORMATS) {
      const { text } = await loadSeed(app, store, { name: 'walked', format })
      assert.ok(isSeedText(text), format)
    }
    assert.ok(!isSeedText('Please run the tests as in an earlier session.'))
  })

  test('the same history builds the same bytes, and no second version', async () => {
    const first = await build(app, store, { name: 'again' })
    const second = await build(app, store, { name: 'again' })
    assert.deepEqual([first.version, first.isNew, second.version, second.isNew], [1, true, 1, false])
    assert.equal(second.hash, first.hash)
    for (const { name: format } of FORMATS) {
      const [one, other] = [
        await loadSeed(app, store, { name: 'again', format }),
        await loadSeed(app, store, { name: 'again', format }),
      ]
      assert.equal(one.text, other.text)
    }
  })

  test('what has become a secret of the environment since the build is not given out', async () => {
    const [pattern] = template.patterns
    const words =
      JSON.stringify(pattern?.arguments)
        .match(/[A-Za-z ]{9,}/)?.[0]
        ?.trim() ?? ''
    assert.ok(words.length >= 8)
    const place = { ...app.place, env: { MY_PASSWORD: words } }
    await assert.rejects(loadSeed({ ...app, place }, store, { name: 'walked', format: 'text', dose: 15 }), {
      code: 'invalid-seed',
    })
  })

  test('words of a person do not take the place of what was found, when nothing is found this time', async () => {
    await assert.rejects(build(app, store, { name: 'walked', project: 'nowhere', addendum: 'Be careful.' }), {
      code: 'nothing-found',
    })
    const alone = await build(app, store, { name: 'words-alone', project: 'nowhere', addendum: 'Be careful.' })
    assert.deepEqual([alone.patterns.length, alone.addendum], [0, 'Be careful.'])
  })

  test('tools that a conversation declares are the ones that a seed may call', async () => {
    const conversation = { tools: [{ name: 'other', input_schema: { type: 'object' } }], messages: [] }
    const asked = { name: 'walked', format: 'anthropic', message: 'go', conversation }
    const { form, downgraded } = await loadSeed(app, store, asked)
    assert.equal(form, 'text')
    assert.match(downgraded ?? '', /not declared/)
  })

  test('nothing of another owner is found, whatever is asked for', async () => {
    const stranger = { ...app, owner: 'somebody else' }
    await assert.rejects(build(stranger, store, { name: 'theirs', minMessages: 1, minSupport: 1 }), {
      code: 'nothing-found',
    })
    await assert.rejects(loadSeed(stranger, store, { name: 'walked', format: 'text' }), { code: 'no-such-template' })
    const [session] = template.sourceSessions
    await assert.rejects(build(stranger, store, { name: 'theirs', from: [session ?? ''] }), { code: 'no-such-session' })
  })
})
