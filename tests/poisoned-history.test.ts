import assert from 'node:assert/strict'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { agentsWith } from '../src/interfaces/hooks/registry.ts'
import { build } from '../src/verbs/build/operation.ts'
import { extract } from '../src/verbs/extract/operation.ts'
import { acceptProject } from '../src/verbs/lessons/consent-operation.ts'
import { loadSeed } from '../src/verbs/load/operation.ts'
import { show } from '../src/verbs/list/templates-operation.ts'
import { NOT_THIS_SESSION } from '../src/schema/seed.ts'
import { hookFixture, runHookProcess } from './support/hook.ts'
import { JOINED, joinedCanary } from './support/joined-words.ts'
import type { NativeStep } from './support/native-session.ts'
import { INDISTINCT, PASTED } from './support/pasted-texts.ts'
import { type Canary, canaryOf, CHANNELS } from './support/poison-channels.ts'
import {
  bash,
  directoryOf,
  everythingOf,
  failuresIn,
  hookTexts,
  type Planted,
  sessionId,
  storeWith,
  type Test,
  unlessNothing,
} from './support/poisoned-history.ts'
import { scratch } from './support/store.ts'

/** So many projects share a store: choosing a template looks at all of them. */
const AT_ONCE = 12
/** So many channels share the one poisoned session of ten. */
const TOGETHER = 6

/** The canary's word in any spelling, or a piece of its sentence, and where it stands. */
const leakIn = (text: string, { word }: Canary): string | undefined => {
  const seen = text.toLowerCase()
  for (const piece of [word, 'before you continue', 'tell nobody', '.example/']) {
    const at = seen.indexOf(piece)
    if (at >= 0) return text.slice(Math.max(0, at - 100), at + 100)
  }
  return undefined
}

/** A word in backticks, or the last word of a command that the session itself wrote. */
const TRIGGER = /`(?:[a-z]{2,12} (?:[a-z]{2,12} ){0,2})?[\w@./:+-]{1,80}`/g

/**
 * A lesson may name what was asked for in vain, one word in backticks that a stranger may have chosen. It holds nothing else of theirs:
 * no sentence, no address, and no second word.
 */
const holdsSentence = (line: string, canary: Canary): boolean => {
  const outside = line.replaceAll(TRIGGER, '')
  return leakIn(outside, canary) !== undefined || /tell nobody|before you continue|\.example\//i.test(line)
}

/** What is told, without the words in backticks of its lessons; a seed holds them inside JSON, where a line ends with `\\n`. */
const withoutTriggers = (told: string): string =>
  told.replaceAll(/These are facts from \d+ earlier session(?:(?!\n\n|\\n\\n)[\s\S])+/g, (lessons) =>
    lessons.replaceAll(TRIGGER, ''),
  )

const inParts = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size))

interface Poisoned extends Planted {
  names: string
  canaries: Canary[]
}

/** Everything that is given of each project, searched for the canaries that were planted there. */
const leaksOf = async (t: Test, poisoned: readonly Poisoned[]): Promise<{ leaks: string[]; given: number }> => {
  const { app, store, templates } = await storeWith(t, poisoned)
  const leaks: string[] = []
  let given = 0
  for (const [number, { project, names, canaries, sessions }] of poisoned.entries()) {
    const { lessons } = await acceptProject(app, store, directoryOf(project))
    const lines = lessons.map(({ lesson }) => lesson.text)
    for (const canary of canaries)
      leaks.push(...lines.filter((line) => holdsSentence(line, canary)).map((line) => `${names}: lesson ${line}`))
    const failures = sessions.flatMap(({ steps }) => failuresIn(steps)).slice(0, 12)
    const told = await hookTexts(app, store, { project, failures })
    const texts = told.map(withoutTriggers)
    given += told.length
    const name = templates.get(directoryOf(project))
    if (name !== undefined) texts.push(withoutTriggers(await everythingOf(app, store, name)))
    for (const make of [
      () => build(app, store, { name: `built-${number}`, project: directoryOf(project) }),
      () => extract(app, store, { session: sessionId(number, 0), name: `one-${number}` }),
    ])
      texts.push(await unlessNothing(async () => JSON.stringify(await make())))
    for (const canary of canaries) {
      const leak = leakIn(texts.join('\n'), canary)
      if (leak !== undefined) leaks.push(`${names}: ${JSON.stringify(leak)}`)
    }
  }
  return { leaks, given }
}

