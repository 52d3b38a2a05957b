import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import { jsonHooks, type KnownEvents } from '../install-hooks.ts'
import { isRecord, parseJson } from '../../../lib/json.ts'
import { readSettings } from '../settings-file.ts'

/** Our hook gives up by itself long before this; the limit is for busy machines. */
const LIMIT = { timeout: 5 }
const FILE = 'settings.json'

/** `~/.claude/settings.json`: hooks at session start (also after a compaction), at each prompt, after a failed call, at the end. */
export const settings = jsonHooks({
  agent: 'claude-code',
  title: 'Claude Code',
  directory: (place) => directoryOf(place),
  fileName: FILE,
  shown: '~/.claude/settings.json',
  movedBy: 'CLAUDE_CONFIG_DIR',
  program: 'claude',
  // A version that does not know one of the events ignores the whole settings file.
  events: [
    { event: 'SessionStart', tells: ['start', 'compaction'], since: '1.0.62', fields: LIMIT },
    { event: 'UserPromptSubmit', tells: ['message'], since: '1.0.54', fields: LIMIT },
    { event: 'PostToolUseFailure', tells: ['failure'], since: '2.1.0', fields: LIMIT },
    { event: 'SessionEnd', tells: ['end'], since: '1.0.85', fields: LIMIT },
  ],
  next: (place, known) => [
    `Start a new session of Claude Code; \`/hooks\` in it lists the ${known.wanted.length} entries.`,
    ...versionNotes(known),
    ...(isTurnedOff(place)
      ? [`\`disableAllHooks\` is true in ${join(directoryOf(place), FILE)}: no hook runs until you take it out.`]
      : []),
  ],
})

const versionNotes = ({ version, tooNew }: KnownEvents): string[] => {
  if (version === undefined)
    return [
      'It has to be 2.1 or newer: older ones know no PostToolUseFailure, and leave out a settings file with an event they do not know. `claude --version` gave no answer here.',
    ]
  if (tooNew.length === 0) return []
  const names = tooNew.map(({ event }) => event).join(', ')
  return [
    `Claude Code ${version} does not know ${names}, and would leave out a settings file that names it: left out. Update Claude Code and run this again to get all hooks.`,
  ]
}

const directoryOf = ({ home, env }: Place): string => {
  const [configured = ''] = (env.CLAUDE_CONFIG_DIR ?? '').split(',')
  return configured.trim() === '' ? join(home, '.claude') : resolve(configured.trim())
}

const isTurnedOff = (place: Place): boolean => {
  const path = join(directoryOf(place), FILE)
  const settings = existsSync(path) ? parseJson(readSettings(path).text ?? '') : undefined
  return isRecord(settings) && settings['disableAllHooks'] === true
}
