import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import * as v from 'valibot'
import { type MockModel, serveMockModel } from '../src/scripted-model/serve.ts'
import type { Script } from '../src/scripted-model/script.ts'
import { AgentRun } from '../src/verbs/run/shape.ts'
import { agentPlace, agentTerminal, closed, isAlive, type Ran } from './support/agent-program.ts'
import { eventually, numberIn } from './support/eventually.ts'

const SCRIPT: Script = {
  rules: [
    {
      when: { userContains: 'look around' },
      replies: [
        {
          text: 'I will look.',
          calls: [
            { tool: 'read_file', args: { path: 'notes.txt' } },
            { tool: 'read_file', args: { path: 'missing.txt' } },
          ],
        },
        { text: 'One of them is there.' },
      ],
    },
    {
      when: { userContains: 'leave the directory', last: 'user' },
      reply: { calls: [{ tool: 'read_file', args: { path: '/etc/hostname' } }] },
    },
    { when: { userContains: 'leave the directory', toolResultContains: 'denied' }, reply: { text: 'I may not.' } },
    { when: { userContains: 'leave the directory' }, reply: { text: 'I have read it.' } },
    {
      when: { userContains: 'for ever' },
      reply: { text: 'more', calls: [{ tool: 'read_file', args: { path: 'notes.txt' } }] },
    },
    { when: { userContains: 'say nothing' }, reply: { fault: { kind: 'hang' } } },
    { when: { userContains: 'fail' }, reply: { fault: { kind: 'quota' } } },
    {
      when: { userContains: 'slowly' },
      reply: { text: 'one word after the other '.repeat(40), chunkChars: 4, chunkDelayMs: 100 },
    },
    {
      when: { userContains: 'sleep', last: 'user' },
      reply: { calls: [{ tool: 'terminal', args: { command: 'echo $$ > pid; exec sleep 600' } }] },
    },
    {
      when: { userContains: 'sleep', toolResultContains: 'effect is unknown' },
      reply: { text: 'It was interrupted.' },
    },
    {
      when: { userContains: 'clean up', last: 'user' },
      reply: { calls: [{ tool: 'terminal', args: { command: 'rm -rf ./*' } }] },
    },
    { when: { userContains: 'clean up', toolResultContains: 'not allowed' }, reply: { text: 'I may not.' } },
    { when: { userContains: 'clean up' }, reply: { text: 'It is gone.' } },
    { when: { contextContains: 'the word is plum' }, reply: { text: 'The word is plum.' } },
  ],
  otherwise: { text: 'You said {{user}}.' },
}

let server: MockModel
before(async () => {
  server = await serveMockModel(SCRIPT)
})
after(() => server.close())

const place = (t: Parameters<typeof agentPlace>[0]) => agentPlace(t, server)

const runOf = ({ stdout }: Ran): AgentRun => v.parse(AgentRun, JSON.parse(stdout))

