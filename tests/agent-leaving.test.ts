import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { type MockModel, serveMockModel } from '../src/scripted-model/serve.ts'
import type { Script } from '../src/scripted-model/script.ts'
import { agentPlace, agentTerminal, closed, isAlive } from './support/agent-program.ts'
import { eventually, numberIn } from './support/eventually.ts'

const BACKGROUND = { command: 'echo $$ > pid; exec sleep 600', background: true }

const SCRIPT: Script = {
  rules: [
    {
      when: { userContains: 'broken' },
      replies: [
        { text: 'this breaks off before it is whole', fault: { kind: 'cut', afterChunks: 2 } },
        { text: 'this is whole' },
      ],
    },
    {
      when: { userContains: 'background' },
      replies: [
        { text: 'It goes on.', calls: [{ tool: 'terminal', args: BACKGROUND }] },
        ...Array.from({ length: 40 }, (_, index) => ({
          text: `Step ${index}.`,
          calls: [{ tool: 'terminal', args: { command: 'sleep 0.2' } }],
        })),
      ],
    },
    {
      when: { userContains: 'clean up', last: 'user' },
      reply: { calls: [{ tool: 'terminal', args: { command: 'rm -rf ./*' } }] },
    },
    {
      when: { userContains: 'slowly' },
      reply: { text: 'one word after the other '.repeat(8), chunkChars: 10, chunkDelayMs: 100 },
    },
  ],
  otherwise: { text: 'You said {{user}}.' },
}

let server: MockModel
before(async () => {
  server = await serveMockModel(SCRIPT)
})
after(() => server.close())

suite('what an answer looks like', () => {
  test('one that broke off and was begun again stands once in a pipe', async (t) => {
    const { run, model } = agentPlace(t, server)
    const { code, stdout, stderr } = await run(['run', 'broken', ...model, '--tools', 'none'])
    assert.equal(code, 0)
    assert.equal(stdout, 'this is whole\n')
    assert.match(stderr, /the connection broke off \(UND_ERR_SOCKET\); asking again in \d s/)
  })

  test('with --json there is one object on standard output and nothing else, whatever happens beside it', async (t) => {
    const { run, model } = agentPlace(t, server)
    const { stdout } = await run(['run', 'broken again', ...model, '--json'])
    const result = JSON.parse(stdout) as Record<string, unknown>
    for (const field of ['session', 'result', 'steps', 'usage']) assert.ok(field in result, field)
    assert.equal(stdout, `${JSON.stringify(result)}\n`)
  })
})

suite('somebody who goes away', () => {
  const ways: [string, (child: ReturnType<ReturnType<typeof agentPlace>['start']>) => void][] = [
    ['reads no further', (child) => child.stdout.destroy()],
    ['closes the terminal', (child) => child.kill('SIGHUP')],
    ['ends it', (child) => child.kill('SIGTERM')],
  ]
  for (const [does, leave] of ways)
    test(`who ${does} leaves no process of the episode behind`, async (t) => {
      const { start, project, model } = agentPlace(t, server)
      const child = start(['run', `background: ${does}`, ...model, '--tools', 'terminal', '--yes'])
      child.stderr.resume()
      child.stdout.resume()
      const pid = await numberIn(join(project, 'pid'))
      const exit = closed(child, `a run whose user ${does}`)
      leave(child)
      assert.deepEqual(await exit, [130, null])
      await eventually(() => !isAlive(pid), 'the process that it started has ended')
    })

  test('who closes standard error alone still gets the answer', async (t) => {
    const { start, model } = agentPlace(t, server)
    const child = start(['run', 'hello', ...model])
    child.stderr.destroy()
    let stdout = ''
    child.stdout.on('data', (piece: Buffer) => (stdout += String(piece)))
    assert.deepEqual(await closed(child, 'a run without standard error', () => stdout), [0, null])
    assert.equal(stdout, 'You said hello.\n')
  })

  test('a disk that is full is said, and is no success', {
    skip: !existsSync('/dev/full') && 'no /dev/full here',
  }, async (t) => {
    const { env, project, model } = agentPlace(t, server)
    const { spawn } = await import('node:child_process')
    const program = join(import.meta.dirname, '..', 'bin', 'warmstart')
    for (const json of [[], ['--json']]) {
      const words = ['-c', '"$0" "$@" > /dev/full', program, 'run', 'hello', ...model, '--tools', 'none', ...json]
      const child = spawn('sh', words, { cwd: project, env, stdio: ['ignore', 'ignore', 'pipe'] })
      let stderr = ''
      child.stderr.on('data', (piece: Buffer) => (stderr += String(piece)))
      assert.deepEqual(await closed(child, 'a run on a full disk', () => stderr), [1, null])
      assert.match(stderr, /cannot be written: ENOSPC/)
    }
  })
})

suite('keys at odd moments', () => {
  test('Ctrl-C drops what is half typed, and nothing of it is said later', async (t) => {
    const { terminal, until, ended } = await agentTerminal(t, server)
    await until(/> /)
    terminal.write('half a thought')
    await until(/half a thought/)
    terminal.write('\u0003')
    terminal.write('hello\r')
    await until(/You said hello\./)
    await until(/> /)
    terminal.write('\u0004')
    assert.equal(await ended(), 0)
  })

  test('Ctrl-C at a question is a no, and the next line is no answer to it', async (t) => {
    const { terminal, until, ended, project } = await agentTerminal(t, server, ['chat', '--tools', 'terminal'])
    await until(/> /)
    terminal.write('clean up\r')
    await until(/allow it\? \[y\/N\] /)
    terminal.write('\u0003')
    await until(/stopped/)
    await until(/> /)
    terminal.write('yes\r')
    await until(/You said yes\./)
    assert.ok(existsSync(join(project, 'notes.txt')))
    terminal.write('/quit\r')
    assert.equal(await ended(), 0)
  })

  test('what is typed during a turn is shown again when it is said', async (t) => {
    const { terminal, until, ended } = await agentTerminal(t, server)
    await until(/> /)
    terminal.write('slowly\r')
    await until(/one word/)
    terminal.write('and then\r')
    await until(/> and then\r?\n/)
    await until(/You said and then\./)
    await until(/> /)
    terminal.write('/quit\r')
    assert.equal(await ended(), 0)
  })
})
