import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { parse, stringify } from 'yaml'
import { AppError } from '../../lib/error.ts'
import { putYaml, readYaml, takeYaml } from './settings-yaml.ts'

const SERVER = { keys: ['servers', 'ours'], path: 'config.yaml' } as const
const FILE = { keys: ['file'], path: 'config.yaml' } as const
const ENTRY = { command: '/opt/w x', args: ['mcp'] }
const BLOCK = 'servers:\n  ours:\n    command: "/opt/w x"\n    args: ["mcp"]'
const FLOW = '{ours: {command: "/opt/w x", args: ["mcp"]}}'

suite('putting an entry into a text', () => {
  const CASES: [title: string, before: string, after: string][] = [
    ['an empty text', '', `${BLOCK}\n`],
    ['comments alone', '# mine\n', `# mine\n${BLOCK}\n`],
    ['at the end', 'a: 1 # why\n', `a: 1 # why\n${BLOCK}\n`],
    ['without a line end at the end', 'a: 1', `a: 1\n${BLOCK}`],
    ['with CRLF', 'a: 1\r\n', `a: 1\r\n${BLOCK.replaceAll('\n', '\r\n')}\r\n`],
    [
      'beside others, as far in as they are, before what follows',
      'servers: # all\n    time:\n        command: t # it\n    # last\n\nz: 1\n',
      'servers: # all\n    time:\n        command: t # it\n    ours:\n      command: "/opt/w x"\n      args: ["mcp"]\n    # last\n\nz: 1\n',
    ],
    ['into an empty map', 'servers: {} # none\nz: 1\n', `servers: ${FLOW} # none\nz: 1\n`],
    ['into nothing', 'servers: # none\nz: 1\n', `servers: ${FLOW} # none\nz: 1\n`],
    ['into a map on one line', 'servers: {a: {b: 1}}\n', `servers: {a: {b: 1}, ${FLOW.slice(1)}\n`],
    ['before the end of the document', 'a: 1\n...\n', `a: 1\n${BLOCK}\n...\n`],
    ['after a text that keeps its blank lines', 'a: |+\n  x\n\n', `a: |+\n  x\n\n${BLOCK}\n`],
  ]
  for (const [title, before, after] of CASES) {
    test(title, () => {
      assert.equal(putYaml(before, SERVER, ENTRY), after)
      assert.deepEqual(readYaml(after, SERVER), ENTRY)
      // Where there was nothing, an empty map is left.
      const left = parse(before.replace('servers: # none', 'servers: {}')) ?? {}
      assert.deepEqual(parse(takeYaml(after, SERVER, before)) ?? {}, left)
    })
  }

  test('a single value is replaced where it stands, and put back with its quotes', () => {
    const before = "file: '' # none\nz: 1\n"
    const after = putYaml(before, FILE, 'x.json')
    assert.equal(after, 'file: "x.json" # none\nz: 1\n')
    assert.equal(takeYaml(after, FILE, before), before)
    assert.equal(takeYaml(after, FILE, undefined), 'z: 1\n')
  })

  test('a value that was not there goes with its line, and the end of the text stays', () => {
    for (const text of ['a: 1', 'a: 1\n', '# c\n\na: 1\r\n', 'a:\n  - 1\n  - 2\n# end\n'])
      assert.equal(takeYaml(putYaml(text, FILE, 'x'), FILE, text), text)
  })

  test('one field deeper', () => {
    const text = `${BLOCK} # mine\n    enabled: false\n`
    const place = { keys: ['servers', 'ours', 'command'], path: '' } as const
    assert.equal(putYaml(text, place, 'y'), text.replace('/opt/w x', 'y'))
  })
})

suite('what is not understood is refused', () => {
  const CASES: [title: string, text: string, message: RegExp][] = [
    ['broken YAML', 'a: [1\nb: 2\n', /^config\.yaml:2: this is not YAML/],
    ['a key twice', 'a: 1\na: 2\n', /^config\.yaml:2: `a` is there twice/],
    ['a list', '- 1\n', /does not consist of/],
    ['JSON', '{"a": 1}', /does not consist of/],
    ['two documents', 'a: 1\n---\nb: 2\n', /^config\.yaml:2: a second document begins here/],
    ['an entry of another kind', 'servers: yes\n', /`servers` holds no entries/],
    ['a list of entries', 'servers:\n  - 1\n', /`servers` holds no entries/],
    ['an entry that others repeat', 'servers: &x {}\nb: *x\n', /`servers\.ours` cannot be changed here without/],
    ['an entry that is another one', 'a: &x {b: 1}\nservers: *x\n', /`servers` holds no entries/],
  ]
  for (const [title, text, message] of CASES) {
    test(title, () => {
      assert.throws(
        () => putYaml(text, SERVER, ENTRY),
        (error) => error instanceof AppError && error.code === 'settings-unreadable' && message.test(error.message),
      )
    })
  }
})

test('for any settings: ours is added, all else stays equal, and taking it out gives all of it back', () => {
  const key = fc.stringMatching(/^[a-z]{1,6}$/).filter((each) => each !== 'servers')
  const value = fc.dictionary(key, fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.string()))
  const servers = fc.option(fc.dictionary(key, value), { nil: undefined })
  const style = fc.constantFrom(
    {},
    { indent: 4 },
    { blockQuote: false },
    { defaultStringType: 'QUOTE_DOUBLE' as const },
  )
  fc.assert(
    fc.property(value, servers, style, (rest, given, options) => {
      const whole = { ...rest, ...(given === undefined ? {} : { servers: given }) }
      const text = Object.keys(whole).length === 0 ? '# nothing\n' : stringify(whole, options)
      const before: Record<string, object> = parse(text) ?? {}
      const added = putYaml(text, SERVER, ENTRY)
      assert.deepEqual(parse(added), { ...before, servers: { ...before['servers'], ours: ENTRY } })
      assert.deepEqual(parse(takeYaml(added, SERVER, text)) ?? {}, before)
      if (given === undefined || Object.keys(given).length > 0) assert.equal(takeYaml(added, SERVER, text), text)
    }),
    { numRuns: 300 },
  )
})