suite('run', () => {
  test('with --json prints one object, and the session is history like any other, before any sync', async (t) => {
    const { run, model } = place(t)
    const ran = await run(['run', 'look around', ...model, '--json'])
    assert.equal(ran.code, 0, ran.stderr)
    const result = runOf(ran)
    assert.deepEqual([result.result, result.steps, result.end], ['One of them is there.', 2, 'answered'])
    assert.ok((result.usage.inputTokens ?? 0) > 0)
    assert.match(ran.stderr, /all \d+ tools are on, because none was chosen/)

    const listed = (await run(['calls', '--json'])).stdout.trim().split('\n')
    const outcomes = listed.map(
      (line) => JSON.parse(line) as { id: string; outcome: string; session: string; subject: string },
    )
    assert.deepEqual(
      outcomes.map(({ subject, outcome, session }) => [subject, outcome, session]),
      [
        ['notes.txt', 'ok', result.session],
        ['missing.txt', 'error', result.session],
      ],
    )
    const explained = await run(['explain', outcomes[1]?.id ?? '', '--json'])
    const { origin } = JSON.parse(explained.stdout) as { origin: { file: string; line: number; resultLine: number } }
    assert.match(origin.file, /warmstart\.db$/)
    assert.deepEqual([origin.line, origin.resultLine >= 3], [2, true])
    for (const words of [['profile'], ['profile', result.session], ['session', result.session], ['sessions']]) {
      const shown = await run(words)
      assert.equal(shown.code, 0, shown.stderr)
    }
    const synced = await run(['sync', '--json'])
    assert.equal((JSON.parse(synced.stdout) as { totals: { newCalls: number } }).totals.newCalls, 0)
  })

  test('HERMES_SESSION_SOURCE says on which platform the session is held', async (t) => {
    for (const [word, platform] of [
      ['telegram', 'telegram'],
      ['../x', 'cli'],
    ] as const) {
      const { run, model } = agentPlace(t, server, { HERMES_SESSION_SOURCE: word })
      const { session } = runOf(await run(['run', 'look around', ...model, '--tools', 'read', '--json']))
      const listed = (await run(['sessions', '--json'])).stdout.trim().split('\n')
      const row = listed.map((line) => JSON.parse(line) as { session: string; platform: string })
      assert.equal(row.find((each) => each.session === session)?.platform, platform)
    }
  })

  test('streams words to standard output and what it does to standard error', async (t) => {
    const { run, model } = place(t)
    const ran = await run(['run', 'look around', ...model, '--tools', 'read'])
    assert.equal(ran.stdout, 'I will look.\nOne of them is there.\n')
    assert.match(ran.stderr, /read_file notes\.txt/)
    assert.match(ran.stderr, /! read_file: .*missing\.txt/)
    assert.doesNotMatch(ran.stderr, /tools are on/)
  })

  test('goes on with a session, takes its task from a pipe, and a history from a file', async (t) => {
    const { run, model, project } = place(t)
    writeFileSync(
      join(project, 'talk.json'),
      JSON.stringify([
        { role: 'user', content: 'remember: the word is plum' },
        { role: 'assistant', content: 'I will.' },
      ]),
    )
    const first = runOf(
      await run(['run', '-', ...model, '--tools', 'none', '--history', 'talk.json', '--json'], 'which word?\n'),
    )
    assert.equal(first.result, 'The word is plum.')
    const second = runOf(await run(['run', 'and again?', '--continue', ...model, '--tools', 'none', '--json']))
    assert.deepEqual([second.session, second.result], [first.session, 'The word is plum.'])
    const nothing = runOf(
      await run(['run', '--resume', first.session.slice(0, 6), ...model, '--tools', 'none', '--json']),
    )
    assert.deepEqual([nothing.session, nothing.steps, nothing.result], [first.session, 0, 'The word is plum.'])
  })

  test('what leaves the directory needs a yes, and without anybody to ask the model is told no', async (t) => {
    const { run, model } = place(t)
    const refused = runOf(await run(['run', 'leave the directory', ...model, '--json']))
    assert.equal(refused.result, 'I may not.')
    for (const allowed of [['--yes'], ['--allow', 'read_file']]) {
      const ran = runOf(await run(['run', 'leave the directory', ...model, ...allowed, '--json']))
      assert.equal(ran.result, 'I have read it.')
    }
  })

  test('the exit code says how it ended', async (t) => {
    const { run, model } = place(t)
    const steps = await run(['run', 'for ever', ...model, '--tools', 'read', '--max-steps', '2', '--json'])
    assert.deepEqual([steps.code, runOf(steps).end, runOf(steps).steps], [6, 'step-limit', 2])
    const tokens = await run(['run', 'for ever', ...model, '--tools', 'read', '--max-tokens', '10', '--json'])
    assert.deepEqual([tokens.code, runOf(tokens).end], [7, 'token-limit'])
    const failed = await run(['run', 'fail', ...model, '--tools', 'none', '--json'])
    assert.deepEqual([failed.code, runOf(failed).end, runOf(failed).error?.code], [1, 'failed', 'model-quota'])
    const shown = await run(['run', 'fail', ...model, '--tools', 'none'])
    assert.equal(shown.code, 1)
    assert.match(shown.stderr, /failed: .*\n[\s\S]*warmstart run --resume/)
  })

  test('a wrong line is answered in words, and nothing is asked', async (t) => {
    const { run, model } = place(t)
    const asked = server.count()
    const cases: [string[], number, RegExp][] = [
      [['run'], 2, /TASK is missing/],
      [['run', 'x', '--resume', 'a', '--continue', ...model], 2, /two sessions/],
      [['run', 'x', '--resume', 'zzz', ...model], 3, /no session of yours/],
      [['run', '--continue', ...model], 3, /no session yet/],
      [['run', 'x', '--tools', 'hammer', ...model], 2, /no tool or set of tools called hammer/],
      [['run', 'x', '--warm', 'nothing-like-this', ...model], 3, /nothing-like-this/],
      [['run', 'x', '--history', 'none.json', ...model], 3, /there is no file/],
      [['run', 'x', '--yes', '--allow', 'terminal', ...model], 2, /--allow/],
      [['run', 'x', '--base-url', `${server.address}/v1`], 1, /no model is configured/],
    ]
    for (const [words, code, pattern] of cases) {
      const ran = await run(words)
      assert.equal(ran.code, code, `${words.join(' ')}: ${ran.stderr}`)
      assert.match(ran.stderr, pattern)
    }
    assert.equal(server.count(), asked)
  })

  test('Ctrl-C stops the turn and leaves a session that can be gone on with', async (t) => {
    const { start, run, model } = place(t)
    const child = start(['run', 'speak slowly', ...model, '--tools', 'none', '--json'])
    let stdout = ''
    child.stdout.on('data', (piece: Buffer) => (stdout += String(piece)))
    const seen = server.count()
    await eventually(() => server.count() > seen, 'the model was asked')
    await sleep(300)
    child.kill('SIGINT')
    assert.deepEqual(await closed(child, 'a run that was stopped', () => stdout), [130, null])
    const stopped = v.parse(AgentRun, JSON.parse(stdout))
    assert.equal(stopped.end, 'aborted')
    const next = runOf(await run(['run', 'hello', '--resume', stopped.session, ...model, '--tools', 'none', '--json']))
    assert.equal(next.result, 'You said hello.')
  })

  test('stopped, a session goes on when nothing new is said, and the command that is shown for it keeps the tools', async (t) => {
    const { start, run, model } = place(t)
    const child = start(['run', 'speak slowly', ...model, '--tools', 'none'])
    let shown = ''
    child.stderr.on('data', (piece: Buffer) => (shown += String(piece)))
    const seen = server.count()
    await eventually(() => server.count() > seen, 'the model was asked')
    child.kill('SIGINT')
    assert.deepEqual(await closed(child, 'a run that was stopped', () => shown), [130, null])
    const [, words = ''] = /warmstart (run --resume .*)/.exec(shown) ?? []
    assert.match(words, /--tools none$/)
    const next = runOf(await run([...words.split(' '), '--json']))
    assert.equal(next.result, 'You said [The user wants you to go on where you were stopped.].')
    const again = await run(words.split(' '))
    assert.equal(again.stdout.trim(), next.result)
    assert.match(again.stderr, /nothing was cut off/)
  })
})

