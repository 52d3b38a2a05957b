import { claudeMoment } from '../claude-shaped.ts'
import { additionalContext, type HookAgent } from '../hook.ts'

export const agent: HookAgent = {
  name: 'claude-code',
  // Cursor runs the hooks in these settings too; such a session does not belong to Claude Code.
  read: (payload) => (payload['cursor_version'] === undefined ? claudeMoment(payload) : undefined),
  answer: additionalContext,
  mostBytes: 10_000,
}
