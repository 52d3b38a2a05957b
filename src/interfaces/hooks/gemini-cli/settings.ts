import { join, resolve } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import { jsonHooks } from '../install-hooks.ts'

/** In milliseconds. Our hook gives up by itself long before this. */
const named = (what: string) => ({ timeout: 5_000, name: `Warmstart: ${what}` })

const directoryOf = ({ home, env }: Place): string =>
  join(env['GEMINI_CLI_HOME'] ? resolve(env['GEMINI_CLI_HOME']) : home, '.gemini')

/** `~/.gemini/settings.json`, which may hold comments. */
export const settings = jsonHooks({
  agent: 'gemini-cli',
  title: 'Gemini CLI',
  directory: directoryOf,
  fileName: 'settings.json',
  shown: '~/.gemini/settings.json',
  movedBy: 'GEMINI_CLI_HOME',
  program: 'gemini',
  form: { lists: 'groups', commandField: 'command', hasComments: true },
  events: [
    { event: 'SessionStart', tells: ['start'], fields: named('earlier sessions') },
    { event: 'BeforeAgent', tells: ['message'], fields: named('this message') },
    { event: 'AfterTool', tells: ['failure'], matcher: 'run_shell_command', fields: named('help after errors') },
    { event: 'SessionEnd', tells: ['end'], fields: named('reads this session') },
  ],
  next: () => [
    'Start a new session of Gemini CLI, 0.26 or newer; `/hooks` in it lists the 4 entries.',
    'It says nothing after a compaction: what a session was told is gone then.',
  ],
})