suite('run with real processes', () => {
  test('killed while a command runs, it goes on knowing that, and what was left running ends with it', async (t) => {
    const { start, run, model, project } = place(t)
    const child = start(['run', 'sleep for me', ...model, '--tools', 'terminal', '--yes', '--json'])
    const sleeper = await numberIn(join(project, 'pid'))
    child.kill('SIGKILL')
    await closed(child, 'a run that was killed')
    assert.ok(isAlive(sleeper))
    const ran = await run(['run', '--continue', ...model, '--tools', 'terminal', '--json'])
    assert.equal(runOf(ran).result, 'It was interrupted.')
    await eventually(() => !isAlive(sleeper), 'what the killed run left running has ended')
    assert.equal((await run(['sync', '--json'])).code, 0)
    const [call] = (await run(['calls', '--json'])).stdout.trim().split('\n')
    assert.equal((JSON.parse(call ?? '') as { outcome: string }).outcome, 'unknown')
  })
})

suite('chat', () => {
  test('with a pipe every line is a turn, and commands are no turns', async (t) => {
    const { run, model } = place(t)
    const said = 'one\n/status\n/new\ntwo\n/resume\n/warm off\n/nonsense\n/etc/hosts\n/quit\nnever\n'
    const { code, stdout, stderr } = await run(['chat', ...model, '--tools', 'none'], said)
    assert.equal(code, 0, stderr)
    assert.match(
      stdout,
      /^You said one\.\nsession .*\n[\s\S]*You said two\.\nYou said one\.\nYou said \/etc\/hosts\.\n$/,
    )
    assert.match(stderr, /there is no command \/nonsense/)
    assert.doesNotMatch(stdout, /never/)
  })

  test('with --json every turn is one object on a line', async (t) => {
    const { run, model } = place(t)
    const { stdout } = await run(['chat', ...model, '--tools', 'none', '--json'], 'one\ntwo\n')
    const turns = stdout
      .trim()
      .split('\n')
      .map((line) => v.parse(AgentRun, JSON.parse(line)))
    assert.deepEqual(
      turns.map(({ result }) => result),
      ['You said one.', 'You said two.'],
    )
    assert.equal(turns[0]?.session, turns[1]?.session)
  })

  test('what fails is said, and the talk goes on', async (t) => {
    const { run, model } = place(t)
    const { code, stdout, stderr } = await run(['chat', ...model, '--tools', 'none'], 'fail\nhello\n')
    assert.equal(code, 0)
    assert.match(stderr, /failed: /)
    assert.match(stdout, /You said (fail\n\n)?hello\./)
  })
})

