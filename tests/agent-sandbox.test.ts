import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import * as v from 'valibot'
import type { Script } from '../src/scripted-model/script.ts'
import { type MockModel, serveMockModel } from '../src/scripted-model/serve.ts'
import { AgentRun } from '../src/verbs/run/shape.ts'
import { ProcessListing, ProcessOutput, ProcessStarted } from '../src/verbs/process/shape.ts'
import { type Ran, runHere } from './support/run-here.ts'
import { fakeSandboxes } from './support/sandbox-fakes.ts'
import { needsSshd, startSshd, type TestSshd } from './support/sshd.ts'

/** What a model that wants to work does: says where it is, writes a file, and runs a program. */
const SCRIPT: Script = {
  rules: [
    {
      when: { userContains: 'work' },
      replies: [
        { calls: [{ tool: 'terminal', args: { command: 'echo "in $SANDBOX at $(pwd)" >made.txt' } }] },
        {
          calls: [{ tool: 'execute_code', args: { language: 'shell', code: 'echo "code in $SANDBOX"; cat made.txt' } }],
        },
        { text: 'The results: {{toolResult}}' },
      ],
    },
    {
      when: { userContains: 'elsewhere', last: 'user' },
      reply: { calls: [{ tool: 'terminal', args: { command: 'echo here', workdir: '/etc' } }] },
    },
    { when: { userContains: 'elsewhere', toolResultContains: 'outside-directory' }, reply: { text: 'I may not.' } },
    {
      when: { userContains: 'files', last: 'user' },
      reply: { calls: [{ tool: 'write_file', args: { path: 'host.txt', content: 'x' } }] },
    },
    { when: { userContains: 'files', toolResultContains: 'there is no tool' }, reply: { text: 'There is none.' } },
  ],
  otherwise: { text: 'You said {{user}}.' },
}

const overSsh = needsSshd()

let server: MockModel
let sshd: TestSshd | undefined
let directory: string
before(async () => {
  server = await serveMockModel(SCRIPT)
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'warmstart-ssh-')))
  if (overSsh.skip === false) sshd = await startSshd(directory)
})
after(async () => {
  await server.close()
  await sshd?.stop()
  rmSync(directory, { recursive: true, force: true })
})

/** A project here, a directory in the sandbox, and the program. */
const place = (t: TestContext, more: Record<string, string> = {}) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'warmstart-test-')))
  const [project, inside] = [join(root, 'project'), join(directory, 'inside', `work-${Math.random()}`)]
  for (const each of [project, inside, join(root, '.warmstart')]) mkdirSync(each, { recursive: true })
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: root,
    WARMSTART_OWNER: 'sam',
    COLUMNS: '80',
    ...(sshd === undefined ? {} : { WARMSTART_SSH_CONFIG: sshd.config }),
    ...more,
  }
  const run = (...words: string[]): Promise<Ran> => runHere(words, { cwd: project, env })
  const model = ['--base-url', `${server.address}/v1`, '--model', 'scripted', '--warm', 'off']
  t.after(() => rmSync(root, { recursive: true, force: true }))
  return { root, project, inside, model, run }
}

const runOf = ({ stdout }: Ran): AgentRun => v.parse(AgentRun, JSON.parse(stdout))

test('the agent works in the sandbox and never on this machine', overSsh, async (t) => {
  const { project, inside, model, run } = place(t)
  const sandbox = ['--sandbox', `ssh:box${inside}`]
  const ran = await run('run', 'work', ...model, ...sandbox, '--yes', '--json')
  assert.equal(ran.status, 0, ran.stderr)
  const { result, session } = runOf(ran)
  assert.ok(result.includes(`in box at ${inside}`), result)
  assert.match(result, /code in box/)
  assert.deepEqual(readdirSync(inside), ['made.txt'])
  assert.deepEqual(readdirSync(project), [])
  assert.match(ran.stderr, /read_file, write_file, patch, search_files would work on this machine.*left out/)

  const files = await run('run', 'files', ...model, ...sandbox, '--json')
  assert.equal(runOf(files).result, 'There is none.')
  const outside = await run('run', 'elsewhere', ...model, ...sandbox, '--json')
  assert.equal(runOf(outside).result, 'I may not.')
  assert.ok(!existsSync(join(project, 'host.txt')))

  const home = await run('run', 'work', ...model, '--resume', session)
  assert.equal(home.status, 1)
  assert.match(home.stderr, /works in ssh:box.*not on this machine/)
  assert.ok(home.stderr.includes(`--sandbox 'ssh:box${inside}'`), home.stderr)
  const resumed = await run('run', 'thanks', ...model, '--resume', session, ...sandbox, '--json')
  assert.equal(runOf(resumed).result, 'You said thanks.')
})

