import { join, resolve } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import { jsonHooks } from '../install-hooks.ts'

/** In seconds. Our hook gives up by itself long before this. */
const LIMIT = { timeoutSec: 5 }

const directoryOf = ({ home, env }: Place): string =>
  env['COPILOT_HOME'] ? resolve(env['COPILOT_HOME']) : join(home, '.copilot')

/** Our own file in `~/.copilot/hooks`, beside those of others. */
export const settings = jsonHooks({
  agent: 'copilot-cli',
  title: 'Copilot CLI',
  directory: directoryOf,
  fileName: join('hooks', 'warmstart.json'),
  shown: '~/.copilot/hooks/warmstart.json',
  movedBy: 'COPILOT_HOME',
  program: 'copilot',
  form: { lists: 'handlers', commandField: 'bash', root: { version: 1 } },
  isOwnFile: true,
  events: [
    { event: 'sessionStart', tells: ['start'], fields: LIMIT },
    { event: 'userPromptSubmitted', tells: ['message'], fields: LIMIT },
    { event: 'postToolUse', tells: ['failure'], fields: LIMIT },
    { event: 'postToolUseFailure', tells: [], fields: LIMIT },
    { event: 'sessionEnd', tells: ['end'], fields: LIMIT },
  ],
  next: () => [
    'Start a new session of Copilot CLI.',
    'It says nothing after a compaction: what a session was told is gone then.',
  ],
})
