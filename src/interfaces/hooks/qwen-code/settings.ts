import { join, resolve } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import { jsonHooks } from '../install-hooks.ts'

/** In seconds. Our hook gives up by itself long before this. */
const named = (what: string) => ({ timeout: 5, name: `Warmstart: ${what}` })

const directoryOf = ({ home, env }: Place): string =>
  env['QWEN_HOME'] ? resolve(env['QWEN_HOME']) : join(home, '.qwen')

/** `~/.qwen/settings.json`, which may hold comments. */
export const settings = jsonHooks({
  agent: 'qwen-code',
  title: 'Qwen Code',
  directory: directoryOf,
  fileName: 'settings.json',
  shown: '~/.qwen/settings.json',
  movedBy: 'QWEN_HOME',
  program: 'qwen',
  form: { lists: 'groups', commandField: 'command', hasComments: true },
  events: [
    { event: 'SessionStart', tells: ['start', 'compaction'], fields: named('earlier sessions') },
    { event: 'UserPromptSubmit', tells: ['message'], fields: named('this message') },
    { event: 'PostToolUseFailure', tells: ['failure'], fields: named('help after errors') },
    { event: 'Stop', tells: [], fields: named('reads this session') },
    { event: 'SessionEnd', tells: ['end'], fields: named('reads this session') },
  ],
  next: () => ['Start a new session of Qwen Code; `/hooks` in it lists the 5 entries.'],
})
