import type { NewIds, SampleCall, SampleFormat, SampleSession, SampleStep } from './session.ts'
import { tick } from './session.ts'

/** Claude Code: `projects/<directory>/<session>.jsonl`, one API message split over several lines. */
export const claudeCodeSample: SampleFormat = {
  cancelsSiblings: true,
  leavesRunning: false,
  subagentIsSession: false,

  pathOf: (session) => {
    const folder = `projects/${session.project.directory.replaceAll('/', '-')}`
    if (!session.isSubagent) return `${folder}/${session.id}.jsonl`
    return `${folder}/${session.parent?.id ?? ''}/subagents/agent-${session.id.slice(0, 8)}.jsonl`
  },
  open: (session) => [{ type: 'file-history-snapshot', messageId: session.id, snapshot: {}, isSnapshotUpdate: false }],
  user: (session, text) => [
    ...snapshot(session),
    line(session, 'user', { message: { role: 'user', content: text } }, 20_000),
  ],
  step: (session, step, ids) => {
    const calls = step.calls.map((call) => ({ call, id: `toolu_${ids.hex(24)}` }))
    const lines = assistantLines(session, step, calls, ids)
    const asked = session.lastId
    for (const { call, id } of calls) if (call.ending !== 'none') lines.push(resultLine(session, call, id, asked))
    return lines
  },
  compact: (session, summary) => [
    line(session, 'system', {
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      logicalParentUuid: session.lastId,
      parentUuid: null,
      compactMetadata: { trigger: 'auto', preTokens: session.contextTokens },
    }),
    line(session, 'user', { message: { role: 'user', content: summary }, isCompactSummary: true }),
  ],
  // Everything is repeated under the new session's id, with its own uuid and time.
  repeat: (session, copied) => ('sessionId' in copied ? { ...copied, sessionId: session.id } : undefined),
}

const line = (session: SampleSession, type: string, more: object, milliseconds = 1500): object => {
  const timestamp = tick(session, milliseconds)
  // Derived from time and session: unique within a file, the same in every run.
  const uuid = `${session.id.slice(0, 24)}${session.clockMs.toString(16).padStart(12, '0')}`
  const parentUuid = session.lastId
  session.lastId = uuid
  return {
    parentUuid,
    isSidechain: session.isSubagent,
    ...(session.isSubagent ? { agentId: session.id.slice(0, 8) } : {}),
    userType: 'external',
    cwd: session.project.directory,
    sessionId: session.isSubagent ? session.parent?.id : session.id,
    version: '2.1.81',
    gitBranch: 'main',
    type,
    ...more,
    uuid,
    timestamp,
  }
}

const snapshot = ({ bulk, id, project }: SampleSession): object[] => {
  if (!bulk) return []
  const trackedFileBackups = Object.fromEntries(
    project.files.map((path) => [
      path,
      { backupFileName: `${id}@v1`, version: 1, backupTime: '2026-01-05T08:00:00.000Z' },
    ]),
  )
  const messageId = id
  return [
    { type: 'file-history-snapshot', messageId, snapshot: { messageId, trackedFileBackups }, isSnapshotUpdate: false },
  ]
}

const assistantLines = (
  session: SampleSession,
  step: SampleStep,
  calls: { call: SampleCall; id: string }[],
  ids: NewIds,
): object[] => {
  const id = `msg_${ids.hex(24)}`
  const blocks: object[] = calls.map(({ call, id: callId }) => ({ type: 'tool_use', id: callId, ...toolOf(call) }))
  if (step.say !== '' || blocks.length === 0) blocks.unshift({ type: 'text', text: step.say })
  if (session.bulk?.chance(0.5)) blocks.unshift({ type: 'thinking', thinking: '', signature: session.bulk.sealed() })
  const usage = {
    input_tokens: 4,
    cache_creation_input_tokens: 300,
    cache_read_input_tokens: Math.max(0, session.contextTokens - 304),
    output_tokens: 60 * blocks.length,
  }
  return blocks.map((block) => {
    const message = {
      id,
      type: 'message',
      role: 'assistant',
      model: session.model,
      content: [block],
      stop_reason: null,
      usage,
    }
    return line(session, 'assistant', { message, requestId: `req_${id.slice(4, 20)}` })
  })
}

