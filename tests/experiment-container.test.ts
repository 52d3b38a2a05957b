import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { test } from 'node:test'
import { hasDocker } from '../src/experiment/container.ts'
import { proveTask } from '../src/experiment/prove-task.ts'
import { readTasks } from '../src/experiment/tasks/read-tasks.ts'
import { needs } from './support/programs.ts'
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
        --workdir) shift 2 ;;
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

test(
  'a task for a container starts from the image and is checked in a container over the same directory',
  needs('bash', 'sed'),
  async (t) => {
    const root = scratch(t)
    const bin = join(root, 'bin')
    const files = {
      'bin/docker': FAKE,
      'bin/image/number.txt': '21\n',
      'task/instruction.md': 'Write the double of /app/number.txt into /app/double.txt.',
      'task/task.toml': 'version = "1.0"\n',
      'task/environment/Dockerfile': 'FROM ubuntu\nRUN apt-get install -y something\nWORKDIR /app\n',
      'task/tests/test.sh':
        'test "$(cat /app/double.txt)" = 42 && echo 1 > /logs/verifier/reward.txt || echo 0 > /logs/verifier/reward.txt\n',
      'task/solution/solve.sh': 'echo $(( 2 * $(cat /app/number.txt) )) > /app/double.txt\n',
    }
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
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
    assert.match(readFileSync(join(bin, 'log'), 'utf8'), /^build .*\n(?:.*\n)*run --rm --volume /m)
  },
)
