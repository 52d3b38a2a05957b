import { askingText } from '../plugin-text.ts'

/**
 * The plugin, in JavaScript. It adds a text to a message as a separate part, so that the text stays in the
 * conversation. After a compaction there is no message to add to: then the text stands in the system prompt for as
 * long as the program runs.
 */
export const pluginText = (
  program: string,
): string => `// Starts sessions of OpenCode warm; \`warmstart install opencode --undo\` removes it.
${askingText(program, 'opencode')}
/** A request for a title is no part of the conversation. */
const isTitle = (system) => /title generator/i.test(String(system[0] ?? '').slice(0, 200))

export const Warmstart = async ({ directory }) => {
  const begun = new Set()
  const children = new Set()
  const again = new Map()
  const tell = (session, event, more = {}) =>
    ask({ session_id: session, cwd: directory, hook_event_name: event, ...more })
  return {
    event: async ({ event }) => {
      const { info, sessionID } = event?.properties ?? {}
      if (event?.type === 'session.created' && info?.id) (info.parentID ? children : begun).add(info.id)
      if (!sessionID || children.has(sessionID)) return
      if (event.type === 'session.compacted') again.set(sessionID, tell(sessionID, 'compaction'))
      if (event.type === 'session.idle') void tell(sessionID, 'pause')
    },
    'chat.message': async ({ sessionID }, { message, parts }) => {
      const typed = parts.filter((part) => part.type === 'text' && !part.synthetic)
      const prompt = typed.map((part) => part.text).join('\\n').trim()
      const last = parts.at(-1)
      if (prompt === '' || !last?.id || children.has(sessionID)) return
      // A session from before the program was started goes on with a conversation that is there.
      if (!begun.has(sessionID)) await tell(sessionID, 'resume')
      begun.add(sessionID)
      const text = await tell(sessionID, 'prompt', { prompt })
      if (text !== undefined)
        parts.push({ id: last.id + 'w', type: 'text', text, synthetic: true, sessionID, messageID: message.id })
    },
    'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
      const text = await again.get(sessionID)
      if (text !== undefined && !isTitle(system)) system.push(text)
    },
    'tool.execute.after': async ({ tool, sessionID, args }, output) => {
      const exit = output?.metadata?.exit
      const isFailed = tool === 'invalid' || (typeof exit === 'number' && exit !== 0)
      if (!isFailed || children.has(sessionID)) return
      const error = String(output.output ?? '')
      const text = await tell(sessionID, 'failure', { tool_name: tool, tool_input: args, error })
      if (text !== undefined) output.output = error + '\\n\\n' + text
    },
  }
}
`
