import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readTokens } from '../src/shell/read-tokens.ts'
import { judgeCommand } from '../src/trust/gate.ts'

/*
 * The gate held against bash itself. Lines are put together by chance, with a fixed seed: harmless commands in every quoting, and
 * commands that would do harm hidden in them by separators, substitutions, heredocs, comments and escapes. Whatever the gate calls
 * harmless is really run, in a directory of its own where every program is a stub that writes down its words. No stub of a harmful
 * program may run, no file may change, and the words that a stub got must be those that our reader found.
 */
const HARMFUL = ['rm', 'touch', 'mv', 'evil', 'sh', 'curl']
const HARMLESS = ['ls', 'cat', 'grep', 'git', 'npm', 'go', 'pytest', 'tail', 'head', 'wc']
const root = mkdtempSync(join(tmpdir(), 'warmstart-gate-'))
after(() => rmSync(root, { recursive: true, force: true }))
const [bin, work, log] = [join(root, 'bin'), join(root, 'work'), join(root, 'log')]
for (const directory of [bin, work]) mkdirSync(directory)
writeFileSync(join(work, 'canary'), 'alive')
for (const name of [...HARMFUL, ...HARMLESS]) {
  const path = join(bin, name)
  // One write: the stubs of a pipe run side by side.
  writeFileSync(path, `#!/bin/sh\nprintf '%s\\000' ${name} "$@" '\u0001' >> '${log}'\n`)
  chmodSync(path, 0o755)
}

/** Numbers by chance that are the same in every run. */
const createChance = (seed: number): ((below: number) => number) => {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state % below
  }
}
const chance = createChance(20_261)
const pick = <T>(list: readonly T[]): T => list[chance(list.length)] as T

const COMMANDS: readonly (readonly string[])[] = [
  ['ls', '-la', 'src'],
  ['cat', 'a b.txt'],
  ['grep', '-rn', 'a;b && c', 'src'],
  ['git', 'status', '--short'],
  ['git', 'log', '--oneline', '-5'],
  ['git', 'log', '--format=%h %s "x"', '-3'],
  ['npm', 'run', 'lint'],
  ['go', 'test', './...', '-run', 'TestA|TestB'],
  ['pytest', '-q', 'tests/test_a.py::test_b[x-1]'],
  ['tail', '-5', 'notes.txt'],
  ['wc', '-l', "it's.txt"],
]

