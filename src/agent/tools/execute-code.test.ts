import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { localProcesses } from '../../../tests/support/local-processes.ts'
import { toolBench } from '../../../tests/support/tool-context.ts'
import { createExecuteCode } from './execute-code.ts'

const made = () => {
  const processes = localProcesses()
  return { processes, tool: createExecuteCode({ processes, scopeOf: () => ({ kind: 'episode', id: 'e1' }) }) }
}

test('execute_code runs each language in the working directory and answers with what it prints', async (t) => {
  const { context, cwd } = toolBench(t)
  const { tool, processes } = made()
  writeFileSync(join(cwd, 'data.txt'), 'here')
  const programs: [string, string][] = [
    ['python', "print(open('data.txt').read())\nimport sys\nprint(repr(sys.stdin.read()) and 'here')"],
    ['javascript', "console.log(require('fs').readFileSync('data.txt', 'utf8'))\nconsole.log('here')"],
    ['shell', 'cat data.txt; echo\ncat\necho "h"ere'],
  ]
  for (const [language, code] of programs) {
    const answer = await tool.run({ language, code }, context)
    assert.deepEqual(JSON.parse(answer.text), { status: 'success', exit_code: 0, output: 'here\nhere\n' }, answer.text)
    assert.equal(answer.isError, undefined)
  }
  assert.ok([...processes.live.values()].every(({ request }) => request.scope?.id === 'e1' && request.workdir === cwd))
})

test('execute_code says how a program failed, with what it had printed', async (t) => {
  const { context } = toolBench(t)
  const { tool } = made()
  const failed = await tool.run({ code: 'print("so far")\nraise ValueError("no such order")' }, context)
  assert.equal(failed.isError, true)
  const { status, exit_code: exitCode, error, output } = JSON.parse(failed.text)
  assert.deepEqual([status, exitCode, error], ['error', 1, 'ValueError: no such order; exit code 1'])
  assert.match(output, /^so far\n[^]*ValueError: no such order\n$/)
  const thrown = await tool.run({ code: 'throw new TypeError("no cart")', language: 'javascript' }, context)
  assert.equal(JSON.parse(thrown.text).error, 'TypeError: no cart; exit code 1')
  const silent = await tool.run({ code: 'exit 3', language: 'shell' }, context)
  assert.equal(JSON.parse(silent.text).error, 'exit code 3')
  const odd = await tool.run({ code: '"\'$(echo x)`\nEOF\nEND\n' }, context)
  assert.match(JSON.parse(odd.text).output, /SyntaxError/)
})

test('what runs too long, or is stopped, is ended with all it started', async (t) => {
  const { context, cwd } = toolBench(t)
  const { tool } = made()
  const code = 'sleep 600 & echo $! > child; sleep 600'
  const answer = await tool.run({ code, language: 'shell', timeout: 1 }, context)
  assert.match(JSON.parse(answer.text).error, /^timed out after 1 s/)
  const child = Number(readFileSync(join(cwd, 'child'), 'utf8'))
  // A zombie has no command line any more.
  assert.ok(!isAlive(child))
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
  const { context } = toolBench(t)
  const { tool } = made()
  const token = `ghp_${'a1B2'.repeat(9)}`
  const { output } = JSON.parse(
    (await tool.run({ code: `print("${token}")\nfor i in range(40000): print(i)` }, context)).text,
  )
  assert.ok(output.length < 51_000)
  assert.match(output, /\n\[\.\.\. \d+ characters left out \.\.\.\]\n/)
  assert.ok(output.endsWith('39999\n') && !output.includes(token))
  const long = JSON.parse((await tool.run({ code: 'for i in range(60000): print(i)' }, context)).text)
  assert.match(long.output, /^\[\.\.\. the first \d+ characters are no longer kept \.\.\.\]\n/)
})

test('a program that destroys, hides what it does or names secrets is asked about, and not run without a yes', async (t) => {
  const { tool, processes } = made()
  const programs: [string, string, RegExp][] = [
    ['python', "import shutil\nshutil.rmtree('build')", /deletes files/],
    ['python', `x = 1\n${'# a comment that fills the page\n'.repeat(400)}os.remove("a")`, /deletes files/],
    ['javascript', "require('fs').rmSync('build', { recursive: true })", /deletes files/],
    ['shell', 'git reset --hard && echo done', /discards work/],
    ['shell', 'echo x > /etc/motd', /outside the project/],
    ['python', "print(open('.env').read())", /names \.env, which may hold secrets/],
    ['shell', 'cat ~/.ssh/id_rsa', /may hold secrets/],
    ['shell', 'tr "\\0" "\\n" < /proc/self/environ', /may hold secrets/],
  ]
  for (const [language, code, reason] of programs) {
    const bench = toolBench(t)
    const answer = await tool.run({ language, code }, bench.context)
    assert.match(answer.text, /^Permission to run this program was denied: it /)
    assert.match(bench.asked[0]?.reason ?? '', reason, code)
    assert.ok(bench.asked[0]?.what.endsWith(code))
  }
  assert.equal(processes.live.size, 0)
  const quiet = toolBench(t)
  for (const code of ['echo "$HOME" > /dev/null', 'ls src/env.ts . /proc/cpuinfo 2>/dev/null; true'])
    await tool.run({ language: 'shell', code }, quiet.context)
  await tool.run({ code: "rows = [{'key': 1}]\nclass R: key = 2\nprint(rows[0]['key'], 3 / 4, R.key)" }, quiet.context)
  assert.deepEqual(quiet.asked, [])
  for (const args of [
    {},
    { code: ' ' },
    { code: 'a\0b' },
    { code: 'x', language: 'cobol' },
    { code: 'x'.repeat(60_001) },
  ])
    assert.match((await tool.run(args, quiet.context)).text, /^Invalid arguments for execute_code: /)
})
