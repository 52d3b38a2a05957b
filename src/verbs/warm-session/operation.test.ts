import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import * as v from 'valibot'
import fc from 'fast-check'
import type { App } from '../../app.ts'
import { WarmSessionAnswer } from './shape.ts'
import { importMessages } from '../../sources/import-messages.ts'
import type { Connection } from '../../store/connection.ts'
import { openStore } from '../../store/open.ts'
import { saveTemplate } from '../../template/run.ts'
import { testApp } from '../../../tests/support/store.ts'
import { patternDraft, templateDraft } from '../../../tests/support/template-fixture.ts'
import { ACTIONS } from './arguments-operation.ts'
import { warmSessionTool } from './operation.ts'

const shell = (id: string, command: string, exitCode: number) => [
  {
    role: 'assistant',
    content: '',
    tool_calls: [{ id, type: 'function', function: { name: 'terminal', arguments: JSON.stringify({ command }) } }],
  },
  { role: 'tool', tool_call_id: id, content: JSON.stringify({ output: 'done', exit_code: exitCode, error: null }) },
]

/** Calls whose letters say how they ended: `.` worked, `x` failed. */
const session = (letters: string) => [
  { role: 'user', content: 'Make the package pass its tests.' },
  ...[...letters].flatMap((letter, at) => shell(`c${at}`, `make test-${at}`, letter === 'x' ? 2 : 0)),
]

type Answer = Record<string, unknown> & { success: boolean; error?: string; code?: string }
type Ask = (args: unknown, owner?: string) => Promise<Answer>

/** A store with a few sessions of two owners, and the tool over it. */
const withTool = async (work: (ask: Ask, app: App, store: Connection) => Promise<void>): Promise<void> => {
  const store = await openStore('sqlite::memory:')
  try {
    const app = testApp('/nowhere', 'sqlite::memory:')
    await importMessages(
      store,
      [
        { id: 'warm-1', messages: session('.'.repeat(18) + 'x.') },
        { id: 'warm-2', messages: session('.'.repeat(19) + 'x') },
        { id: 'cold-1', messages: session('xxx' + '.'.repeat(17)) },
        { id: 'before', messages: session('.'.repeat(20)), endReason: 'compression' },
        { id: 'next', messages: session('xx' + '.'.repeat(18)), compressedFrom: 'before' },
        { id: 'quiet', messages: [{ role: 'user', content: 'hello' }] },
      ],
      app,
    )
    await importMessages(store, [{ id: 'private-of-kim', messages: session('x...') }], { ...app, owner: 'kim' })
    const ask: Ask = async (args, owner = app.owner) => {
      const answer = await warmSessionTool.run({ ...app, owner }, store, args)
      // Parsing drops what is not documented.
      assert.deepEqual(v.parse(WarmSessionAnswer, answer), answer)
      return answer as unknown as Answer
    }
    await work(ask, app, store)
  } finally {
    await store.close()
  }
}

const built = {
  action: 'build',
  name: 'shop',
  min_messages: 10,
  description: 'What works in the shop',
  tags: 'go, Shop',
}

