import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { FIXED, fixturesOf, givenIn, hookFixture } from '../../../tests/support/hook.ts'
import type { Moment } from '../../verbs/hook/occasion-operation.ts'
import type { HookAgent } from './hook.ts'
import { installerNamed } from './install-registry.ts'
import { TOLD_MOMENTS, type ToldMoment } from './installer.ts'
import { agentsWith, hookAgentNamed } from './registry.ts'

/** What a fixture is to us, by the first word of its name. */
const KINDS: Record<string, Moment['kind'] | undefined> = {
  start: 'start',
  resume: 'resume',
  prompt: 'prompt',
  compaction: 'compaction',
  // `failure-unsure`: nothing but its words can tell.
  failure: 'failed-call',
  pause: 'pause',
  end: 'end',
  nothing: undefined,
}

/** Agents without a word before the first message start with it; one gives a compacted conversation an id of its own. */
const OTHERWISE: Record<string, (moment: Moment) => boolean> = {
  start: ({ kind }) => kind === 'prompt',
  compaction: (moment) => moment.kind === 'start' && moment.isCleared === true,
}

/** The fixture that shows a moment which an agent's settings say it tells. */
const SHOWN_BY: Record<ToldMoment, string> = {
  start: 'start',
  message: 'prompt',
  failure: 'failure',
  compaction: 'compaction',
  end: 'end',
}

const agentOf = async (name: string): Promise<HookAgent> => {
  const agent = await hookAgentNamed(name)
  assert.ok(agent !== undefined, `${name} has an agent.ts that exports \`agent\``)
  return agent
}

for (const name of agentsWith('agent')) {
  const files = fixturesOf(name)

  suite(name, () => {
    test('has a folder that says all about it: how it speaks, its settings, its page', async () => {
      assert.equal((await agentOf(name)).name, name)
      assert.equal((await installerNamed(name)).agent, name)
      assert.ok(existsSync(join(import.meta.dirname, name, 'README.md')))
    })

    test('tells the moments that its settings say, and no others', async () => {
      const { moments } = (await installerNamed(name)).about
      for (const moment of TOLD_MOMENTS) {
        assert.equal(moments[moment] !== undefined, files.includes(SHOWN_BY[moment]), moment)
      }
      assert.ok(files.includes('start'))
    })

    for (const file of files) {
      const [word = ''] = file.split('-')
      test(`${file} is ${KINDS[word] ?? 'nothing'} to us`, async () => {
        assert.ok(Object.hasOwn(KINDS, word), `the name of ${file}.json says what it is`)
        const moment = (await agentOf(name)).read(hookFixture(name, file))
        const isOther = moment !== undefined && (OTHERWISE[word]?.(moment) ?? false)
        if (!isOther) assert.equal(moment?.kind, KINDS[word])
        if (moment === undefined) return
        assert.equal(moment.sessionKey, FIXED.session)
        assert.equal(moment.cwd, FIXED.cwd)
        if (moment.kind === 'prompt') assert.equal(moment.text, FIXED.prompt)
        if (moment.kind === 'failed-call') {
          assert.match(moment.message, /package cart is not in std/)
          assert.notEqual(moment.tool, '')
        }
      })
    }

    test('a session whose id nobody could write down is none, and a directory that cannot be one is unknown', async () => {
      const { read } = await agentOf(name)
      for (const session of ['x'.repeat(1_000_000), 'two\nlines', 'a\u0000b', '\ud800', ''])
        assert.equal(read(hookFixture(name, 'start', { session })), undefined)
      for (const cwd of ['/x'.repeat(1_000_000), '/a\u0000b', ''])
        assert.equal(read(hookFixture(name, 'start', { cwd }))?.cwd, undefined)
      assert.equal(read(hookFixture(name, 'start', { cwd: '/not/there/läuft' }))?.cwd, '/not/there/läuft')
    })

    test('a text goes into the conversation whole, in an object of its own', async () => {
      const words = `some "words"\nand more than any name of an event has`
      for (const file of ['start', 'prompt', 'failure'].filter((each) => files.includes(each))) {
        const answer = (await agentOf(name)).answer(hookFixture(name, file), words)
        assert.equal(givenIn(JSON.stringify(answer)), words)
      }
    })

    test('no value of any field is too odd, and without a session there is nothing to say', async () => {
      const agent = await agentOf(name)
      fc.assert(
        fc.property(fc.constantFrom(...files), fc.nat(), fc.jsonValue({ maxDepth: 2 }), (file, at, value) => {
          const payload = hookFixture(name, file)
          const fields = Object.keys(payload)
          const field = fields[at % fields.length] ?? ''
          const moment = agent.read({ ...payload, [field]: value })
          assert.ok(moment === undefined || (typeof moment.sessionKey === 'string' && moment.sessionKey !== ''))
          const bare = Object.fromEntries(
            Object.entries(payload).map(([key, word]) => [key, word === FIXED.session ? null : word]),
          )
          assert.equal(agent.read(bare), undefined)
        }),
      )
    })
  })
}
