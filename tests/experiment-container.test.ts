import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { hasDocker } from '../src/experiment/container.ts'
import { proveTask } from '../src/experiment/prove-task.ts'
import { hashOf } from '../src/lib/hash.ts'
import { readTasks } from '../src/experiment/tasks/read-tasks.ts'
import { readExperiment } from '../src/store/experiments/experiment.ts'
import { experimentPlace } from './support/planned-experiment.ts'
import { needs, programAt } from './support/programs.ts'
import { scratch } from './support/store.ts'

/**
 * A stand-in for docker: an image is the folder `image` beside it, and a container is a shell in which the mounted directories have the paths of
 * the container by a change of words.
 */
const FAKE = `#!/bin/sh
here=$(dirname "$0")
echo "$*" >> "$here/log"
case "$1" in
  version) echo 99 ;;
  build) echo built ;;
  create) echo made ;;
  cp) cp -R "$here/image/." "$3" ;;
  rm) ;;
  run)
    shift
    map=""
    while [ $# -gt 0 ]; do
      case "$1" in
        --volume) map="$map;s#\${2#*:}#\${2%%:*}#g"; shift 2 ;;
        --workdir|--name) shift 2 ;;
        --env) export "$2"; shift 2 ;;
        --rm) shift ;;
        *) break ;;
      esac
    done
    # IMAGE sh -c COMMAND
    command=$(printf '%s' "$4" | sed "$map")
    TESTS=$(printf '%s' "$TESTS" | sed "$map") SOLUTION=$(printf '%s' "$SOLUTION" | sed "$map")
    export TESTS SOLUTION
    for file in "$TESTS"/* "$SOLUTION"/*; do [ -f "$file" ] && sed -i "$map" "$file"; done
    exec sh -c "$command" ;;
esac
`

const TASK = {
  'task/instruction.md': 'Write the double of /app/number.txt into /app/double.txt.',
  'task/task.toml': 'version = "1.0"\n[verifier]\ntimeout_sec = 60\n',
  'task/tests/test.sh':
    'test "$(cat /app/double.txt)" = 42 && echo 1 > /logs/verifier/reward.txt || echo 0 > /logs/verifier/reward.txt\n',
  'task/solution/solve.sh': 'echo $(( 2 * $(cat /app/number.txt) )) > /app/double.txt\n',
}

const write = (root: string, files: Record<string, string>): void => {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
}

test(
  'a task for a container starts from the image and is checked in a container over the same directory',
  needs('bash', 'sed'),
  async (t) => {
    const root = scratch(t)
    const bin = join(root, 'bin')
    write(root, {
      ...TASK,
      'bin/docker': FAKE,
      'bin/image/number.txt': '21\n',
      'task/environment/Dockerfile': 'FROM ubuntu\nRUN apt-get install -y something\nWORKDIR /app\n',
    })
    chmodSync(join(bin, 'docker'), 0o755)
    const before = process.env['PATH']
    process.env['PATH'] = `${bin}${delimiter}${before ?? ''}`
    t.after(() => {
      process.env['PATH'] = before
    })
    assert.equal(await hasDocker(), true)
    const { tasks, unusable } = readTasks(join(root, 'task'), { isLocal: false, hasDocker: true })
    assert.deepEqual(unusable, [])
    const [task] = tasks
    assert.ok(task !== undefined)
    const proved = await proveTask(task, {
      root: join(root, 'proof'),
      env: process.env,
      id: `test-${process.pid}-container`,
    })
    assert.deepEqual([proved.nothingFails, proved.solutionPasses, proved.reason], [true, true, null])
    assert.match(readFileSync(join(bin, 'log'), 'utf8'), /^build .*\n(?:.*\n)*run --rm --name \S+ --volume /m)
  },
)

const docker = (...words: string[]): string => execFileSync('docker', words, { encoding: 'utf8' })

/** An image of this machine's own shell and a few programs, so that none has to be fetched. */
const importImage = (root: string): string => {
  const image = join(root, 'image')
  for (const name of ['sh', 'bash', 'cat', 'chown', 'stat', 'sleep']) {
    const program = programAt(name)
    assert.ok(program !== undefined, `there is no ${name}`)
    const libraries = execFileSync('ldd', [program], { encoding: 'utf8' }).matchAll(/(\/\S+) \(0x/g)
    for (const [path, target] of [
      [program, join('bin', name)] as const,
      ...[...libraries].map(([, path = '']) => [path, path] as const),
    ]) {
      mkdirSync(dirname(join(image, target)), { recursive: true })
      copyFileSync(path, join(image, target))
    }
  }
  const tag = `warmstart-test-${process.pid}`
  execFileSync('tar', ['-C', image, '-cf', join(root, 'image.tar'), '.'])
  docker('import', join(root, 'image.tar'), tag)
  return tag
}

const taskTag = (task: string): string => `warmstart-task-${hashOf(join(task, 'environment'))}`

suite('with an engine that runs containers', {
  skip: (await hasDocker()) ? false : 'no engine answers to docker here',
}, () => {
  const DOCKERFILE = (tag: string): string =>
    `FROM ${tag}\nWORKDIR /app\nCOPY number.txt /app/\nRUN sh -c 'cat /app/number.txt > /app/copied-inside.txt'\n`

  test('a task is built, proved and run, and its check runs inside the container', async (t) => {
    const { root, plan, run, app, store } = await experimentPlace(t)
    app.place.env = process.env
    const tag = importImage(root)
    t.after(() => void docker('rmi', '--force', taskTag(join(root, 'tasks', 'double')), tag))
    write(root, {
      ...Object.fromEntries(Object.entries(TASK).map(([path, text]) => [path.replace('task/', 'tasks/double/'), text])),
      // Only inside the container there is no such file.
      'tasks/double/tests/test.sh': `${TASK['task/tests/test.sh']}test ! -e ${root} || echo 0 > /logs/verifier/reward.txt\n`,
      'tasks/double/environment/Dockerfile': DOCKERFILE(tag),
      'tasks/double/environment/number.txt': '21\n',
    })
    const { id } = await plan({
      command:
        'case "$PROMPT" in *"a program can check"*) echo $(( 2 * $(cat copied-inside.txt) )) > double.txt ;; esac',
    })
    assert.equal((await run()).end, 'done')
    const trials = (await readExperiment(store, id))?.trials ?? []
    assert.deepEqual(trials.map(({ arm, end, reason }) => `${arm} ${end} ${reason ?? ''}`).toSorted(), [
      'code-first pass ',
      'cold fail ',
    ])
  })

  test('a check that does not end leaves no container', async (t) => {
    const root = scratch(t)
    const tag = importImage(root)
    t.after(() => void docker('rmi', '--force', taskTag(join(root, 'task')), tag))
    write(root, {
      ...TASK,
      'task/task.toml': 'version = "1.0"\n[verifier]\ntimeout_sec = 5\n',
      'task/tests/test.sh': 'sleep 600\n',
      'task/environment/Dockerfile': DOCKERFILE(tag),
      'task/environment/number.txt': '21\n',
    })
    const [task] = readTasks(join(root, 'task'), { isLocal: false, hasDocker: true }).tasks
    assert.ok(task !== undefined)
    const { reason } = await proveTask(task, {
      root: join(root, 'proof'),
      env: process.env,
      id: `hanging-${process.pid}`,
    })
    assert.match(reason ?? '', /did not end within 5 s/)
    assert.equal(docker('ps', '--all', '--quiet', '--filter', 'name=warmstart-'), '')
  })
})
