import assert from 'node:assert/strict'
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { proveTask } from '../../src/experiment/prove-task.ts'
import { taskChecksum } from '../../src/experiment/task-checksum.ts'
import { readTasks } from '../../src/experiment/tasks/read-tasks.ts'
import { TASK_FORMATS } from '../../src/experiment/tasks/registry.ts'
import type { ExperimentTask } from '../../src/experiment/tasks/task.ts'
import { needs } from '../support/programs.ts'
import { scratch } from '../support/store.ts'

const OPTIONS = { isLocal: true, hasDocker: false }

const write = (root: string, files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

/** One task in each format: its start state holds a number, and the task is to write its double. */
const FIXTURES: Record<string, { files: Record<string, string>; path: string; changes: string[] }> = {
  harbor: {
    path: 'double',
    files: {
      'double/instruction.md': 'Read /app/number.txt and write its double into /app/double.txt.\n',
      'double/task.toml':
        'version = "1.0"\n[metadata]\ncategory = "code"\n[verifier]\ntimeout_sec = 60.0\n[agent]\ntimeout_sec = 120.0\n',
      'double/environment/Dockerfile': '# a plain one\nFROM ubuntu:24.04\nWORKDIR /app\nCOPY number.txt /app/\n',
      'double/environment/number.txt': '21\n',
      'double/tests/test.sh':
        'mkdir -p /logs/verifier\nif [ "$(cat /app/double.txt 2>/dev/null)" = 42 ]; then echo 1.0; else echo 0.0; fi > /logs/verifier/reward.txt\n',
      'double/solution/solve.sh': 'echo 42 > /app/double.txt\n',
    },
    changes: [
      'double/instruction.md',
      'double/environment/number.txt',
      'double/tests/test.sh',
      'double/solution/solve.sh',
    ],
  },
  'task-file': {
    path: 'double',
    files: {
      'double/task.md':
        '---\ncheck: sh "$TESTS/check.sh"\ntype: code\nsolution: echo 42 > double.txt\ntimeout: 60\n---\nRead number.txt and write its double into double.txt.\n',
      'double/start/number.txt': '21\n',
      'double/tests/check.sh': 'test "$(cat double.txt)" = 42\n',
    },
    changes: ['double/task.md', 'double/start/number.txt', 'double/tests/check.sh'],
  },
  'task-list': {
    path: 'tasks.yaml',
    files: {
      'tasks.yaml':
        '- id: double\n  type: code\n  prompt: Read number.txt and write its double into double.txt.\n  start: ./number\n  check: { file: double.txt, holds: "42" }\n  solution: echo 42 > double.txt\n',
      'number/number.txt': '21\n',
    },
    changes: ['number/number.txt'],
  },
}

test('every format of the registry has a task here', () => {
  assert.deepEqual(Object.keys(FIXTURES).toSorted(), TASK_FORMATS.map(({ name }) => name).toSorted())
})

for (const { name } of TASK_FORMATS) {
  suite(name, needs('bash'), () => {
    const fixture = FIXTURES[name] ?? { files: {}, path: '', changes: [] }
    const made = (t: Parameters<typeof scratch>[0]): { root: string; read(): ExperimentTask } => {
      const root = scratch(t)
      write(root, fixture.files)
      return {
        root,
        read: () => {
          const { tasks, unusable } = readTasks(join(root, fixture.path), OPTIONS)
          assert.deepEqual(unusable, [])
          const [task] = tasks
          assert.ok(task !== undefined && tasks.length === 1)
          return task
        },
      }
    }
    const prove = (t: Parameters<typeof scratch>[0], task: ExperimentTask) =>
      proveTask(task, { root: join(scratch(t), 'proof'), env: process.env, id: `test-${process.pid}-${name}` })

    test('is read with its words, its start and its check', (t) => {
      const task = made(t).read()
      assert.equal(task.id, 'double')
      assert.match(task.prompt, /double/)
      assert.equal(task.taskType, 'code')
    })

    test('its check fails when nothing is done and passes on the solution', async (t) => {
      const proved = await prove(t, made(t).read())
      assert.deepEqual(proved, { task: 'double', nothingFails: true, solutionPasses: true, reason: null, doubt: null })
    })

    test('its checksum does not depend on where it lies, and changes with every file that decides', async (t) => {
      const one = made(t)
      const checksum = await taskChecksum(one.read())
      assert.equal(await taskChecksum(made(t).read()), checksum)
      for (const path of fixture.changes) {
        appendFileSync(join(one.root, path), '\n# changed\n')
        assert.notEqual(await taskChecksum(one.read()), checksum, path)
        writeFileSync(join(one.root, path), fixture.files[path] ?? '')
        assert.equal(await taskChecksum(one.read()), checksum, path)
      }
    })
  })
}

test('a check that always passes or never does is told before anything is spent', async (t) => {
  const root = scratch(t)
  write(root, {
    'passes/task.md': '---\ncheck: "true"\n---\nDo it.\n',
    'fails/task.md': '---\ncheck: "false"\nsolution: "true"\n---\nDo it.\n',
    'hangs/task.md': '---\ncheck: sleep 60\ncheck-timeout: 1\n---\nDo it.\n',
  })
  const { tasks } = readTasks(root, OPTIONS)
  const reasons = new Map<string, string | null>()
  for (const task of tasks) {
    const { reason } = await proveTask(task, {
      root: join(scratch(t), 'proof'),
      env: process.env,
      id: `test-${process.pid}-${task.id}`,
    })
    reasons.set(task.id, reason)
  }
  assert.match(reasons.get('passes') ?? '', /passes although nothing was done/)
  assert.match(reasons.get('fails') ?? '', /fails although its solution was run/)
  assert.match(reasons.get('hangs') ?? '', /did not end within 1 s/)
})

test('a check whose program is not there is in doubt, unless a solution proves that it can pass', async (t) => {
  const root = scratch(t)
  write(root, {
    'missing/task.md': '---\ncheck: ./made-by-the-agent\n---\nMake a program.\n',
    'proved/task.md':
      '---\ncheck: ./made-by-the-agent\nsolution: echo true > made-by-the-agent; chmod +x made-by-the-agent\n---\nMake a program.\n',
    'failing/task.md': '---\ncheck: test -e out\n---\nMake a file.\n',
  })
  const doubts = new Map<string, string | null>()
  for (const task of readTasks(root, OPTIONS).tasks) {
    const id = `test-${process.pid}-doubt-${task.id}`
    const { doubt, reason } = await proveTask(task, { root: join(scratch(t), 'proof'), env: process.env, id })
    assert.equal(reason, null)
    doubts.set(task.id, doubt)
  }
  assert.match(doubts.get('missing') ?? '', /program that is not there yet/)
  assert.deepEqual([doubts.get('proved'), doubts.get('failing')], [null, null])
})

test('tasks that cannot be used are named with the reason, and the others are read', (t) => {
  const root = scratch(t)
  write(root, {
    'good/task.md': '---\ncheck: test -e out\n---\nDo it.\n',
    'no-matter/task.md': 'Do it.\n',
    'no-yaml/task.md': '---\ncheck: [\n---\nDo it.\n',
    'no-check/task.md': '---\ntype: code\n---\nDo it.\n',
    'unknown/task.md': '---\ncheck: "true"\nchek: "true"\n---\nDo it.\n',
    'outside/task.md': '---\ncheck: { file: ../../etc/passwd }\n---\nDo it.\n',
    'no-start/task.md': '---\ncheck: "true"\nstart: ./nowhere\n---\nDo it.\n',
    'silent/task.md': '---\ncheck: "true"\n---\n\n',
    'runs/task.toml': 'version = "1.0"\n',
    'runs/instruction.md': 'Do it.',
    'runs/tests/test.sh': 'true',
    'runs/environment/Dockerfile': 'FROM ubuntu\nRUN apt-get update\nWORKDIR /app\n',
    'steps/task.toml': 'version = "1.0"\n',
    'steps/steps/one/x': '',
    'broken/task.toml': 'version = = 1',
    'leaves/task.toml': 'version = "1.0"\n',
    'leaves/instruction.md': 'Do it.',
    'leaves/tests/test.sh': 'true',
    'leaves/environment/Dockerfile': 'FROM ubuntu\nWORKDIR /app\nCOPY ../secret /app/\n',
  })
  const { tasks, unusable } = readTasks(root, OPTIONS)
  assert.deepEqual(
    tasks.map(({ id }) => id),
    ['good'],
  )
  const reasons = Object.fromEntries(unusable.map(({ id, reason }) => [id, reason]))
  assert.equal(unusable.length, 11)
  assert.match(reasons['no-matter'] ?? '', /front matter/)
  assert.match(reasons['unknown'] ?? '', /chek is not known/)
  assert.match(reasons['outside'] ?? '', /inside the working directory/)
  assert.match(reasons['runs'] ?? '', /RUN apt-get update, which needs a container/)
  assert.match(reasons['steps'] ?? '', /several steps/)
  assert.match(reasons['leaves'] ?? '', /no file of its environment/)
})

test('a task for a container is refused without docker, and the sentence says what to do', (t) => {
  const root = scratch(t)
  write(root, FIXTURES['harbor']?.files ?? {})
  const { unusable } = readTasks(root, { isLocal: false, hasDocker: false })
  assert.match(unusable[0]?.reason ?? '', /docker is not here; --local/)
})

test('a git revision is copied without what came later, and the repository stays as it is', needs('git'), async (t) => {
  const root = scratch(t)
  const { execFileSync } = await import('node:child_process')
  const repository = join(root, 'repository')
  mkdirSync(repository)
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { encoding: 'utf8' })
  git('init', '--quiet')
  writeFileSync(join(repository, 'code.txt'), 'before\n')
  writeFileSync(join(repository, 'run.sh'), 'true\n')
  chmodSync(join(repository, 'run.sh'), 0o755)
  git('add', '.')
  git('commit', '--quiet', '-m', 'one')
  const revision = git('rev-parse', 'HEAD').trim()
  writeFileSync(join(repository, 'code.txt'), 'the solution\n')
  git('commit', '--quiet', '-a', '-m', 'two')
  const before = git('status', '--porcelain')
  write(root, {
    'tasks.yaml': `- id: old\n  prompt: Do it.\n  start: { repository: ./repository, revision: ${revision} }\n  check: sh -c 'test "$(cat code.txt)" = before && test "$(git log --oneline | wc -l)" -eq 1 && test -x run.sh && ! git log -p | grep solution && test -e done'\n  solution: touch done\n`,
  })
  const [task] = readTasks(join(root, 'tasks.yaml'), OPTIONS).tasks
  assert.ok(task !== undefined)
  const place = mkdtempSync(join(tmpdir(), 'warmstart-test-'))
  t.after(() => rmSync(place, { recursive: true, force: true }))
  const proved = await proveTask(task, { root: join(place, 'p'), env: process.env, id: `test-${process.pid}-git` })
  assert.deepEqual([proved.nothingFails, proved.solutionPasses, proved.reason], [true, true, null])
  assert.equal(git('status', '--porcelain'), before)
})
