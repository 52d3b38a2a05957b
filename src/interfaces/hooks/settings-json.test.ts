import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { AppError } from '../../lib/error.ts'
import { type HookForm, type JsonHooks, putHooks, takeHooks } from './settings-json.ts'

const isOurs = (command: string): boolean => command.includes('warmstart hook x')
const FORM: HookForm = { lists: 'groups', commandField: 'command' }
const HOOKS: JsonHooks = {
  path: 'settings.json',
  form: FORM,
  command: "'/opt/w'/warmstart hook x",
  wanted: [
    { event: 'SessionStart', fields: { timeout: 5 } },
    { event: 'PostToolUse', matcher: 'Bash', fields: { timeout: 3 } },
  ],
  isOurs,
}
const put = (text: string, hooks = HOOKS): string => putHooks(text, hooks)
const take = (text: string, original?: string): string =>
  takeHooks(text, { path: 'settings.json', form: FORM, isOurs, original: original ?? undefined })

const handler = (command: string, timeout: number) => ({ type: 'command', command, timeout })
const OURS = {
  SessionStart: [{ hooks: [handler(HOOKS.command, 5)] }],
  PostToolUse: [{ matcher: 'Bash', hooks: [handler(HOOKS.command, 3)] }],
}

suite('putting hooks into a text', () => {
  const CASES: [title: string, before: string, after: string][] = [
    ['an empty text becomes an object', '', `${JSON.stringify({ hooks: OURS }, null, 2)}\n`],
    ['an empty object is opened', '{}', JSON.stringify({ hooks: OURS }, null, 2)],
    [
      'one line stays one line',
      '{"a": 1}',
      `{"a": 1, "hooks": ${JSON.stringify(OURS).replace(',"PostToolUse":', ', "PostToolUse": ')}}`,
    ],
    ['tabs stay tabs', '{\n\t"a": 1\n}\n', `${JSON.stringify({ a: 1, hooks: OURS }, null, '\t')}\n`],
    ['four blanks stay four', '{\n    "a": 1\n}', JSON.stringify({ a: 1, hooks: OURS }, null, 4)],
    [
      'CRLF stays CRLF, and the mark before it stays',
      '\uFEFF{\r\n  "a": 1\r\n}\r\n',
      `\uFEFF${JSON.stringify({ a: 1, hooks: OURS }, null, 2).replaceAll('\n', '\r\n')}\r\n`,
    ],
    [
      'hooks of others keep their place before ours',
      '{"hooks": {"SessionStart": [{"hooks": []}], "Stop": []}}',
      `{"hooks": {"SessionStart": [{"hooks": []}, ${JSON.stringify(OURS.SessionStart[0])}], "Stop": [], "PostToolUse": ${JSON.stringify(OURS.PostToolUse)}}}`,
    ],
  ]
  for (const [title, before, after] of CASES) test(title, () => assert.equal(put(before), after))

  test('a second time changes nothing', () => {
    for (const [, before] of CASES) assert.equal(put(put(before)), put(before))
  })

  test('a new path replaces the old one and nothing else, whatever was done to our entry', () => {
    const old = put('{\n  "a": 1\n}\n').replace('"timeout": 5', '"timeout": 9').replace('"Bash"', '"Bash|Edit"')
    const command = "'/home/w'/warmstart hook x"
    assert.equal(put(old, { ...HOOKS, command }), old.replaceAll('/opt/w', '/home/w'))
  })

  test('of two entries of ours the later one goes, and one under an event that we no longer want', () => {
    const twice = { SessionStart: [...OURS.SessionStart, ...OURS.SessionStart], PostToolUse: OURS.PostToolUse }
    const text = JSON.stringify({ hooks: { ...twice, Stop: OURS.SessionStart } }, null, 2)
    assert.deepEqual(JSON.parse(put(text)), { hooks: OURS })
  })
})

suite('the message of a hook', () => {
  const [start, tool] = HOOKS.wanted
  const named: JsonHooks = {
    ...HOOKS,
    wanted: [
      { event: 'SessionStart', fields: { timeout: 5, statusMessage: 'Warm' } },
      ...(tool === undefined ? [] : [tool]),
    ],
  }
  test('stands in a new entry, and taking it out gives back the bytes from before', () => {
    const text = '{\n  "a": 1\n}\n'
    assert.match(put(text, named), /"timeout": 5,\n +"statusMessage": "Warm"\n/)
    assert.equal(take(put(text, named)), text)
    assert.equal(put(put(text, named), named), put(text, named))
  })

  test('is added to an entry from before, together with the command of today; one that a person wrote stays', () => {
    assert.ok(start !== undefined)
    const old = put('{"a": 1}').replaceAll('/opt/w', '/old/w')
    assert.deepEqual(JSON.parse(put(old, named)), JSON.parse(put('{"a": 1}', named)))
    const own = put('{"a": 1}', named).replace('"Warm"', '"Mine"')
    assert.equal(put(own, named), own)
  })
})