const RAW = process.platform === 'win32' ? 'no terminals here' : false

suite('in a terminal', { skip: RAW }, () => {
  const open = (t: Parameters<typeof agentPlace>[0], words?: readonly string[]) => agentTerminal(t, server, words)

  test('Ctrl-C stops the turn, not the program; what is pasted is one message; twice at the prompt leaves', async (t) => {
    const { terminal, until, ended, root } = await open(t)
    await until(/> /)
    terminal.write('hello\r')
    await until(/You said hello\./)
    await until(/> /)
    terminal.write('speak slowly\r')
    await until(/one word after/)
    terminal.write('\u0003')
    await until(/stopped/)
    await until(/> /)
    terminal.write('\u001B[200~first\rsecond\u001B[201~')
    terminal.write('\r')
    await until(/You said first\s+second\./)
    await until(/> /)
    // The line before, out of the history.
    terminal.write('\u001B[A\u001B[A\u001B[A\u001B[A')
    await until(/hello/)
    terminal.write('\u0015')
    terminal.write('\u0003')
    await until(/Ctrl-C again leaves/)
    terminal.write('\u0003')
    assert.equal(await ended(), 0)
    const history = join(root, '.warmstart', 'chat-history')
    assert.equal(statSync(history).mode & 0o777, 0o600)
    assert.match(readFileSync(history, 'utf8'), /^hello\nspeak slowly\n/)
  })

  for (const [answer, said, isThere] of [
    ['n', /I may not\./, true],
    ['y', /It is gone\./, false],
  ] as const) {
    test(`what destroys something is asked about, and ${answer} is the answer`, async (t) => {
      const { terminal, until, ended, project } = await open(t, ['run', 'clean up', '--tools', 'terminal'])
      await until(/rm -rf \.\/\*[\s\S]*allow it\? \[y\/N\] /)
      terminal.write(`${answer}\r`)
      await until(said)
      assert.equal(await ended(), 0)
      assert.equal(existsSync(join(project, 'notes.txt')), isThere)
    })
  }

  test('in a chat it is asked between the lines, and the answer is no message', async (t) => {
    const { terminal, until, ended } = await open(t, ['chat', '--tools', 'terminal'])
    await until(/> /)
    terminal.write('clean up\r')
    await until(/allow it\? \[y\/N\] /)
    terminal.write('no\r')
    await until(/I may not\./)
    await until(/> /)
    terminal.write('/quit\r')
    assert.equal(await ended(), 0)
  })

  test('a model that hangs is waited for in words by run', async (t) => {
    const { terminal, until, ended } = await open(t, ['run', 'say nothing', '--tools', 'none'])
    await until(/waiting for the model, 3 s \(Ctrl-C stops\)/)
    await until(/\r\u001B\[2K.*waiting for the model, 4 s/)
    terminal.write('\u0003')
    await until(/\r\u001B\[2K\r?\n?[^]*stopped/)
    assert.equal(await ended(), 130)
  })

  test('and by chat, where a key that is pressed has the line for itself', async (t) => {
    const { terminal, until, ended } = await open(t)
    await until(/> /)
    terminal.write('say nothing\r')
    await until(/waiting for the model, 3 s \(Ctrl-C stops\)/)
    terminal.write('h')
    await until(/\r\u001B\[2Kh/)
    // What was half typed is dropped, and the turn stopped.
    terminal.write('\u0003')
    await until(/stopped/)
    await until(/> /)
    terminal.write('hello\r')
    await until(/You said (say nothing\s+)?hello\./)
    await until(/> /)
    terminal.write('/quit\r')
    assert.equal(await ended(), 0)
  })

  test('/stop stops a turn too, and Ctrl-D leaves', async (t) => {
    const { terminal, until, ended } = await open(t)
    await until(/> /)
    terminal.write('speak slowly\r')
    await until(/one word/)
    terminal.write('/stop\r')
    await until(/stopped/)
    terminal.write('/status\r')
    await until(/session/)
    await until(/> /)
    terminal.write('\u0004')
    assert.equal(await ended(), 0)
  })
})