test(
  'a configuration of the user chooses the sandbox, one of a project does not, and a flag goes first',
  overSsh,
  async (t) => {
    const { root, project, inside, model, run } = place(t)
    const say = (path: string, sandbox: string): void =>
      writeFileSync(
        join(path, 'warmstart.config.json'),
        JSON.stringify({ agent: { sandbox, tools: ['terminal', 'code'] } }),
      )
    say(project, 'ssh:elsewhere.test')
    say(join(root, '.warmstart'), `ssh:box${inside}`)
    const ran = await run('run', 'work', ...model, '--yes', '--json')
    assert.equal(ran.status, 0, ran.stderr)
    assert.ok(runOf(ran).result.includes(`in box at ${inside}`), ran.stdout)
    assert.match(ran.stderr, /agent\.sandbox, which is not used/)
    const here = await run('run', 'work', ...model, '--sandbox', 'local', '--yes', '--json')
    assert.ok(runOf(here).result.includes(`in  at ${project}`), here.stdout)
  },
)

test(
  'a person starts processes there too, and what cannot be reached says so before a model is asked',
  overSsh,
  async (t) => {
    const { inside, model, run } = place(t)
    const started = await run(
      'process',
      'start',
      '--sandbox',
      `ssh:box${inside}`,
      '--json',
      '--',
      'echo "$SANDBOX"; pwd',
    )
    assert.equal(started.status, 0, started.stderr)
    const { id } = v.parse(ProcessStarted, JSON.parse(started.stdout))
    const waited = v.parse(ProcessListing, JSON.parse((await run('process', 'wait', id, '--json')).stdout))
    assert.deepEqual([waited.backend, waited.exitCode], ['ssh', 0])
    const log = v.parse(ProcessOutput, JSON.parse((await run('process', 'log', id, '--json')).stdout))
    assert.equal(log.text, `box\n${inside}\n`)
    const asked = server.count()
    const missing = await run('run', 'work', ...model, '--sandbox', 'ssh:box/not/there')
    assert.deepEqual(
      [missing.status !== 0, /no directory \/not\/there/.test(missing.stderr)],
      [true, true],
      missing.stderr,
    )
    assert.equal(server.count(), asked)
  },
)

test('what is no sandbox is refused with the list; an experimental one says so; file tools are not for it', async (t) => {
  const { path, root } = fakeSandboxes(join(directory, `fakes-${Math.random()}`))
  const { model, run } = place(t, { PATH: `${path}:${process.env['PATH'] ?? ''}` })
  const unknown = await run('run', 'work', ...model, '--sandbox', 'podman:x')
  assert.equal(unknown.status, 2)
  assert.match(unknown.stderr, /no sandbox "podman"[\s\S]*local, docker, ssh, singularity, modal/)
  const option = await run('process', 'start', '--sandbox', 'docker:--privileged', '--', 'true')
  assert.equal(option.status, 2)
  assert.match(option.stderr, /neither the name of a container/)
  const ours = 'docker:image:alpine#test'
  const ran = await run('run', 'work', ...model, '--sandbox', ours, '--tools', 'terminal,code', '--yes', '--json')
  assert.equal(ran.status, 0, ran.stderr)
  assert.match(ran.stderr, /docker is experimental/)
  assert.match(runOf(ran).result, /in warmstart-\w+ at/)
  assert.ok(existsSync(join(root, 'made.txt')))
  const refused = await run('run', 'work', ...model, '--sandbox', ours, '--tools', 'file,terminal')
  assert.equal(refused.status, 2, refused.stderr)
  assert.match(refused.stderr, /would work on this machine/)
  const started = await run('process', 'start', '--sandbox', ours, '--', 'true')
  assert.match(started.stderr, /docker is experimental/)
})