suite('what each action answers', () => {
  test('build, list, load and delete, one after the other', () =>
    withTool(async (ask) => {
      const made = await ask(built)
      assert.equal(made.success, true)
      assert.equal(made['name'], 'shop')
      assert.equal(made['description'], 'What works in the shop')
      assert.ok(Number(made['pattern_count']) > 0)
      const metrics = made['metrics'] as Record<string, unknown>
      assert.deepEqual([metrics['sessions_scanned'], metrics['sessions_qualified']], [6, 5])
      assert.equal(typeof metrics['avg_proficiency_gain'], 'number')

      const listed = await ask({ action: 'list' })
      const [template] = listed['templates'] as Record<string, unknown>[]
      assert.equal(listed['count'], 1)
      assert.equal(template?.['name'], 'shop')
      assert.deepEqual(template?.['tags'], ['go', 'shop'])
      assert.equal(template?.['success_rate'], null)
      assert.match(String(template?.['reason']), /\w/)

      const loaded = await ask({ action: 'load', name: 'shop' })
      const history = loaded['conversation_history'] as { role: string }[]
      assert.equal(loaded['message_count'], history.length)
      assert.equal(loaded['pattern_count'], made['pattern_count'])
      assert.ok(history.some(({ role }) => role === 'tool'))
      const preview = loaded['conversation_preview'] as { role: string; content_preview: string }[]
      assert.equal(preview.length, Math.min(6, history.length))
      assert.ok(preview.every(({ content_preview: text }) => text.length > 0 && text.length <= 100))
      assert.equal(((await ask({ action: 'list' }))['templates'] as Record<string, unknown>[])[0]?.['uses'], 1)

      const gone = await ask({ action: 'delete', name: 'shop' })
      assert.match(String(gone['message']), /shop is deleted/)
      assert.deepEqual((await ask({ action: 'list' }))['templates'], [])
      assert.equal((await ask({ action: 'load', name: 'shop' })).success, false)
    }))

  test('profile: counts, and rates to three decimals with their intervals', () =>
    withTool(async (ask) => {
      const answer = await ask({ action: 'profile', session_id: 'cold' })
      assert.equal(answer['session_id'], 'cold-1')
      assert.equal(answer['message_count'], 41)
      assert.equal(answer['tool_call_count'], 20)
      assert.equal(answer['error_rate'], 0.15)
      // Wilson, 3 of 20.
      assert.deepEqual(answer['error_rate_interval'], { low: 0.052, high: 0.36, n: 20 })
      assert.equal(answer['proficiency_gain'], -0.75)
      assert.equal(answer['dominant_tool_type'], 'terminal')
      assert.deepEqual(answer['tool_success_rates'], { terminal: 0.85 })
    }))

  test('profile of a session without calls: null with a reason', () =>
    withTool(async (ask) => {
      const answer = await ask({ action: 'profile', session_id: 'quiet' })
      assert.deepEqual(
        [answer['tool_call_count'], answer['error_rate'], answer['error_rate_interval']],
        [0, null, null],
      )
      assert.match(String(answer['reason']), /no calls/)
    }))

  for (const action of ['compress-check', 'compress_check'])
    for (const session_id of ['before', 'next'])
      test(`${action} of ${session_id}: both sides and the verdict`, () =>
        withTool(async (ask) => {
          const answer = await ask({ action, session_id })
          assert.equal(answer['has_compression'], true)
          const side = (name: string) => answer[`${name}_compression_profile`] as Record<string, unknown>
          assert.deepEqual([side('pre')['tool_call_count'], side('post')['tool_call_count']], [20, 20])
          assert.deepEqual([side('pre')['error_rate'], side('post')['error_rate']], [0, 0.1])
          assert.deepEqual([side('pre')['proficiency_gain'], side('post')['proficiency_gain']], [0, -0.5])
          assert.deepEqual([answer['error_rate_before'], answer['error_rate_after']], [0, 0.1])
          assert.equal(answer['proficiency_preserved'], null)
          assert.equal(answer['verdict'], 'not-enough-data')
        }))

  test('compress-check of a session that nothing was compressed in', () =>
    withTool(async (ask) => {
      const answer = await ask({ action: 'compress-check', session_id: 'warm-1' })
      assert.equal(answer['has_compression'], false)
      assert.deepEqual([answer['pre_compression_profile'], answer['post_compression_profile']], [null, null])
    }))

  test('compare: the first is warm, positive is better, and two sessions are no verdict', () =>
    withTool(async (ask) => {
      const answer = await ask({ action: 'compare', session_id: 'warm-1', compare_with: 'cold-1' })
      assert.deepEqual([answer['warm_error_rate'], answer['cold_error_rate']], [0.05, 0.15])
      assert.equal(answer['improvement'], 0.1)
      assert.deepEqual([answer['warm_better'], answer['verdict']], [null, 'not-enough-data'])
      assert.equal(answer['test_name'], 'warm-1 against cold-1')
    }))
})

suite('what is wrong is said in words', () => {
  const CASES: [title: string, args: unknown, code: string, words: RegExp][] = [
    [
      'nothing',
      undefined,
      'usage',
      /object with an action; .*build, list, load, delete, profile, compress-check, compare/,
    ],
    ['no action', {}, 'usage', /say what to do with action; .*build, list/],
    ['an unknown action', { action: 'fly' }, 'usage', /no action "fly"; the actions are build, list/],
    ['an action that is none', { action: ['list'] }, 'usage', /no action \["list"\]/],
    [
      'an unknown parameter',
      { action: 'list', nam: 'x' },
      'usage',
      /no parameter "nam"; the parameters are action, name/,
    ],
    ['build without a name', { action: 'build' }, 'usage', /build needs name/],
    ['a name that is no name', { action: 'build', name: '../x' }, 'usage', /cannot be the name of a template/],
    ['load without a name', { action: 'load', name: ' ' }, 'usage', /load needs name.*action list/],
    [
      'load of what there is not',
      { action: 'load', name: 'none' },
      'no-such-template',
      /no template called none; action list/,
    ],
    ['delete of what there is not', { action: 'delete', name: 'none' }, 'no-such-template', /action list/],
    ['a name that is a number', { action: 'load', name: 7 }, 'usage', /name must be a text, not 7/],
    ['profile without a session', { action: 'profile' }, 'usage', /profile needs session_id/],
    [
      'an unknown session',
      { action: 'profile', session_id: 'zzz' },
      'no-such-session',
      /begins with zzz; .*warmstart sessions/,
    ],
    ['several sessions', { action: 'profile', session_id: 'warm' }, 'ambiguous', /several sessions.*give more/],
    ['compress-check without a session', { action: 'compress_check' }, 'usage', /compress-check needs session_id/],
    ['compare without the other', { action: 'compare', session_id: 'warm-1' }, 'usage', /compare needs compare_with/],
    [
      'a session with itself',
      { action: 'compare', session_id: 'cold', compare_with: 'cold-1' },
      'usage',
      /same session/,
    ],
    [
      'messages that are no number',
      { ...built, min_messages: 'many' },
      'usage',
      /min_messages must be a whole number.*"many"/,
    ],
    [
      'half a session',
      { ...built, max_sessions: 0.5 },
      'usage',
      /max_sessions must be a whole number from 1 on, not 0.5/,
    ],
    ['tags of numbers', { ...built, tags: [1] }, 'usage', /tags must be a list/],
    [
      'a platform that nobody was on',
      { ...built, source_filter: 'nowhere' },
      'nothing-found',
      /nothing was written; .*source_filter/,
    ],
  ]
  for (const [title, args, code, words] of CASES)
    test(title, () =>
      withTool(async (ask) => {
        const answer = await ask(args)
        assert.deepEqual([answer.success, answer.code], [false, code])
        assert.match(answer.error ?? '', words)
      }),
    )

  test('a template that is not active is not loaded, and what a person has to do is said', () =>
    withTool(async (ask, app, store) => {
      const draft = templateDraft()
      await saveTemplate(store, { owner: app.owner, name: 'fresh', state: 'candidate', draft, now: app.now() })
      const answer = await ask({ action: 'load', name: 'fresh' })
      assert.equal(answer.code, 'template-not-active')
      assert.match(answer.error ?? '', /warmstart promote/)
    }))

  test('what cannot be explained is no exception either', () =>
    withTool(async (_ask, app, store) => {
      const broken = { ...store, all: () => Promise.reject(new Error('the disk sang\nat line 1')) }
      const answer = await warmSessionTool.run(app, broken, { action: 'profile', session_id: 'x' })
      assert.deepEqual(answer, { success: false, error: 'the disk sang', code: 'unexpected' })
    }))
})