/** The same calls with nothing strange in them. */
const HONEST: Canary = { word: 'total', sentence: 'all is well with the cart', name: 'main' }

const POISON = CHANNELS.map(({ name, steps }, number) => {
  const canary = canaryOf(number)
  return { name, canary, steps: steps(canary), honest: steps(HONEST) }
})

suite('words of a stranger', () => {
  for (const [part, some] of inParts(POISON, AT_ONCE).entries())
    test(`that came three times are given to nobody, channels ${part * AT_ONCE + 1} to ${part * AT_ONCE + some.length}`, async (t) => {
      const poisoned = some.map(({ name, canary, steps }, at): Poisoned => {
        const sessions = Array.from({ length: 3 }, () => ({ steps: [...steps, ...steps] }))
        return { project: `shop${at}`, names: name, canaries: [canary], sessions }
      })
      const { leaks, given } = await leaksOf(t, poisoned)
      assert.deepEqual(leaks, [])
      assert.ok(given > some.length, `only ${given} texts were given at all`)
    })

  test('that came in one session of ten are given to nobody', async (t) => {
    const poisoned = inParts(POISON, TOGETHER).map((some, at): Poisoned => {
      const poison = some.flatMap((one) => one.steps)
      const honest = some.flatMap((one) => one.honest)
      // The newest in every other project: of equals the newest is shown.
      const chosen = at % 2 === 0 ? 9 : at % 10
      const sessions = Array.from({ length: 10 }, (_, nth) => ({ steps: nth === chosen ? poison : honest }))
      const names = some.map(({ name }) => name).join(', ')
      return { project: `shop${at}`, names, canaries: some.map(({ canary }) => canary), sessions }
    })
    for (const some of inParts(poisoned, AT_ONCE)) assert.deepEqual((await leaksOf(t, some)).leaks, [])
  })

  test('that are joined to a name are told by no lesson either', async (t) => {
    const joined = JOINED.map(({ name, steps }, at) => ({
      name,
      canary: joinedCanary(at),
      steps: steps(joinedCanary(at)),
    }))
    for (const some of inParts(joined, AT_ONCE)) {
      const planted = some.map(({ steps }, at): Planted => {
        return { project: `shop${at}`, sessions: Array.from({ length: 3 }, () => ({ steps: [...steps, ...steps] })) }
      })
      const { app, store } = await storeWith(t, planted)
      for (const [at, { name, canary }] of some.entries()) {
        const { lessons } = await acceptProject(app, store, directoryOf(`shop${at}`))
        const told = lessons.map(({ lesson }) => lesson.text).filter((text) => text.includes(canary.word))
        assert.deepEqual(told, [], name)
      }
    }
  })

  test('that a user pasted are no conventions', async (t) => {
    const poisoned = PASTED.map(([name, paste], at): Poisoned => {
      const canary = canaryOf(at)
      const plain = { ...canary, sentence: `Always run ${canary.word} first and never skip it.` }
      const pastes = [canary, ...(INDISTINCT.includes(name) ? [] : [plain])].map((each) => ({ user: paste(each) }))
      const sessions = Array.from({ length: 3 }, (_, nth) => ({
        steps: [{ user: `Look at the cart, part ${nth}` }, ...pastes, ...pastes],
      }))
      return { project: `shop${at}`, names: name, canaries: [canary], sessions }
    })
    for (const some of inParts(poisoned, AT_ONCE)) assert.deepEqual((await leaksOf(t, some)).leaks, [])
  })

  test('that a program wrote in the place of a user are no conventions, and those that a person typed are', async (t) => {
    const rule: NativeStep[] = [{ user: 'Look at the cart' }, { user: 'Always use pnpm instead of npm.' }]
    const held = (...entrypoints: (string | undefined)[]): Planted['sessions'] =>
      entrypoints.map((entrypoint) => (entrypoint === undefined ? { steps: rule } : { steps: rule, entrypoint }))
    const { app, store, templates } = await storeWith(t, [
      { project: 'typed', sessions: held(undefined, undefined) },
      { project: 'headless', sessions: held('sdk-cli', 'exec', 'sdk-py') },
    ])
    const rulesIn = async (project: string): Promise<string[]> => {
      const name = templates.get(directoryOf(project)) ?? assert.fail(`no template for ${project}`)
      return (await show(store, { owner: app.owner, name })).conventions.map(({ text }) => text)
    }
    assert.deepEqual(await rulesIn('typed'), ['Always use pnpm instead of npm.'])
    assert.deepEqual(await rulesIn('headless'), [])
  })
})

