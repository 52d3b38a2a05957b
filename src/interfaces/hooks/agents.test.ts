import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { SOURCES } from '../../sources/registry.ts'
import type { Payload } from './hook.ts'
import { HOOK_AGENTS } from './registry.ts'

/** What each fixture is, by its name; those of a sub-agent and all others are nothing to us. */
const KINDS: [name: RegExp, kind: string | undefined][] = [
  [/sub-agent|interrupted|worked|tomorrow|post-tool-use$/, undefined],
  [/^session-start-(startup|clear)$/, 'start'],
  [/^session-start-(resume|fork)$/, 'resume'],
  [/^session-start-compact$/, 'compaction'],
  [/^user-prompt-submit$/, 'prompt'],
  [/^post-tool-use-fail/, 'failed-call'],
  // It may have failed: nothing but its words can tell.
  [/^post-tool-use-bare$/, 'failed-call'],
  [/^session-end$/, 'end'],
]

for (const [name, load] of Object.entries(HOOK_AGENTS)) {
  const folder = join(import.meta.dirname, name, 'fixtures')
  const files = readdirSync(folder).map((file) => file.replace('.json', ''))
  const payloadOf = (file: string): Payload => JSON.parse(readFileSync(join(folder, `${file}.json`), 'utf8')) as Payload

  suite(name, () => {
    test('is named as its source, so that its sessions are found again', async () => {
      assert.equal((await load()).name, name)
      assert.ok(SOURCES.some((source) => source.name === name))
    })

    test('the events that matter have a fixture', () => {
      for (const each of ['session-start-startup', 'session-start-compact', 'user-prompt-submit', 'session-end'])
        assert.ok(files.includes(each), each)
    })

    for (const file of files) {
      const known = KINDS.find(([pattern]) => pattern.test(file))
      // `stop` is a pause to an agent that needs one, and nothing to others.
      if (known === undefined) continue
      test(`${file} is ${known[1] ?? 'nothing'} to us`, async () => {
        const payload = payloadOf(file)
        const moment = (await load()).read(payload)
        assert.equal(moment?.kind, known[1])
        if (moment === undefined) return
        assert.equal(moment.sessionKey, payload['session_id'])
        assert.equal(moment.cwd, '/home/sam/shop')
        if (moment.kind === 'prompt') assert.equal(moment.text, payload['prompt'])
        if (moment.kind === 'failed-call') assert.match(moment.message, /package cart is not in std/)
      })
    }

    test('a session whose id nobody could write down is none, and a directory that cannot be one is unknown', async () => {
      const payload = payloadOf('session-start-startup')
      const { read } = await load()
      for (const id of ['x'.repeat(1_000_000), 'two\nlines', 'a\u0000b', '\ud800', '', 7, null])
        assert.equal(read({ ...payload, session_id: id }), undefined)
      for (const cwd of ['/x'.repeat(1_000_000), '/a\u0000b', 7, null])
        assert.equal(read({ ...payload, cwd })?.cwd, undefined)
      assert.equal(read({ ...payload, cwd: '/not/there/läuft' })?.cwd, '/not/there/läuft')
    })

    test('a text goes into the conversation under the name of the event, and nothing else is said', async () => {
      for (const file of ['session-start-startup', 'user-prompt-submit']) {
        const payload = payloadOf(file)
        assert.deepEqual((await load()).answer(payload, 'some "words"'), {
          hookSpecificOutput: { hookEventName: payload['hook_event_name'], additionalContext: 'some "words"' },
        })
      }
    })

    test('without a session there is nothing to say, and no value of any field is too odd', async () => {
      const agent = await load()
      const events = [...new Set(files.map((file) => payloadOf(file)['hook_event_name']))]
      fc.assert(
        fc.property(
          fc.constantFrom(...events),
          fc.constantFrom(...files.flatMap((file) => Object.keys(payloadOf(file)))),
          fc.jsonValue({ maxDepth: 2 }),
          (event, field, value) => {
            const payload = { session_id: 'a', hook_event_name: event, source: 'startup', [field]: value }
            const moment = agent.read(payload)
            assert.ok(moment === undefined || (typeof moment.sessionKey === 'string' && moment.sessionKey !== ''))
            assert.equal(agent.read({ ...payload, session_id: null }), undefined)
          },
        ),
      )
    })
  })
}