suite('taking hooks out of a text', () => {
  test('gives back the bytes from before wherever there was something beside them', () => {
    const texts = [
      '{"a": 1}',
      '{ "a":1 , "b": [ ] }',
      '{\n\t"a": 1\n}\n',
      '\uFEFF{\r\n  "a": 1\r\n}\r\n',
      '{\n  "hooks": {\n    "Stop": [\n      {"hooks": []}\n    ]\n  },\n  "z": "ü"\n}',
      '{"hooks": {"SessionStart": [{"hooks": [{"type": "command", "command": "mine"}]}]}}',
    ]
    for (const text of texts) assert.equal(take(put(text)), text)
  })

  test('out of a group that somebody has added to, only our part', () => {
    const group = { hooks: [handler('mine', 1), handler(HOOKS.command, 5), handler('other', 1)] }
    const text = JSON.stringify({ hooks: { SessionStart: [group] } })
    const left = { hooks: { SessionStart: [{ hooks: [handler('mine', 1), handler('other', 1)] }] } }
    assert.deepEqual(JSON.parse(take(text)), left)
  })

  test('what was empty before stays, what is empty because of us goes', () => {
    const original = '{"hooks": {"SessionStart": []}}'
    assert.equal(take(put(original), original), original)
    assert.equal(take(put(original)), '{}')
  })

  test('a text without ours is as it was', () => {
    for (const text of ['', ' \n', '{}', '{"hooks": {"Stop": [1, {"hooks": 3}, null]}}']) assert.equal(take(text), text)
  })
})

suite('what is not understood is refused with its line', () => {
  const CASES: [title: string, text: string, message: RegExp][] = [
    ['a comment', '{\n  // mine\n  "a": 1\n}', /^settings\.json:2: there is a comment/],
    ['a comma too many', '{\n  "a": 1,\n}', /^settings\.json:3: there is a comma too many/],
    ['a comma too few', '{\n  "a": 1\n  "b": 2\n}', /^settings\.json:3: this is not JSON \(comma expected\)/],
    ['half a file', '{\n  "a": {', /^settings\.json:2: this is not JSON/],
    ['something behind the end', '{}\n{}', /^settings\.json:2: this is not JSON/],
    ['no object', '[]', /^settings\.json:1: this is not an object/],
    ['a word', 'hello', /^settings\.json:1: /],
    ['hooks of another kind', '{\n"hooks": []}', /^settings\.json:2: `hooks` is not an object but array/],
    ['hooks that are null', '{"hooks": null}', /`hooks` is not an object but null/],
    ['an event of another kind', '{"hooks": {\n"Stop": {}}}', /^settings\.json:2: `hooks\.Stop` is not a list/],
    ['a key twice', '{"a": 1,\n"a": 2}', /^settings\.json:2: `a` is there twice/],
    ['a key twice, further in', '{"b": [{"a": 1,\n\n"a": 2}]}', /^settings\.json:3: `a` is there twice/],
    ['brackets without end', '['.repeat(200_000), /nested too deeply|not JSON|not an object/],
  ]
  for (const [title, text, message] of CASES) {
    test(title, () => {
      for (const edit of [put, take]) {
        assert.throws(
          () => edit(text),
          (error) => error instanceof AppError && error.code === 'settings-unreadable' && message.test(error.message),
        )
      }
    })
  }
})

/** Settings with hooks of others, in any layout. */
const settings = fc
  .record({
    rest: fc.dictionary(
      fc.string().filter((key) => key !== 'hooks' && key !== '__proto__'),
      fc.jsonValue(),
    ),
    hooks: fc.option(
      fc.dictionary(
        fc.constantFrom('SessionStart', 'PostToolUse', 'Stop', 'Other'),
        fc.array(fc.record({ matcher: fc.string(), hooks: fc.array(fc.record({ command: fc.string() })) })),
      ),
      { nil: undefined },
    ),
    isFirst: fc.boolean(),
    space: fc.constantFrom('', '  ', '\t', '    '),
    end: fc.constantFrom('', '\n', '\n\n'),
    isCrlf: fc.boolean(),
    mark: fc.constantFrom('', '\uFEFF'),
  })
  .map(({ rest, hooks, isFirst, space, end, isCrlf, mark }) => {
    const own = hooks === undefined ? {} : { hooks }
    const text = JSON.stringify(isFirst ? { ...own, ...rest } : { ...rest, ...own }, null, space) + end
    return mark + (isCrlf ? text.replaceAll('\n', '\r\n') : text)
  })

