import { askingText } from '../plugin-text.ts'

export const PACKAGE = `${JSON.stringify(
  { name: 'warmstart', version: '1.0.0', type: 'module', openclaw: { extensions: ['./index.js'] } },
  null,
  2,
)}\n`

export const MANIFEST = `${JSON.stringify(
  {
    id: 'warmstart',
    name: 'Warmstart',
    description: 'Tells new sessions what earlier ones learnt.',
    activation: { onStartup: true },
    configSchema: { type: 'object', additionalProperties: false },
  },
  null,
  2,
)}\n`

/**
 * The plugin, in JavaScript. OpenClaw keeps nothing of what a plugin adds to a turn, so the plugin adds the session's
 * texts to each turn. After a restart, it asks for the texts that the session got before.
 */
export const pluginText = (
  program: string,
): string => `// Starts sessions of OpenClaw warm; \`warmstart install openclaw --undo\` removes it.
${askingText(program, 'openclaw')}
/** In other sessions other people may write: groups, channels, senders with a session each. */
const isOwners = (key) => /^agent:[^:]+:(?:main|explicit)(?::|$)/.test(key ?? '')

export default {
  id: 'warmstart',
  name: 'Warmstart',
  register(api) {
    const texts = new Map()
    const tell = (ctx, event, more = {}) =>
      ask({ session_id: ctx.sessionId, cwd: ctx.workspaceDir, hook_event_name: event, ...more })
    api.on('before_prompt_build', async (event, ctx) => {
      if (!ctx?.sessionId || !isOwners(ctx.sessionKey) || (ctx.trigger ?? 'user') !== 'user') return undefined
      const prompt = event.currentUserMessage ?? event.prompt
      const isKnown = texts.has(ctx.sessionId)
      const told = texts.get(ctx.sessionId) ?? []
      texts.set(ctx.sessionId, told)
      if (!isKnown && (event.messages ?? []).length > 0) {
        await tell(ctx, 'resume')
        told.push(await tell(ctx, 'compaction'))
      }
      if (prompt) told.push(await tell(ctx, 'prompt', { prompt }))
      const text = told.filter((each) => each !== undefined).join('\\n\\n')
      return text === '' ? undefined : { appendSystemContext: text }
    })
    api.on('agent_end', async (_event, ctx) => {
      if (ctx?.sessionId && isOwners(ctx.sessionKey)) await tell(ctx, 'pause')
    })
    api.on('session_end', async (event, ctx) => {
      const sessionId = event?.sessionId ?? ctx?.sessionId
      texts.delete(sessionId)
      if (sessionId) await tell({ ...ctx, sessionId }, 'end')
    })
  },
}
`
