import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { edit, type NativeCall, read, readError, shell, shellError } from './lesson-history.ts'

const DAY_MS = 24 * 3_600_000
const SESSIONS = 12

const SAID = 'Always write commit messages in the imperative.\nMend the cart.'

/** Writes a session of Claude Code: a message of a person, then a call every 20 seconds. */
const writeSession = (
  folder: string,
  { cwd, at, calls }: { cwd: string; at: number; calls: readonly NativeCall[] },
): void => {
  const sessionId = `5e551000-0000-4000-8000-${String(at % 1e12).padStart(12, '0')}`
  let time = at
  const line = (type: string, content: unknown): string => {
    time += 20_000
    const timestamp = new Date(time).toISOString()
    return JSON.stringify({
      type,
      sessionId,
      uuid: `${sessionId}-${time}`,
      cwd,
      timestamp,
      message: { role: type, content },
    })
  }
  const lines = [line('user', SAID)]
  for (const [number, { tool, input, output, isError = false }] of calls.entries()) {
    const id = `toolu_${String(at % 1e12)}${String(number).padStart(6, '0')}`
    lines.push(line('assistant', [{ type: 'tool_use', id, name: tool, input }]))
    lines.push(line('user', [{ type: 'tool_result', tool_use_id: id, content: output, is_error: isError }]))
  }
  writeFileSync(join(folder, `${sessionId}.jsonl`), `${lines.join('\n')}\n`)
}

/**
 * A home with the history of a made-up shop in the last days, its working tree, and a CLAUDE.md that tells one lesson in vain. The
 * directory must exist.
 */
export const writeReviewHome = (home: string, now: number): { project: string; env: Record<string, string> } => {
  const project = join(home, 'shop')
  for (const folder of ['.git', 'src/lib', 'e2e']) mkdirSync(join(project, folder), { recursive: true })
  writeFileSync(join(project, 'src/lib/cart.ts'), 'export const cart = []\n')
  writeFileSync(join(project, 'src/orders.test.ts'), 'x'.repeat(120_000))
  writeFileSync(join(project, 'CLAUDE.md'), '# Shop\n\nThere is no docs/api.md.\n')
  const before = new Date(now - (SESSIONS / 2 + 0.3) * DAY_MS)
  utimesSync(join(project, 'CLAUDE.md'), before, before)
  const gone = `File does not exist. Note: your current working directory is ${project}.`
  const lint =
    'src/pay.ts\n  12:7  error  Unexpected any. Specify a different type  @typescript-eslint/no-explicit-any\n\n✖ 1 problem'
  const habits = [
    [readError(`${project}/src/cart.ts`, gone), read(`${project}/src/lib/cart.ts`)],
    [shellError('ls tests', 'ls: tests: No such file or directory'), shell('ls e2e', 'order.spec.ts')],
    [readError(`${project}/docs/api.md`, gone)],
    [
      readError(
        `${project}/src/orders.test.ts`,
        'File content (31002 tokens) exceeds maximum allowed tokens (25000). Please use offset and limit.',
      ),
    ],
    [shellError('npx eslint src', lint), edit(`${project}/src/pay.ts`), shell('npx eslint src', '')],
  ]
  const folder = join(home, '.claude', 'projects', '-shop')
  mkdirSync(folder, { recursive: true })
  for (let index = 0; index < SESSIONS; index++) {
    // A file that is too large is read in every other session.
    const calls = habits.flatMap((habit, number) => (number === 3 && index % 2 === 1 ? [] : habit))
    writeSession(folder, { cwd: project, at: now - (SESSIONS - index) * DAY_MS, calls })
  }
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, TERM: 'xterm', NO_COLOR: '1', COLUMNS: '80' }
  return { project, env }
}