const toolOf = (call: SampleCall): object => {
  switch (call.action) {
    case 'shell':
      return { name: 'Bash', input: { command: call.subject, description: describe(call.subject) } }
    case 'read':
      return { name: 'Read', input: { file_path: call.path } }
    case 'search':
      return { name: 'Grep', input: { pattern: call.subject, path: call.path, output_mode: 'content' } }
    case 'edit':
      return { name: 'Edit', input: { file_path: call.path, old_string: call.before, new_string: call.after } }
    case 'delegate':
      return { name: 'Agent', input: { description: 'Looks around', prompt: call.subject, subagent_type: 'Explore' } }
  }
}

const resultLine = (session: SampleSession, call: SampleCall, id: string, asked: string | null): object => {
  const { content, isError } = resultOf(call)
  const flag = isError ? { is_error: true } : call.action === 'shell' ? { is_error: false } : {}
  const block = { tool_use_id: id, type: 'tool_result', content, ...flag }
  const toolUseResult = isError ? `Error: ${content}` : structured(call, session)
  return line(session, 'user', {
    message: { role: 'user', content: [block] },
    toolUseResult,
    sourceToolAssistantUUID: asked,
  })
}

const resultOf = (call: SampleCall): { content: string; isError: boolean } => {
  if (call.ending === 'rejected') return { content: REJECTED, isError: true }
  if (call.ending === 'cancelled') return error('Sibling tool call errored')
  if (call.action === 'shell' && call.exitCode !== 0) {
    return { content: `Exit code ${call.exitCode}\n${call.result}`.trimEnd(), isError: true }
  }
  if (call.truth === 'agent' && call.action === 'read') return error('File does not exist.')
  if (call.truth === 'agent' && call.action === 'edit')
    return error(`String to replace not found in file.\nString: ${call.before}`)
  if (call.action === 'edit') return { content: `The file ${call.path} has been updated successfully.`, isError: false }
  return { content: call.action === 'read' ? numbered(call.result) : call.result, isError: false }
}

const REJECTED =
  "The user doesn't want to proceed with this tool use. The tool use was rejected, and nothing was changed. STOP and wait for the user."

const error = (text: string): { content: string; isError: boolean } => ({
  content: `<tool_use_error>${text}</tool_use_error>`,
  isError: true,
})

const structured = (call: SampleCall, { bulk }: SampleSession): object => {
  if (call.action === 'shell') return { stdout: call.result, stderr: '', interrupted: false, isImage: false }
  if (!bulk) return { type: 'text', filePath: call.path }
  if (call.action !== 'edit') return { type: 'text', file: { filePath: call.path, content: call.result } }
  return { filePath: call.path, oldString: call.before, newString: call.after, originalFile: bulk.code(2_000) }
}

const numbered = (text: string): string => {
  let number = 0
  return text.replace(/^/gm, () => `${String((number += 1)).padStart(6)}\u2192`)
}

/** What the model would write beside a command. */
const DESCRIPTIONS: [command: RegExp, description: string][] = [
  [/\btest\b|pytest/, 'Run the tests'],
  [/\b(?:lint|ruff|vet)\b/, 'Check the style'],
  [/\b(?:tsc|mypy)\b/, 'Check the types'],
  [/\bbuild\b/, 'Build it'],
  [/^git status/, 'See what has changed'],
  [/^git (?:log|show)/, 'Look at recent commits'],
  [/^git diff/, 'Look at the difference'],
  [/^git (?:add|commit)/, 'Commit the change'],
]

const describe = (command: string): string =>
  DESCRIPTIONS.find(([pattern]) => pattern.test(command))?.[1] ?? 'Run it in the project'