const valueOf = (text: string): { hooks?: Record<string, unknown[]> } => JSON.parse(text.replace(/^\uFEFF/, ''))

test('for any settings: ours are added once, all else stays equal, and taking them out gives all of it back', () => {
  fc.assert(
    fc.property(settings, (text) => {
      const added = put(text)
      const [before, after] = [valueOf(text), valueOf(added)]
      assert.deepEqual({ ...after, hooks: 0 }, { ...before, hooks: 0 })
      for (const event of ['SessionStart', 'PostToolUse'] as const)
        assert.deepEqual(after.hooks?.[event], [...(before.hooks?.[event] ?? []), ...OURS[event]])
      for (const event of ['Stop', 'Other']) assert.deepEqual(after.hooks?.[event], before.hooks?.[event])
      assert.equal(put(added), added)
      assert.deepEqual(valueOf(take(added, text)), before)
      // Every byte of the old text is in the new one, in order: nothing was written anew.
      if (Object.keys(before).length > 0 && !/\[\s+\]|\{\s+\}/.test(text)) {
        let at = 0
        for (const character of text) at = added.indexOf(character, at) + 1 || Number.NaN
        assert.ok(at > 0)
      }
    }),
    { numRuns: 300 },
  )
})

test('whatever the text, it is edited or refused in words', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        settings.map((text) => text.slice(0, text.length >> 1)),
      ),
      (text) => {
        try {
          JSON.parse(put(text).replace(/^\uFEFF/, ''))
        } catch (error) {
          assert.ok(error instanceof AppError, String(error))
        }
      },
    ),
    { numRuns: 300 },
  )
})

suite('forms of other agents', () => {
  const flat: JsonHooks = {
    path: 'hooks.json',
    form: { lists: 'handlers', commandField: 'bash', root: { version: 1 } },
    command: HOOKS.command,
    wanted: [
      { event: 'sessionStart', fields: { timeoutSec: 5 } },
      { event: 'postToolUse', matcher: 'Shell', fields: { timeoutSec: 5 } },
    ],
    isOurs,
  }
  const ours = { type: 'command', bash: HOOKS.command, timeoutSec: 5 }

  test('handlers stand in the list of their event, and a new file begins as its reader wants it', () => {
    assert.deepEqual(JSON.parse(putHooks('', flat)), {
      version: 1,
      hooks: { sessionStart: [ours], postToolUse: [{ matcher: 'Shell', ...ours }] },
    })
    assert.equal(putHooks(putHooks('', flat), flat), putHooks('', flat))
  })

  test('a file of somebody keeps its beginning, and is given back to the byte', () => {
    for (const text of [
      '{"version": 2}',
      '{\n  "hooks": {\n    "sessionStart": [\n      { "bash": "date" }\n    ]\n  }\n}\n',
    ]) {
      const after = putHooks(text, flat)
      assert.notEqual(after, text)
      assert.equal(takeHooks(after, { ...flat, original: text }), text)
    }
    const after = JSON.parse(putHooks('{"hooks": {"sessionStart": [{"bash": "date"}]}}', flat)) as typeof OURS
    assert.deepEqual(after, {
      hooks: { sessionStart: [{ bash: 'date' }, ours], postToolUse: [{ matcher: 'Shell', ...ours }] },
    })
  })

  test('comments stay where the reader passes over them, also one that somebody has put beside ours', () => {
    const commented = { ...HOOKS, form: { ...FORM, hasComments: true } }
    const text = '{\n  // mine\n  "a": 1 // one, two\n}\n'
    const after = putHooks(text, commented)
    assert.match(after, /\/\/ mine\n/)
    assert.equal(takeHooks(after, { ...commented, original: text }), text)
    const edited = after.replace('"a": 1,', '"a": 1, // since, June')
    assert.match(takeHooks(edited, { ...commented, original: text }), /"a": 1 \/\/ since, June/)
    assert.throws(() => put(text), { code: 'settings-unreadable' })
  })
})
