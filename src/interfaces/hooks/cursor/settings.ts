import { join } from 'node:path'
import { jsonHooks } from '../install-hooks.ts'

/** In seconds. Our hook gives up by itself long before this. */
const LIMIT = { timeout: 5 }

/** `~/.cursor/hooks.json`. */
export const settings = jsonHooks({
  agent: 'cursor',
  title: 'Cursor',
  directory: ({ home }) => join(home, '.cursor'),
  fileName: 'hooks.json',
  shown: '~/.cursor/hooks.json',
  program: 'cursor',
  form: { lists: 'handlers', commandField: 'command', root: { version: 1 } },
  events: [
    { event: 'sessionStart', tells: ['start'], fields: LIMIT },
    { event: 'postToolUse', tells: ['failure'], matcher: 'Shell', fields: LIMIT },
    { event: 'sessionEnd', tells: ['end'], fields: LIMIT },
  ],
  next: () => [
    'Start a new conversation of the agent in Cursor; its settings list the 3 hooks.',
    'It takes no text at a message and none after a compaction. Versions from before 2026 refuse `sessionStart`.',
  ],
})
