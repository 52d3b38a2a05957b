import type { SampleCall, SampleFormat, SampleSession, SampleStep } from './session.ts'
import { tick } from './session.ts'

/** Codex: `sessions/YYYY/MM/DD/rollout-<time>-<session>.jsonl`, commands through `exec_command`, edits through patches. */
export const codexSample: SampleFormat = {
  cancelsSiblings: false,
  leavesRunning: true,
  subagentIsSession: true,

  pathOf: (session) => {
    const time = new Date(session.startedAt).toISOString().slice(0, 19)
    return `sessions/${time.slice(0, 10).replaceAll('-', '/')}/rollout-${time.replaceAll(':', '-')}-${session.id}.jsonl`
  },
  open: (session) => [
    line(session, 'session_meta', {
      id: session.id,
      timestamp: new Date(session.startedAt).toISOString(),
      cwd: session.project.directory,
      originator: 'codex_cli_rs',
      cli_version: '0.118.0',
      source: sourceOf(session),
      ...(session.parent && !session.isSubagent ? { forked_from_id: session.parent.id } : {}),
      model_provider: 'openai',
    }),
    line(session, 'turn_context', {
      cwd: session.project.directory,
      approval_policy: 'on-request',
      model: session.model,
    }),
  ],
  user: (session, text) => [
    ...context(session),
    item(session, { type: 'message', role: 'user', content: [{ type: 'input_text', text }] }, 20_000),
    line(session, 'event_msg', { type: 'user_message', message: text, kind: 'plain' }, 1),
  ],
  step: (session, step, ids) => {
    const calls = step.calls.map((call) => ({ call, id: `call_${ids.hex(24)}` }))
    return [
      ...thought(session),
      ...spoken(session, step),
      ...calls.map(({ call, id }) => item(session, requestOf(session, call, id))),
      usage(session),
      ...calls
        .filter(({ call }) => call.ending !== 'none')
        .flatMap(({ call, id }) => [
          ...ended(session, call, id),
          item(session, answerOf(session, call, id, ids.hex(6))),
        ]),
    ]
  },
  compact: (session, summary) => [
    line(session, 'compacted', { message: summary, replacement_history: [] }),
    line(session, 'event_msg', { type: 'context_compacted' }, 1),
  ],
  // A fork repeats all of its parent, even its opening line.
  repeat: (_, copied) => copied,
}

const sourceOf = (session: SampleSession): unknown =>
  session.isSubagent ? { subagent: { thread_spawn: { parent_thread_id: session.parent?.id, depth: 1 } } } : 'cli'

const line = (session: SampleSession, type: string, payload: object, milliseconds = 1500): object => ({
  timestamp: tick(session, milliseconds),
  type,
  payload,
})

const item = (session: SampleSession, payload: object, milliseconds = 1500): object =>
  line(session, 'response_item', payload, milliseconds)

const spoken = (session: SampleSession, step: SampleStep): object[] => {
  if (step.say === '' && step.calls.length > 0) return []
  const content = [{ type: 'output_text', text: step.say }]
  return [
    line(session, 'event_msg', { type: 'agent_message', message: step.say }),
    item(session, { type: 'message', role: 'assistant', content }, 1),
  ]
}

/** Every turn is told its standing instructions anew. */
const context = (session: SampleSession): object[] => {
  const { bulk, model, project } = session
  if (!bulk) return []
  return [line(session, 'turn_context', { cwd: project.directory, model, user_instructions: bulk.code(4_000) }, 0)]
}

const thought = (session: SampleSession): object[] => {
  const { bulk } = session
  if (!bulk?.chance(0.5)) return []
  return [item(session, { type: 'reasoning', summary: [], content: null, encrypted_content: bulk.sealed() }, 0)]
}

/** The same output once more, with the exit code beside it. */
const ended = (session: SampleSession, call: SampleCall, id: string): object[] => {
  const isCommand = call.action === 'shell' || call.action === 'search'
  if (!session.bulk || !isCommand || call.ending !== 'done') return []
  const command = ['bash', '-lc', commandOf(call)]
  const output = { aggregated_output: call.result, stdout: call.result, stderr: '', exit_code: call.exitCode }
  return [line(session, 'event_msg', { type: 'exec_command_end', call_id: id, command, ...output }, 0)]
}

const usage = (session: SampleSession): object => {
  session.spentTokens += session.contextTokens
  const tokens = (input: number): object => ({
    input_tokens: input,
    cached_input_tokens: 0,
    output_tokens: 60,
    total_tokens: input + 60,
  })
  const info = {
    total_token_usage: tokens(session.spentTokens),
    last_token_usage: tokens(session.contextTokens),
    model_context_window: 272_000,
  }
  return line(session, 'event_msg', { type: 'token_count', info, rate_limits: null }, 1)
}

const requestOf = (session: SampleSession, call: SampleCall, id: string): object => {
  if (call.action === 'edit')
    return { type: 'custom_tool_call', status: 'completed', call_id: id, name: 'apply_patch', input: patchOf(call) }
  if (call.action === 'delegate') {
    return {
      type: 'function_call',
      name: 'spawn_agent',
      arguments: JSON.stringify({ message: call.subject }),
      call_id: id,
    }
  }
  const request = JSON.stringify({ cmd: commandOf(call), workdir: session.project.directory })
  return { type: 'function_call', name: 'exec_command', arguments: request, call_id: id }
}

const commandOf = (call: SampleCall): string => {
  if (call.action === 'read') return `sed -n '1,400p' ${call.path}`
  return call.action === 'search' ? `rg -n ${call.subject} ${call.path}` : call.subject
}

const patchOf = (call: SampleCall): string => {
  const marked = (sign: string, text: string): string => text.replace(/^/gm, sign)
  return `*** Begin Patch\n*** Update File: ${call.path}\n@@\n${marked('-', call.before)}\n${marked('+', call.after)}\n*** End Patch`
}

const answerOf = (session: SampleSession, call: SampleCall, id: string, chunk: string): object => {
  if (call.action === 'edit')
    return { type: 'custom_tool_call_output', call_id: id, output: patchAnswer(session, call) }
  return { type: 'function_call_output', call_id: id, output: commandAnswer(call, chunk) }
}

const patchAnswer = (session: SampleSession, call: SampleCall): string => {
  const path = `${session.project.directory}/${call.path}`
  if (call.truth === 'agent')
    return `apply_patch verification failed: Failed to find expected lines in ${path}:\n${call.before}`
  const output = `Success. Updated the following files:\nM ${call.path}\n`
  return JSON.stringify({ output, metadata: { exit_code: 0, duration_seconds: 0.1 } })
}

const commandAnswer = (call: SampleCall, chunk: string): string => {
  if (call.action === 'delegate') return JSON.stringify({ agent_id: call.path, nickname: 'Scout' })
  if (call.ending === 'rejected') return `exec_command failed for \`${call.subject}\`: Rejected("rejected by user")`
  const missing = call.action === 'read' && call.truth === 'agent'
  const ended =
    call.ending === 'running' ? 'Process running with session ID 1' : `Process exited with code ${call.exitCode}`
  const output = missing ? `sed: can't read ${call.path}: No such file or directory` : call.result
  return `Chunk ID: ${chunk}\nWall time: 0.4 seconds\n${ended}\nOriginal token count: ${Math.ceil(output.length / 4)}\nOutput:\n${output}`
}
