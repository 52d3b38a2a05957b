import { askingText } from '../plugin-text.ts'

/** The extension, in JavaScript. A text for a session becomes a separate message in the conversation. */
export const extensionText = (
  program: string,
): string => `// Starts sessions of pi warm; \`warmstart install pi --undo\` removes it.
${askingText(program, 'pi')}
const wordsOf = (content) =>
  (Array.isArray(content) ? content : []).map((part) => (part?.type === 'text' ? part.text : '')).join('\\n')

export default function warmstart(pi) {
  const tell = async (ctx, event, more = {}) => {
    try {
      const session = ctx.sessionManager.getSessionId()
      return await ask({ session_id: session, cwd: ctx.cwd, hook_event_name: event, ...more })
    } catch {
      return undefined
    }
  }
  const messageOf = (text) => ({ customType: 'warmstart', content: text, display: false })

  pi.on('session_start', async (event, ctx) => {
    // A session that goes on has messages, whatever the reason is called.
    if (event.reason !== 'reload' && ctx.sessionManager.getEntries().some(({ type }) => type === 'message'))
      await tell(ctx, 'resume')
  })
  pi.on('before_agent_start', async (event, ctx) => {
    const text = await tell(ctx, 'prompt', { prompt: event.prompt })
    return text === undefined ? undefined : { message: messageOf(text) }
  })
  pi.on('tool_result', async (event, ctx) => {
    if (!event.isError) return undefined
    const failed = { tool_name: event.toolName, tool_input: event.input, error: wordsOf(event.content) }
    const text = await tell(ctx, 'failure', failed)
    return text === undefined ? undefined : { content: [...event.content, { type: 'text', text }] }
  })
  pi.on('session_compact', async (_event, ctx) => {
    const text = await tell(ctx, 'compaction')
    if (text !== undefined) pi.sendMessage(messageOf(text), { deliverAs: 'steer', triggerTurn: false })
  })
  pi.on('session_shutdown', async (event, ctx) => {
    if (event.reason !== 'reload') await tell(ctx, 'end')
  })
}
`
