import type { SampleCall, SampleFormat, SampleSession, SampleStep } from './session.ts'
import { tick } from './session.ts'

/** OpenClaw: `agents/<agent>/sessions/<session>.jsonl`, the outcome in the details of a result. */
export const openclawSample: SampleFormat = {
  cancelsSiblings: false,
  leavesRunning: true,
  subagentIsSession: true,

  pathOf: (session) => `agents/${session.isSubagent ? 'helper' : 'main'}/sessions/${session.id}.jsonl`,
  open: (session) => [
    {
      type: 'session',
      version: 3,
      id: session.id,
      timestamp: new Date(session.startedAt).toISOString(),
      cwd: session.project.directory,
      ...(session.parent && !session.isSubagent ? { parentSession: session.parent.id } : {}),
    },
    entry(
      session,
      'custom',
      { customType: 'model-snapshot', data: { provider: 'example', modelId: session.model } },
      1,
    ),
  ],
  user: (session, text) => {
    const said = session.isSubagent ? `[Subagent Context] You are a subagent.\n\n[Subagent Task]: ${text}` : text
    return [message(session, { role: 'user', content: [{ type: 'text', text: said }] }, 20_000)]
  },
  step: (session, step, ids) => {
    const calls = step.calls.map((call) => ({ call, id: `call_${ids.hex(20)}` }))
    const results = calls.filter(({ call }) => call.ending !== 'none')
    return [
      assistant(session, step, calls),
      ...results.map(({ call, id }) => message(session, resultOf(session, call, id))),
    ]
  },
  compact: (session, summary) => [
    entry(session, 'compaction', { summary, firstKeptEntryId: session.lastId, tokensBefore: session.contextTokens }),
  ],
  repeat: (_, copied) => ('type' in copied && copied.type === 'session' ? undefined : copied),
}

const entry = (session: SampleSession, type: string, more: object, milliseconds = 1500): object => {
  const timestamp = tick(session, milliseconds)
  const id = (session.clockMs % 0x1_0000_0000).toString(16).padStart(8, '0')
  const parentId = session.lastId
  session.lastId = id
  return { type, id, parentId, timestamp, ...more }
}

const message = (session: SampleSession, inner: object, milliseconds = 1500): object =>
  entry(session, 'message', { message: { ...inner, timestamp: session.clockMs + milliseconds } }, milliseconds)

const assistant = (session: SampleSession, step: SampleStep, calls: { call: SampleCall; id: string }[]): object => {
  const content: object[] = calls.map(({ call, id }) => ({ type: 'toolCall', id, ...toolOf(call) }))
  if (step.say !== '' || content.length === 0) content.unshift({ type: 'text', text: step.say })
  const { bulk } = session
  if (bulk?.chance(0.5)) content.unshift({ type: 'thinking', thinking: '', thinkingSignature: bulk.sealed() })
  const usage = {
    input: 40,
    output: 60,
    cacheRead: Math.max(0, session.contextTokens - 40),
    cacheWrite: 0,
    totalTokens: session.contextTokens + 60,
    cost: { total: 0.001 },
  }
  const stopReason = calls.length > 0 ? 'toolUse' : 'stop'
  return message(session, { role: 'assistant', content, provider: 'example', model: session.model, usage, stopReason })
}

const toolOf = (call: SampleCall): object => {
  switch (call.action) {
    case 'shell':
      return { name: 'exec', arguments: { command: call.subject } }
    case 'search':
      return { name: 'exec', arguments: { command: `rg -n ${call.subject} ${call.path}` } }
    case 'read':
      return { name: 'read', arguments: { path: call.path } }
    case 'edit':
      return { name: 'edit', arguments: { path: call.path, oldText: call.before, newText: call.after } }
    case 'delegate':
      return { name: 'sessions_spawn', arguments: { task: call.subject } }
  }
}

const resultOf = (session: SampleSession, call: SampleCall, id: string): object => {
  const { text, details } = outcomeOf(session, call)
  const content = [{ type: 'text', text }]
  const toolName = call.action === 'shell' || call.action === 'search' ? 'exec' : call.action
  return {
    role: 'toolResult',
    toolCallId: id,
    toolName: call.action === 'delegate' ? 'sessions_spawn' : toolName,
    content,
    details,
    isError: false,
  }
}

const outcomeOf = (session: SampleSession, call: SampleCall): { text: string; details: object } => {
  const cwd = session.project.directory
  if (call.ending === 'rejected') {
    return {
      text: 'Denied by user.',
      details: { status: 'blocked', deniedReason: 'plugin-approval', reason: 'Denied by user.' },
    }
  }
  if (call.ending === 'running') {
    return {
      text: 'Command still running (session calm-reef, pid 4100).',
      details: { status: 'running', sessionId: 'calm-reef', pid: 4100 },
    }
  }
  if (call.action === 'delegate')
    return asJson({ status: 'accepted', childSessionKey: `agent:helper:subagent:${call.path}`, runId: 'run-1' })
  if (call.action === 'shell' || call.action === 'search') {
    const tail = call.exitCode === 0 ? '' : `\n\n(Command exited with code ${call.exitCode})`
    const details = { status: 'completed', exitCode: call.exitCode, durationMs: 400, aggregated: call.result, cwd }
    return { text: `${call.result === '' ? '(no output)' : call.result}${tail}`, details }
  }
  if (call.truth !== 'agent')
    return { text: call.action === 'edit' ? `Successfully replaced text in ${call.path}.` : call.result, details: {} }
  const missing = `ENOENT: no such file or directory, access '${cwd}/${call.path}'`
  return asJson({
    status: 'error',
    tool: call.action,
    error: call.action === 'read' ? missing : `Could not find the exact text in ${call.path}.`,
  })
}

const asJson = (details: object): { text: string; details: object } => ({
  text: JSON.stringify(details, null, 2),
  details,
})
