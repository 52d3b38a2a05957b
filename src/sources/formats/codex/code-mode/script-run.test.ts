import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Item } from '../open-scripts.ts'
import { expectedWalk, parseScript, readRun } from './script-run.ts'
import { SCRIPT_CHARS } from '../open-scripts.ts'
import { toJson } from './value.ts'

/** What a script did, as far as its output shows: `tool args -> exit code: output`. */
const did = (source: string, items: readonly Item[], isOver = true): string[] => {
  const program = parseScript(source)
  const run = program === undefined ? undefined : readRun(program, items, { isOver })
  return (run?.walk.calls ?? []).map(({ tool, input, threw }, index) => {
    const seen = run?.seen.get(index)
    const end =
      seen === undefined ? '?' : `${threw ? 'threw ' : ''}${seen.exitCode ?? '-'}:${seen.output ?? seen.thrown ?? ''}`
    return `${tool} ${JSON.stringify(toJson(input)) ?? ''} -> ${end}`
  })
}

const json = (exitCode: number, output: string): string =>
  JSON.stringify({ chunk_id: 'a1', wall_time_seconds: 0.1, exit_code: exitCode, output })

const readings: [what: string, source: string, items: Item[], calls: string[]][] = [
  [
    'a command whose output is printed',
    `const r = await tools.exec_command({cmd:"make", workdir: '/a'}); text(r.output)`,
    ['done\n'],
    ['exec_command {"cmd":"make","workdir":"/a"} -> -:done\n'],
  ],
  [
    'a result that is printed whole',
    `const r = await tools.exec_command({cmd: 'make'}); text(JSON.stringify(r))`,
    [json(2, 'no\n')],
    ['exec_command {"cmd":"make"} -> 2:no\n'],
  ],
  [
    'a result that is printed as an object',
    `text(await tools.exec_command({cmd: 'make'}))`,
    [json(2, 'no\n')],
    ['exec_command {"cmd":"make"} -> 2:no\n'],
  ],
  [
    'parts of a result inside a text',
    'const r = await tools.exec_command({cmd: `make ${1 + 1}`}); text(`exit ${r.exit_code}\\n${r.output}`)',
    ['exit 1\nexit 5\n'],
    ['exec_command {"cmd":"make 2"} -> 1:exit 5\n'],
  ],
  [
    'an exit code behind the output',
    'const r = await tools.exec_command({cmd: "a"}); text(r.output + "\\nEXIT " + r.exit_code)',
    ['EXIT 9\nEXIT 3'],
    ['exec_command {"cmd":"a"} -> 3:EXIT 9'],
  ],
  [
    'calls side by side',
    `const [a, b] = await Promise.all([tools.exec_command({cmd:'a'}), tools.exec_command({cmd:'b'})]);
     text(JSON.stringify({a, second: b.output, code: b.exit_code}))`,
    [JSON.stringify({ a: { exit_code: 0, output: 'A' }, second: 'B', code: 4 })],
    ['exec_command {"cmd":"a"} -> 0:A', 'exec_command {"cmd":"b"} -> 4:B'],
  ],
  [
    'calls of a list of commands',
    `const run = async (cmd) => { const r = await tools.exec_command({cmd}); return [cmd, r] };
     const all = await Promise.all(['a', 'b'].map(run));
     for (const [cmd, r] of all) text('$ ' + cmd + ' = ' + r.exit_code + '\\n' + r.output)`,
    ['$ a = 0\nA', '$ b = 1\nB'],
    ['exec_command {"cmd":"a"} -> 0:A', 'exec_command {"cmd":"b"} -> 1:B'],
  ],
  [
    'functions that print when they are done, by the words they print',
    `await Promise.all(['a', 'b'].map(async (cmd) => { const r = await tools.exec_command({cmd}); text(cmd + ': ' + r.exit_code) }))`,
    ['b: 0', 'a: 3'],
    ['exec_command {"cmd":"a"} -> 3:', 'exec_command {"cmd":"b"} -> 0:'],
  ],
  [
    'functions that print without words of their own: nobody knows which',
    `await Promise.all(['a', 'b'].map(async (cmd) => { text((await tools.exec_command({cmd})).output) }))`,
    ['B', 'A'],
    ['exec_command {"cmd":"a"} -> ?', 'exec_command {"cmd":"b"} -> ?'],
  ],
  [
    'a loop that ends early',
    `for (let i = 0; i < 9; i++) { const r = await tools.exec_command({cmd: 'x' + i}); text(r.output); if (r.output.includes('ok')) break }`,
    ['no', 'no', 'ok'],
    ['exec_command {"cmd":"x0"} -> -:no', 'exec_command {"cmd":"x1"} -> -:no', 'exec_command {"cmd":"x2"} -> -:ok'],
  ],
  [
    'a branch, by what was printed',
    `const r = await tools.exec_command({cmd:'a'});
     if (r.exit_code === 0) text('fine'); else { const s = await tools.exec_command({cmd:'b'}); text('then ' + s.output) }`,
    ['then B'],
    ['exec_command {"cmd":"a"} -> ?', 'exec_command {"cmd":"b"} -> -:B'],
  ],
  [
    'a refusal that the script caught',
    `try { text(JSON.stringify(await tools.exec_command({cmd:'a'}))) } catch (e) { text('refused: ' + e.message) }`,
    ['refused: no'],
    ['exec_command {"cmd":"a"} -> threw -:no'],
  ],
  [
    'a patch written as raw text',
    'const p = String.raw`*** Begin Patch\n+\\n`; text(await tools.apply_patch(p))',
    ['{}'],
    ['apply_patch "*** Begin Patch\\n+\\\\n" -> -:{}'],
  ],
  [
    'tools taken out of their object, and called by a name that is worked out',
    `const {exec_command: run} = tools; const n = 'update_plan'; await tools[n]({plan: []}); text((await run({cmd:'a'})).output)`,
    ['A'],
    ['update_plan {"plan":[]} -> ?', 'exec_command {"cmd":"a"} -> -:A'],
  ],
  [
    'what the script works out of results is left open in arguments',
    `const a = await tools.exec_command({cmd:'ls'}); const b = await tools.exec_command({cmd: 'cat ' + a.output.trim()}); text(b.output)`,
    ['B'],
    ['exec_command {"cmd":"ls"} -> ?', 'exec_command {"cmd":"cat …"} -> -:B'],
  ],
  [
    'pictures between texts',
    `const r = await tools.view_image({path:'a.png'}); image(r.image_url); text((await tools.exec_command({cmd:'a'})).output)`,
    [undefined, 'A'],
    ['view_image {"path":"a.png"} -> ?', 'exec_command {"cmd":"a"} -> -:A'],
  ],
  [
    'an output that another program joined',
    `const a = await tools.exec_command({cmd:'a'}); text(JSON.stringify(a)); text('and'); text(JSON.stringify(a))`,
    [`${json(1, 'A')}\nand\n${json(1, 'A')}`],
    ['exec_command {"cmd":"a"} -> 1:A'],
  ],
  [
    'a result whose middle was cut out',
    `text(JSON.stringify(await tools.exec_command({cmd:'a'})))`,
    [
      'Warning: truncated output (original token count: 9)\nTotal output lines: 1\n\n{"chunk_id":"a","exit_code":7,"output":"x…9 tokens truncated…',
    ],
    ['exec_command {"cmd":"a"} -> 7:{"chunk_id":"a","exit_code":7,"output":"x…9 tokens truncated…'],
  ],
  [
    'exit() ends a script',
    `text((await tools.exec_command({cmd:'a'})).output); exit(); await tools.exec_command({cmd:'b'})`,
    ['A'],
    ['exec_command {"cmd":"a"} -> -:A'],
  ],
]
for (const [what, source, items, calls] of readings) {
  test(`a script: ${what}`, () => assert.deepEqual(did(source, items), calls))
}

