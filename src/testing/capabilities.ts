import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseJson } from '../lib/json.ts'
import type { SessionEvent } from '../schema/session-event.ts'
import type { Capabilities, Source } from '../sources/source.ts'

/** Everything that a source's reader says of the files below a directory. */
export const eventsBelow = async (source: Source, root: string): Promise<SessionEvent[]> => {
  const events: SessionEvent[] = []
  const emit = { event: (event: SessionEvent) => void events.push(event), issue: () => {} }
  const reader = await source.reader()
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const shape = entry.isFile() ? source.accepts(relative(root, path).replaceAll('\\', '/')) : undefined
    if (shape === undefined) continue
    const file = { path, modifiedAt: statSync(path).mtimeMs }
    if (shape === 'database') {
      for (const _ of reader.readDatabase?.(file, emit) ?? []) continue
      continue
    }
    const parser = reader.createParser?.(file, emit)
    const text = readFileSync(path, 'utf8')
    for (const [index, line] of (shape === 'lines' ? text.split('\n') : [text]).entries()) {
      const record = parseJson(line)
      if (record !== undefined) parser?.read(record, index + 1)
    }
  }
  return events
}

/** What events, and the verdicts on their calls, tell in the words of the declaration. A result that is a JSON object has fields of its own. */
export const toldBy = (
  events: readonly SessionEvent[],
  calls: readonly { rung: string }[],
): Record<keyof Capabilities, boolean> => {
  const decided = (...rungs: string[]): boolean => calls.some(({ rung }) => rungs.includes(rung))
  const some = <T extends SessionEvent['type']>(type: T, tells: (event: SessionEvent & { type: T }) => boolean) =>
    events.some((event) => event.type === type && tells(event as SessionEvent & { type: T }))
  const fieldsOf = ({ flag, exitCode, status, fields }: SessionEvent & { type: 'tool-result' }) =>
    [flag, exitCode, status, fields].some((field) => field !== undefined)
  return {
    outcomes: some('tool-result', fieldsOf) || decided('exit', 'field'),
    exitCodes: some('tool-result', ({ exitCode }) => exitCode !== undefined) || decided('exit'),
    usage: some('usage', ({ inputTokens, outputTokens }) => inputTokens !== undefined || outputTokens !== undefined),
    cost: some('usage', ({ costUsd }) => costUsd !== undefined),
    compactions: some('compaction', () => true),
    subagents:
      events.some(({ agent }) => agent !== undefined) ||
      some('session-start', ({ parent }) => parent?.kind === 'subagent'),
    systemMessages: some('system-message', () => true),
    projects: some('session-start', ({ cwd, projectRoot }) => cwd !== undefined || projectRoot !== undefined),
  }
}
