import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { eventually, numberIn } from '../../../tests/support/eventually.ts'
import { localProcesses } from '../../../tests/support/local-processes.ts'
import { needs } from '../../../tests/support/programs.ts'
import { toolBench } from '../../../tests/support/tool-context.ts'
import { createExecuteCode } from './execute-code.ts'

const made = () => {
  const processes = localProcesses()
  return { processes, tool: createExecuteCode({ processes, scopeOf: () => ({ kind: 'episode', id: 'e1' }) }) }
}

const PYTHON = needs('python3')

const LANGUAGES: [language: string, code: string, options: { skip: string | false }][] = [
  ['python', "print(open('data.txt').read())\nimport sys\nprint(repr(sys.stdin.read()) and 'here')", PYTHON],
  ['javascript', "console.log(require('fs').readFileSync('data.txt', 'utf8'))\nconsole.log('here')", { skip: false }],
  ['shell', 'cat data.txt; echo\ncat\necho "h"ere', { skip: false }],
]

for (const [language, code, options] of LANGUAGES)
  test(`execute_code runs ${language} in the working directory and answers with what it prints`, options, async (t) => {
    const { context, cwd } = toolBench(t, { approves: true })
    const { tool, processes } = made()
    writeFileSync(join(cwd, 'data.txt'), 'here')
    const answer = await tool.run({ language, code }, context)
    assert.deepEqual(JSON.parse(answer.text), { status: 'success', exit_code: 0, output: 'here\nhere\n' }, answer.text)
    assert.equal(answer.isError, undefined)
    const [started] = processes.live.values()
    assert.deepEqual([started?.request.scope?.id, started?.request.workdir], ['e1', cwd])
  })

test('execute_code says how a program failed, with what it had printed', async (t) => {
  const { context } = toolBench(t, { approves: true })
  const { tool } = made()
  const thrown = await tool.run({ code: 'throw new TypeError("no cart")', language: 'javascript' }, context)
  assert.equal(thrown.isError, true)
  assert.equal(JSON.parse(thrown.text).error, 'TypeError: no cart; exit code 1')
  const silent = await tool.run({ code: 'exit 3', language: 'shell' }, context)
  assert.equal(JSON.parse(silent.text).error, 'exit code 3')
})

test('execute_code says how a program of the default language failed', PYTHON, async (t) => {
  const { context } = toolBench(t, { approves: true })
  const { tool } = made()
  const failed = await tool.run({ code: 'print("so far")\nraise ValueError("no such order")' }, context)
  assert.equal(failed.isError, true)
  const { status, exit_code: exitCode, error, output } = JSON.parse(failed.text)
  assert.deepEqual([status, exitCode, error], ['error', 1, 'ValueError: no such order; exit code 1'])
  assert.match(output, /^so far\n[^]*ValueError: no such order\n$/)
  const odd = await tool.run({ code: '"\'$(echo x)`\nEOF\nEND\n' }, context)
  assert.match(JSON.parse(odd.text).output, /SyntaxError/)
})

test('a language that is not installed is named, with what to do', async (t) => {
  const { context, cwd } = toolBench(t, { approves: true })
  const { tool, processes } = made()
  for (const [language, program] of [
    ['python', 'python3'],
    ['javascript', 'node'],
  ] as const) {
    processes.live.clear()
    await tool.run({ language, code: 'x = 1' }, context)
    const [started] = processes.live.values()
    // In a place where there is no program at all.
    const { status, stderr } = spawnSync('/bin/sh', ['-c', started?.request.command ?? ''], {
      encoding: 'utf8',
      env: { PATH: cwd },
    })
    assert.deepEqual([status, stderr.startsWith(`${program}: command not found. Install it`)], [127, true], stderr)
    assert.match(stderr, /python, javascript, shell/)
  }
})

test('what runs too long, or is stopped, is ended with all it started', async (t) => {
  const { context, cwd } = toolBench(t, { approves: true })
  const { tool, processes } = made()
  const code = 'sleep 600 & echo $! > child; sleep 600'
  // Time runs from the moment at which it has begun.
  const { wait } = processes
  processes.wait = async (id, limits) => {
    await numberIn(join(cwd, 'child'))
    return wait(id, limits)
  }
  const answer = await tool.run({ code, language: 'shell', timeout: 1 }, context)
  assert.match(JSON.parse(answer.text).error, /^timed out after 1 s/)
  const child = Number(readFileSync(join(cwd, 'child'), 'utf8'))
  // A zombie has no command line any more.
  await eventually(() => !isAlive(child), 'what it started is ended')
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 300)
  const stopped = await tool.run({ code, language: 'shell' }, { ...context, signal: stop.signal })
  assert.match(JSON.parse(stopped.text).error, /^interrupted/)
})

