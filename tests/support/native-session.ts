import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** A call as an agent writes it down, and what came back. */
export interface NativeCall {
  tool: string
  args: Record<string, unknown>
  result: string
  isError?: boolean
}

/** What happened next in a session: words of the user, words of the model, calls, or a text that a program put in. */
export interface NativeStep {
  user?: string
  /** Put into the conversation in the user's place by the agent's own program. */
  injected?: string
  say?: string
  calls?: readonly NativeCall[]
}

export interface NativeSession {
  agent: 'claude-code' | 'codex'
  id: string
  directory: string
  startedAt: number
  steps: readonly NativeStep[]
  /** Where it was held, as the agent itself says it. */
  entrypoint?: string | undefined
}

/** Writes a session below `root` as its agent would, by hand: what `warmstart sync` then finds there. */
export const writeNativeSession = (root: string, session: NativeSession): void => {
  const isClaude = session.agent === 'claude-code'
  const time = new Date(session.startedAt).toISOString().slice(0, 19)
  const path = isClaude
    ? join(root, 'claude', 'projects', session.directory.replaceAll('/', '-'), `${session.id}.jsonl`)
    : join(
        root,
        'codex',
        'sessions',
        time.slice(0, 10).replaceAll('-', '/'),
        `rollout-${time.replaceAll(':', '-')}-${session.id}.jsonl`,
      )
  mkdirSync(dirname(path), { recursive: true })
  const lines = isClaude ? claudeLines(session) : codexLines(session)
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const STEP_MS = 2_000

const claudeLines = ({ id, directory, startedAt, steps, entrypoint }: NativeSession): object[] => {
  const lines: object[] = []
  let parentUuid: string | null = null
  const add = (type: string, more: object): void => {
    const uuid = `${id.slice(0, 24)}${lines.length.toString(16).padStart(12, '0')}`
    const timestamp = new Date(startedAt + lines.length * STEP_MS).toISOString()
    lines.push({
      parentUuid,
      isSidechain: false,
      userType: 'external',
      ...(entrypoint === undefined ? {} : { entrypoint }),
      cwd: directory,
      sessionId: id,
      version: '2.1.81',
      gitBranch: 'main',
      type,
      ...more,
      uuid,
      timestamp,
    })
    parentUuid = uuid
  }
  const assistant = (number: number, block: object): void =>
    add('assistant', {
      message: {
        id: `msg_${id.slice(0, 8)}${number}`,
        type: 'message',
        role: 'assistant',
        model: 'model-large-2',
        content: [block],
        stop_reason: null,
        usage: { input_tokens: 10, output_tokens: 10 },
      },
      requestId: `req_${number}`,
    })
  for (const [number, step] of steps.entries()) {
    if (step.user !== undefined) add('user', { message: { role: 'user', content: step.user } })
    if (step.injected !== undefined) {
      add('user', { isMeta: true, message: { role: 'user', content: step.injected } })
    }
    if (step.say !== undefined) assistant(number, { type: 'text', text: step.say })
    for (const [nth, call] of (step.calls ?? []).entries()) {
      const callId = `toolu_${id.replaceAll('-', '')}_${number}_${nth}`
      assistant(number, { type: 'tool_use', id: callId, name: call.tool, input: call.args })
      const flag = call.isError === true ? { is_error: true } : {}
      add('user', {
        message: {
          role: 'user',
          content: [{ tool_use_id: callId, type: 'tool_result', content: call.result, ...flag }],
        },
        toolUseResult: call.isError === true ? `Error: ${call.result}` : { type: 'text' },
      })
    }
  }
  return lines
}

const codexLines = ({ id, directory, startedAt, steps, entrypoint }: NativeSession): object[] => {
  const lines: object[] = []
  const add = (type: string, payload: object): void =>
    void lines.push({ timestamp: new Date(startedAt + lines.length * STEP_MS).toISOString(), type, payload })
  const item = (payload: object): void => add('response_item', payload)
  const said = (role: string, type: string, text: string): void =>
    item({ type: 'message', role, content: [{ type, text }] })
  add('session_meta', {
    id,
    timestamp: new Date(startedAt).toISOString(),
    cwd: directory,
    originator: 'codex_cli_rs',
    cli_version: '0.118.0',
    source: entrypoint ?? 'cli',
    model_provider: 'openai',
  })
  add('turn_context', { cwd: directory, approval_policy: 'on-request', model: 'model-large-2' })
  for (const [number, step] of steps.entries()) {
    if (step.user !== undefined) {
      said('user', 'input_text', step.user)
      add('event_msg', { type: 'user_message', message: step.user, kind: 'plain' })
    }
    if (step.injected !== undefined)
      said('user', 'input_text', `<user_instructions>\n${step.injected}\n</user_instructions>`)
    if (step.say !== undefined) {
      add('event_msg', { type: 'agent_message', message: step.say })
      said('assistant', 'output_text', step.say)
    }
    for (const [nth, call] of (step.calls ?? []).entries()) {
      const callId = `call_${id.replaceAll('-', '')}_${number}_${nth}`
      item({ ...codexRequest(call, directory), call_id: callId })
      const type = call.tool === 'Edit' ? 'custom_tool_call_output' : 'function_call_output'
      item({ type, call_id: callId, output: codexOutput(call) })
    }
  }
  return lines
}

/** The same call in the words of the other agent: commands through `exec_command`, edits as patches. */
const codexRequest = ({ tool, args }: NativeCall, directory: string): object => {
  const called = (name: string, given: object): object => ({
    type: 'function_call',
    name,
    arguments: JSON.stringify(given),
  })
  const given = args['file_path'] ?? args['path']
  const path = typeof given === 'string' ? given : ''
  switch (tool) {
    case 'Bash': {
      const { command, description, ...rest } = args
      const justified = description === undefined ? {} : { justification: description }
      return called('exec_command', { cmd: command, workdir: directory, ...justified, ...rest })
    }
    case 'Read':
      return called('exec_command', { cmd: `sed -n '1,200p' ${path}`, workdir: directory })
    case 'Grep':
      return called('exec_command', { cmd: `rg -n '${String(args['pattern'])}' ${path}`, workdir: directory })
    case 'Edit': {
      const [before, after] = [String(args['old_string']), String(args['new_string'])]
      const input = `*** Begin Patch\n*** Update File: ${path}\n@@\n-${before}\n+${after}\n*** End Patch`
      return { type: 'custom_tool_call', status: 'completed', name: 'apply_patch', input }
    }
    default:
      return called(tool, args)
  }
}

const codexOutput = ({ tool, args, result, isError }: NativeCall): string => {
  if (tool === 'Edit') {
    if (isError === true) return `apply_patch verification failed: ${result}`
    const output = `Success. Updated the following files:\nM ${String(args['file_path'])}\n`
    return JSON.stringify({ output, metadata: { exit_code: 0, duration_seconds: 0.1 } })
  }
  if (!['Bash', 'Read', 'Grep'].includes(tool)) return result
  const code = isError === true ? 1 : 0
  return `Chunk ID: a1b2c3\nWall time: 0.4 seconds\nProcess exited with code ${code}\nOriginal token count: ${Math.ceil(result.length / 4)}\nOutput:\n${result}`
}