suite('whose', () => {
  test("another owner's templates do not exist, and their sessions only for who knows the whole id", () =>
    withTool(async (ask) => {
      await ask(built)
      assert.deepEqual((await ask({ action: 'list' }, 'kim'))['templates'], [])
      assert.equal((await ask({ action: 'load', name: 'shop' }, 'kim')).code, 'no-such-template')
      assert.equal((await ask({ action: 'delete', name: 'shop' }, 'kim')).code, 'no-such-template')
      assert.equal((await ask({ action: 'profile', session_id: 'private' })).code, 'no-such-session')
      assert.equal((await ask({ action: 'profile', session_id: 'private' }, 'kim')).success, true)
      const known = await ask({ action: 'profile', session_id: 'private-of-kim' })
      assert.equal(known['error_rate'], 0.25)
    }))
})

suite('what is accepted', () => {
  test('numbers as texts, null and empty texts as nothing', () =>
    withTool(async (ask) => {
      const answer = await ask({ ...built, min_messages: '10', max_sessions: '3', session_id: null, source_filter: '' })
      assert.equal(answer.success, true)
      assert.equal((answer['metrics'] as Record<string, unknown>)['sessions_qualified'], 3)
    }))

  test('source_filter is a source or a platform', () =>
    withTool(async (ask, app, store) => {
      const scope = { owner: 'sam', project: null, source: null, platform: null, model: null }
      for (const [name, where] of [
        ['by-source', { source: 'some-agent' }],
        ['by-platform', { platform: 'telegram' }],
      ] as const)
        await saveTemplate(store, {
          owner: app.owner,
          name,
          state: 'active',
          draft: templateDraft({ scope: { ...scope, ...where }, patterns: [patternDraft(name)] }),
          now: app.now(),
        })
      for (const [filter, name] of [
        ['some-agent', 'by-source'],
        ['telegram', 'by-platform'],
      ]) {
        const { templates } = await ask({ action: 'list', source_filter: filter })
        assert.deepEqual(
          (templates as { name: string }[]).map((each) => each.name),
          [name],
        )
      }
      assert.equal(
        (await ask({ action: 'build', name: 'x', source_filter: 'openai-chat', min_messages: 1 })).success,
        true,
      )
    }))
})

test('whatever is given, the answer is an object that says whether it worked', () =>
  withTool(async (_ask, app, store) => {
    const value = fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom('', 'shop', 'warm-1', '__proto__', 1e308, -1))
    const names = fc.constantFrom(...Object.keys(warmSessionTool.parameters['properties'] as object), '__proto__', 'x')
    const args = fc.oneof(
      fc.jsonValue(),
      fc
        .tuple(fc.constantFrom(...ACTIONS, 'compress_check', 'fly'), fc.dictionary(names, value, { maxKeys: 4 }))
        .map(([action, rest]) => ({ ...rest, action })),
    )
    await fc.assert(
      fc.asyncProperty(args, async (given) => {
        const answer = await warmSessionTool.run(app, store, given)
        assert.equal(typeof answer.success, 'boolean')
        assert.deepEqual(JSON.parse(JSON.stringify(answer)), answer)
        if (!answer.success) assert.ok(answer.error.length > 10 && answer.error.length < 1_000)
      }),
      { numRuns: 150 },
    )
  }))
