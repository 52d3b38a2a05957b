import { createRandom } from '../../sample/random.ts'
import type { LiveMessage } from '../../schema/live-session.ts'
import type { NewMessage } from '../../store/live/live-message.ts'
import { readNotes } from './notes.ts'
import { type AgentSettings, attempt } from './scripted-agent.ts'
import { luckOf } from './scripted-trial.ts'
import type { BenchTask } from './task.ts'
import { createWorld } from './world.ts'

export interface Stretch {
  tasks: readonly BenchTask[]
  /** What the agent still has before it. */
  messages: readonly LiveMessage[]
  settings: AgentSettings
  seed: number
  startedAt: number
}

/** Lets the scripted agent work on task after task in one conversation, learning from what stands in it. */
export const workOn = ({ tasks, messages, settings, seed, startedAt }: Stretch): NewMessage[] => {
  const added: NewMessage[] = []
  for (const [index, task] of tasks.entries()) {
    const world = createWorld()
    const notes = readNotes(conversationText([...messages, ...added]))
    const random = createRandom(luckOf(seed, index, 30_000))
    const made = attempt({ task, notes, settings, random, call: world.call })
    const at = (): number => startedAt + added.length * 1000
    added.push({ role: 'user', at: at(), text: task.prompt, isSynthetic: false })
    for (const { tool, args, answer } of made) {
      const id = `call_${random.hex(16)}`
      added.push({ role: 'assistant', at: at(), text: '', calls: [{ id, tool, args }], isSynthetic: false })
      added.push({
        role: 'tool',
        at: at(),
        callId: id,
        tool,
        text: answer.text,
        isError: !answer.ok,
        isSynthetic: false,
      })
    }
    added.push({ role: 'assistant', at: at(), text: 'Done.', calls: [], isSynthetic: false })
  }
  return added
}

/** A conversation as the agent reads it: calls that worked, and whatever is written there. */
const conversationText = (messages: readonly (LiveMessage | NewMessage)[]): string => {
  const worked = new Set(
    messages.flatMap((message) => (message.role === 'tool' && !message.isError ? [message.callId] : [])),
  )
  return messages
    .flatMap((message) =>
      message.role === 'assistant'
        ? message.calls.flatMap(({ id, tool, args }) =>
            worked.has(id) ? [`call: ${tool} ${JSON.stringify(args)}`] : [],
          )
        : message.role === 'user'
          ? [message.text]
          : [],
    )
    .join('\n')
}
