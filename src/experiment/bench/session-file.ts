import { CODING_FORMAT } from '../../sample/formats.ts'
import type { Random } from '../../sample/random.ts'
import { openTranscript, writeStep, writeUser } from '../../sample/transcript.ts'
import { shellCall } from '../../sample/work.ts'
import type { MadeCall } from './scripted-agent.ts'
import type { BenchTask } from './task.ts'

/** A session as its agent writes it down: where, and what. */
export interface SessionFile {
  /** The session's own id, by which it is found again after `sync`. */
  id: string
  /** Relative to the directory that is read. */
  path: string
  text: string
}

export interface SessionWriting {
  task: BenchTask
  made: readonly MadeCall[]
  model: string
  startedAt: number
  /** The repository of tasks that have one. */
  directory: string
  random: Random
}

/**
 * Writes a trial in a native format: chat messages for tasks of the depot, whose tools belong to an application, and the lines of a coding
 * agent for tasks of the repository. Nothing but these files reaches the store.
 */
export const sessionFile = (writing: SessionWriting): SessionFile =>
  writing.task.goal.kind === 'repository' ? codingFile(writing) : chatFile(writing)

const chatFile = ({ task, made, model, startedAt, random }: SessionWriting): SessionFile => {
  const id = `bench-${random.hex(12)}`
  const at = (index: number): string => new Date(startedAt + (index + 1) * SECOND_MS).toISOString()
  const messages: object[] = [{ role: 'user', content: task.prompt, created_at: new Date(startedAt).toISOString() }]
  for (const [index, { tool, args, answer }] of made.entries()) {
    const call = `call_${random.hex(20)}`
    messages.push(
      {
        role: 'assistant',
        content: null,
        created_at: at(index),
        tool_calls: [{ id: call, type: 'function', function: { name: tool, arguments: JSON.stringify(args) } }],
      },
      { role: 'tool', tool_call_id: call, content: answer.text, created_at: at(index) },
    )
  }
  messages.push({ role: 'assistant', content: 'Done.', created_at: at(made.length) })
  return { id, path: `chats/${id}.json`, text: JSON.stringify({ id, model, created_at: startedAt, messages }) }
}

const SECOND_MS = 1000

const codingFile = ({ task, made, model, startedAt, directory, random }: SessionWriting): SessionFile => {
  const transcript = openTranscript({
    id: random.uuid(),
    format: CODING_FORMAT,
    model,
    startedAt,
    project: { directory, files: [] },
  })
  writeUser(transcript, task.prompt)
  for (const { args, answer } of made) {
    const call = shellCall(String(args['command']), answer.text, answer.ok ? 0 : 1)
    writeStep(transcript, { say: '', calls: [call] }, random)
  }
  writeStep(transcript, { say: 'Done.', calls: [] }, random)
  const { id, path, lines } = transcript
  return { id, path, text: `${lines.join('\n')}\n` }
}
