import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { stringify } from 'yaml'
import type { App } from '../../app.ts'
import { AppError } from '../../lib/error.ts'
import { makeDirectory } from '../../lib/make-directory.ts'
import { commandText } from '../../shell/command-text.ts'
import { natureOf } from '../../shell/nature.ts'
import { readShell } from '../../shell/script.ts'
import type { Connection } from '../../store/connection.ts'
import { firstMessages, workingCalls } from '../../store/experiments/history-tasks.ts'
import { judgeCommand } from '../../trust/gate.ts'

const run = promisify(execFile)

const MOST_SESSIONS = 200
const MOST_TASKS = 50
const SHORTEST_CHARS = 20
const GIT_TIMEOUT_MS = 20_000

/**
 * Makes tasks of a person's earlier requests: the first message of a session, the project's revision at that time, and
 * the test command that passed later in that session. Writes them to a file, which a person can read and change, and
 * returns its path.
 */
export const writeHistoryTasks = async (
  app: App,
  store: Connection,
  { name, project }: { name: string; project: string },
): Promise<string> => {
  const tasks: Record<string, unknown>[] = []
  for (const { sessionId, sessionKey, root, text, at } of await firstMessages(store, app.owner, {
    project,
    limit: MOST_SESSIONS,
  })) {
    if (tasks.length >= MOST_TASKS) break
    if (text.trim().length < SHORTEST_CHARS) continue
    const check = testIn(await workingCalls(store, sessionId), root)
    const revision = check === undefined ? undefined : await revisionBefore(root, at)
    if (check === undefined || revision === undefined) continue
    tasks.push({
      id: `session-${sessionKey.slice(0, 12)}`,
      type: 'code',
      prompt: text,
      start: { repository: root, revision },
      check,
    })
  }
  if (tasks.length === 0)
    throw new AppError('nothing-to-run', 'no session of this project can be made a task', {
      hint: 'a session is needed that begins with a request, ran a harmless test command that passed, and whose repository is on this machine',
    })
  const folder = join(app.home, 'experiments', 'from-history')
  makeDirectory(folder)
  const path = join(folder, `${name}.yaml`)
  writeFileSync(path, stringify(tasks), { mode: 0o600 })
  return path
}

/** The last command that only runs tests and is known to be harmless, because it runs here unattended. */
const testIn = (calls: readonly { args: string }[], root: string): string | undefined => {
  for (const { args } of calls) {
    const command = commandText(args)
    if (command === undefined || !judgeCommand(command, { project: root, cwd: root }).harmless) continue
    const { deciders } = readShell(command)
    if (deciders.length > 0 && deciders.every((each) => natureOf(each) === 'test')) return command
  }
  return undefined
}

const revisionBefore = async (root: string, at: number): Promise<string | undefined> => {
  try {
    const before = `--before=${new Date(at).toISOString()}`
    const { stdout } = await run('git', ['-C', root, 'rev-list', '-1', before, 'HEAD'], { timeout: GIT_TIMEOUT_MS })
    return stdout.trim() === '' ? undefined : stdout.trim()
  } catch {
    return undefined
  }
}