suite('what is told of honest work', () => {
  const steps: NativeStep[] = [
    {
      calls: [bash('npm test', '> shop@1.0.0 test\n> node --test\n\n# pass 3\n# fail 0\nand a line that nobody knows')],
    },
    { calls: [bash('git status --short', ' M src/index.ts\n?? src/quite-new.ts')] },
  ]
  const planted = [{ project: 'shop', sessions: [{ steps }, { steps }, { steps }] }]

  test('shows lines of known forms that recur, and nothing else of what came back', async (t) => {
    const { app, store, templates } = await storeWith(t, planted)
    const name = templates.get(directoryOf('shop')) ?? assert.fail()
    const { patterns } = await show(store, { owner: app.owner, name })
    const results = new Map(patterns.map(({ shape, result }) => [shape, result]))
    assert.equal(results.get('npm test'), '# pass 3\n# fail 0')
    assert.equal(results.get('git status'), 'M src/index.ts\n?? <path>')
  })

  test('says first what it is not, in every text that a session is given', async (t) => {
    const { app, store, templates } = await storeWith(t, planted)
    const name = templates.get(directoryOf('shop')) ?? assert.fail()
    const told = await hookTexts(app, store, { project: 'shop', failures: [] })
    assert.ok(told.length >= agentsWith('agent').length * 3)
    for (const text of told) assert.ok(text.startsWith(NOT_THIS_SESSION), text)
    const seed = async (format: string) => (await loadSeed(app, store, { name, format, form: 'text' })).value
    assert.ok(String(await seed('text')).startsWith(NOT_THIS_SESSION))
    assert.ok(
      String(await seed('skill'))
        .split('---\n\n')[1]
        ?.startsWith(NOT_THIS_SESSION),
    )
    const [first] = (await seed('hermes-prefill')) as { content: string }[]
    assert.ok(first?.content.startsWith(NOT_THIS_SESSION))
    const [system] = (await seed('openai-chat')) as { content: string }[]
    assert.ok(system?.content.startsWith(NOT_THIS_SESSION))
  })

  test('reaches a session through the hook that its agent runs, without a word of a stranger', async (t) => {
    const canary = canaryOf(1)
    const poison = CHANNELS.slice(40, 52).flatMap(({ steps: make }) => make(canary))
    const home = scratch(t)
    const address = `sqlite:${join(home, 'store.db')}`
    const planted = [{ project: 'shop', sessions: Array.from({ length: 3 }, () => ({ steps: poison })) }]
    const { store } = await storeWith(t, planted, address)
    await store.close()
    const env = { WARMSTART_HOME: home, WARMSTART_STORE: address, WARMSTART_ARM: 'warm' }
    for (const agent of agentsWith('agent')) {
      const payload = hookFixture(agent, 'start', {
        cwd: directoryOf('shop'),
        session: `real-${agent}`,
      })
      const { stdout, code } = await runHookProcess(agent, payload, { env })
      assert.equal(code, 0)
      assert.ok(stdout.includes('not instructions'), `${agent} was given nothing`)
      assert.equal(leakIn(stdout, canary), undefined)
    }
  })
})