const isAlive = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false
  }
}

test('long output is cut in the middle, and secrets in it are left out', async (t) => {
  const { context } = toolBench(t, { approves: true })
  const { tool } = made()
  const token = `ghp_${'a1B2'.repeat(9)}`
  const language = 'shell'
  const { output } = JSON.parse((await tool.run({ code: `echo "${token}"; seq 0 39999`, language }, context)).text)
  assert.ok(output.length < 51_000)
  assert.match(output, /\n\[\.\.\. \d+ characters left out \.\.\.\]\n/)
  assert.ok(output.endsWith('39999\n') && !output.includes(token))
  const long = JSON.parse((await tool.run({ code: 'seq 0 59999', language }, context)).text)
  assert.match(long.output, /^\[\.\.\. the first \d+ characters are no longer kept \.\.\.\]\n/)
})

test('every program in Python or JavaScript is asked about, and not run without a yes', async (t) => {
  const { tool, processes } = made()
  const programs: [string, string, RegExp][] = [
    ['python', 'print(3 / 4)', /^runs a python program, which cannot be read beforehand$/],
    ['python', "import shutil\nshutil.rmtree('build')", /cannot be read/],
    ['javascript', "require('fs').rmSync('build', { recursive: true })", /^runs a javascript program/],
    ['python', "print(open('.env').read())", /names \.env, which may hold secrets/],
  ]
  for (const [language, code, reason] of programs) {
    const bench = toolBench(t)
    const answer = await tool.run({ language, code }, bench.context)
    assert.match(answer.text, /^Permission to run this program was denied: it .*\. Do without it, or ask the user\.$/)
    assert.equal(answer.isError, true)
    assert.match(bench.asked[0]?.reason ?? '', reason, code)
    assert.ok(bench.asked[0]?.what.endsWith(code))
  }
  assert.equal(processes.live.size, 0)
})

test('a shell program is asked about as a command in the terminal is', async (t) => {
  const { tool, processes } = made()
  const { context, cwd, root, asked } = toolBench(t)
  mkdirSync(join(root, 'outside'))
  symlinkSync(join(root, 'outside'), join(cwd, 'link'))
  writeFileSync(join(cwd, 'package.json'), '{}')
  const programs: [string, RegExp][] = [
    ['git reset --hard && echo done', /^runs git/],
    ['echo x > /etc/motd', /by redirection/],
    ['echo "$HOME"', /holds a substitution/],
    ['cat ~/.ssh/id_rsa', /may hold secrets/],
    ['tr "\\0" "\\n" < /proc/self/environ', /may hold secrets/],
    ['ls\nls link', /names link, which is outside/],
    ['npm test', /package\.json says, which was changed in this session/],
  ]
  for (const [code, reason] of programs) {
    assert.match(
      (await tool.run({ language: 'shell', code }, context)).text,
      /^Permission to run this program was denied: it /,
    )
    assert.match(asked.at(-1)?.reason ?? '', reason, code)
  }
  assert.deepEqual([processes.live.size, asked.length], [0, programs.length])
  for (const code of ['ls src/env.ts . 2>/dev/null; true', 'ls\npwd | wc -l\n'])
    assert.match((await tool.run({ language: 'shell', code }, context)).text, /"status":"success"/)
  assert.equal(asked.length, programs.length, 'harmless lines are not asked about')
})

test('arguments that make no program are refused before anybody is asked', async (t) => {
  const { tool } = made()
  const { context, asked } = toolBench(t)
  for (const args of [
    {},
    { code: ' ' },
    { code: 'a\0b' },
    { code: 'x', language: 'cobol' },
    { code: 'x'.repeat(60_001) },
  ])
    assert.match((await tool.run(args, context)).text, /^Invalid arguments for execute_code: /)
  assert.deepEqual(asked, [])
})
