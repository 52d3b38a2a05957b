import { join } from 'node:path'
import { jsonHooks } from '../install-hooks.ts'

/** In seconds. Our hook gives up by itself long before this. */
const LIMIT = { timeout: 5 }

/**
 * `~/.factory/settings.json`. An event in `hooks.json` beside it overrides the same event in the settings, so our
 * hooks go into `hooks.json` if it exists.
 */
export const settings = jsonHooks({
  agent: 'droid',
  title: 'Factory Droid',
  directory: ({ home }) => join(home, '.factory'),
  fileName: 'settings.json',
  insteadOf: {
    fileName: 'hooks.json',
    form: { lists: 'groups', commandField: 'command', hasComments: true, isWholeFile: true },
  },
  shown: '~/.factory/settings.json, or hooks.json beside it',
  program: 'droid',
  form: { lists: 'groups', commandField: 'command', hasComments: true },
  events: [
    { event: 'SessionStart', tells: ['start', 'compaction'], fields: LIMIT },
    { event: 'UserPromptSubmit', tells: ['message'], fields: LIMIT },
    { event: 'SessionEnd', tells: ['end'], fields: LIMIT },
  ],
  next: () => ['Start a new session of Droid; `/hooks` in it lists the 3 entries.'],
})