test('before anything is printed, the calls that every way through the script makes are known', () => {
  const expected = (source: string) => {
    const program = parseScript(source)
    return program === undefined ? undefined : expectedWalk(program)?.calls.map((call) => call.tool)
  }
  assert.deepEqual(expected(`const r = await tools.a({}); if (r.x) await tools.b({}); await tools.c()`), ['a', 'c'])
  assert.deepEqual(expected(`if (!load('k')) throw new Error('x'); await tools.a({})`), ['a'])
  assert.deepEqual(expected(`while (true) { const r = await tools.a({}); if (r.done) break }`), ['a'])
  assert.deepEqual(expected('text(1)'), [])
  assert.equal(expected('const x = 1 +'), undefined)
  assert.equal(expected(`/*${'x'.repeat(SCRIPT_CHARS)}*/`), undefined)
})

const bombs: [what: string, source: string][] = [
  ['an endless loop', 'while (true) {}'],
  ['an endless loop of calls', 'for (;;) await tools.a({})'],
  ['endless recursion', 'const f = () => f(); f()'],
  ['a text that doubles', `let a = 'x'; for (let i = 0; i < 60; i++) a += a; text(a); await tools.a({a})`],
  ['a list that holds itself', 'const a = []; a.push(a, a, a); text(a); await tools.a(a)'],
  ['lists of lists', `let a = ['x']; for (let i = 0; i < 60; i++) a = [a, a]; text(a); await tools.a(a)`],
  ['brackets without end', `${'('.repeat(100_000)}1${')'.repeat(100_000)}`],
  ['a long sum', `text(${Array.from({ length: 20_000 }, () => `'x'`).join('+')})`],
  ['lists inside lists', `await tools.a(${'['.repeat(3_000)}${']'.repeat(3_000)})`],
  ['many ways', `${'if (x()) text(1);'.repeat(200)} await tools.a({})`],
]
for (const [what, source] of bombs) {
  test(`a script is followed for a bounded while: ${what}`, () => {
    did(source, [])
    did(source, ['x', 'y'])
  })
}

test('scripts and outputs that are damaged anywhere are read as far as they go', () => {
  const sources = readings.map(([, source]) => source)
  fc.assert(
    fc.property(
      fc.constantFrom(...sources),
      fc.nat(400),
      fc.nat(20),
      fc.string({ maxLength: 8 }),
      fc.array(fc.option(fc.string(), { nil: undefined }), { maxLength: 4 }),
      fc.boolean(),
      (source, at, length, put, items, isOver) => {
        did(source.slice(0, at) + put + source.slice(at + length), items, isOver)
      },
    ),
    { numRuns: 400 },
  )
})