/** A word in one of the ways in which a shell can be told it. */
const spelt = (word: string): string => {
  const single = `'${word.replaceAll("'", `'\\''`)}'`
  const double = `"${word.replaceAll(/["\\$`]/g, '\\$&')}"`
  const escaped = word.replaceAll(/[^\w./:=%@,+-]/g, '\\$&')
  const half = Math.floor(word.length / 2)
  const mixed = `${word.slice(0, half).replaceAll(/[^\w./:=%@,+-]/g, '\\$&')}'${word.slice(half).replaceAll("'", `'\\''`)}'`
  return pick([/^[\w./:=%@,+-]+$/.test(word) ? word : single, single, double, escaped, mixed])
}
const harmless = (): string => {
  const [program = '', ...words] = pick(COMMANDS)
  return [program, ...words.map(spelt)].join(pick([' ', '  ', ' \\\n ']))
}
const harmful = (): string =>
  pick([
    'rm canary',
    'touch x',
    'mv canary x',
    'evil',
    'r\\m canary',
    "'rm' canary",
    'r""m canary',
    '\\rm canary',
    'sh -c "rm canary"',
    'rm$IFS canary',
    '{rm,canary}',
    '> canary',
  ])

const HIDINGS: readonly ((good: string, bad: string) => string)[] = [
  (good, bad) => `${good}${pick([';', '&&', '||', '|', '&', '\n', ' ; ', '\n\n', ';\n'])}${bad}`,
  (good, bad) => `${bad}${pick([';', '&&', '|', '\n'])}${good}`,
  (good, bad) => `${good} $(${bad})`,
  (good, bad) => `${good} \`${bad}\``,
  (good, bad) => `${good} "$(${bad})"`,
  (good, bad) => `${good} <(${bad})`,
  (good, bad) => `cat <<${pick(['E', "'E'", '"E"', '-E', '\\E'])}\n${good}\nE\n${bad}`,
  (good, bad) => `cat <<'E'; ${bad}\n${good}\nE`,
  (good, bad) => `cat <<<'x'\n${bad}`,
  (good, bad) => `${good} # note\n${bad}`,
  (good, bad) => `${good} 'a'\\''; ${bad}; '`,
  (good, bad) => `echo 'a\\'; ${bad}; echo '`,
  (good, bad) => `echo "a\\"; ${bad}; echo "`,
  (good, bad) => `echo $'a\\'; ${bad}; echo '`,
  (good, bad) => `(${bad}); ${good}`,
  (good, bad) => `{ ${bad}; }; ${good}`,
  (good, bad) => `if true; then ${bad}; fi; ${good}`,
  (good, bad) => `f() { ${bad}; }; f; ${good}`,
  (good, bad) => `[ a = a ] && ${bad}`,
  (good, bad) => `test 'a[$(${bad})]' -eq 1; ${good}`,
  (good, bad) => `A=1 ${bad}`,
  (good, bad) => `time ${bad}`,
  (good, bad) => `! ${bad}`,
  (good, bad) => `${good} 2>&1 ${bad}`,
  (good, bad) => `${good} \\\n; ${bad}`,
  (good, bad) => `eval "${bad}"`,
  (good, bad) => `echo \${x:-$(${bad})}`,
  (good, bad) => `echo "\${x:-'}"; ${bad}; echo "'"`,
  (good, bad) => `case a in a) ${bad};; esac`,
  (good, bad) => `for i in a; do ${bad}; done`,
  (good, bad) => `${good}\r\n${bad}`,
  (good, bad) => `trap '${bad}' EXIT; ${good}`,
  (good, bad) => `printf -v 'a[$(${bad})]' x`,
]
const JOINS = [' && ', ' ; ', '\n', ' 2>&1 | ', ' | ', ' 2>/dev/null; ']

const lines = [
  ...Array.from({ length: 250 }, () => Array.from({ length: 1 + chance(3) }, harmless).join(pick(JOINS))),
  ...Array.from({ length: 900 }, () => pick(HIDINGS)(harmless(), harmful())),
]

const allowed = lines.filter((line) => judgeCommand(line, { project: work, cwd: work }).harmless)

interface Ran {
  calls: string[]
  changed: boolean
}

const run = (line: string): Ran => {
  rmSync(log, { force: true })
  spawnSync('/bin/bash', ['-c', line], {
    cwd: work,
    env: { PATH: bin, HOME: join(root, 'home') },
    timeout: 20_000,
    input: '',
  })
  const calls = existsSync(log) ? readFileSync(log, 'utf8').split('\u0000\u0001\u0000').slice(0, -1) : []
  const changed = readdirSync(work).join() !== 'canary' || readFileSync(join(work, 'canary'), 'utf8') !== 'alive'
  return { calls, changed }
}

/** The words of every program that our reader found, as a stub writes them down. */
const found = (line: string): string[] => {
  const calls: string[][] = [[]]
  for (const token of readTokens(line)?.tokens ?? []) {
    if (token.kind === 'word') calls.at(-1)?.push(token.text)
    else if (token.kind === 'operator') calls.push([])
  }
  return calls.filter(([program = '']) => HARMLESS.includes(program)).map((words) => words.join('\u0000'))
}

test('most lines of harmless commands pass, and most that hide something do not', () => {
  const good = lines.slice(0, 250).filter((line) => allowed.includes(line)).length
  assert.ok(good > 200, `${good} of 250`)
  assert.ok(allowed.length - good < 100, `${allowed.length - good} of 900 pass`)
})

test('whatever the gate allows leaves the canary alone when bash runs it, and runs nothing harmful', {
  skip: existsSync('/bin/bash') ? false : 'there is no bash',
}, () => {
  for (const line of allowed) {
    const { calls, changed } = run(line)
    const harm = calls.filter((call) => HARMFUL.includes(call.split('\u0000')[0] ?? ''))
    assert.deepEqual([harm, changed], [[], false], JSON.stringify(line))
    assert.deepEqual(calls.toSorted(), found(line).toSorted(), JSON.stringify(line))
  }
})
