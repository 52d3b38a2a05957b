import { join, resolve } from 'node:path'
import type { Place } from '../../../schema/place.ts'
import { jsonHooks } from '../install-hooks.ts'
import { readSettings } from '../settings-file.ts'

/** Our hook gives up by itself long before this; the limit is for busy machines. */
const TIMEOUT_SECONDS = 5
/** Codex allows no more at the end of a session, and warns at every start about hooks that ask for more. */
const END_TIMEOUT_SECONDS = 3

const named = (what: string, timeout = TIMEOUT_SECONDS) => ({ timeout, statusMessage: `Warmstart: ${what}` })

/**
 * `~/.codex/hooks.json`: hooks at session start (also after a compaction), at each prompt, after shell commands (where
 * a failure is most often worth a hint; a process after every call would cost too much), after a turn, and at the end,
 * which older versions do not report. The user has to trust the hooks: a program should not declare itself trusted.
 */
export const settings = jsonHooks({
  agent: 'codex',
  title: 'Codex',
  directory: (place) => directoryOf(place),
  fileName: 'hooks.json',
  shown: '~/.codex/hooks.json',
  movedBy: 'CODEX_HOME',
  program: 'codex',
  // Codex lists a hook without a message as "Unnamed hook", and then the user cannot tell what to trust.
  events: [
    { event: 'SessionStart', tells: ['start', 'compaction'], fields: named('earlier sessions') },
    { event: 'UserPromptSubmit', tells: ['message'], fields: named('this message') },
    { event: 'PostToolUse', tells: ['failure'], matcher: 'Bash', fields: named('help after errors') },
    { event: 'Stop', tells: [], fields: named('reads this session') },
    { event: 'SessionEnd', tells: ['end'], fields: named('reads this session', END_TIMEOUT_SECONDS) },
  ],
  next: (place) => [
    'Start `codex`, type `/hooks`, look at the five entries and trust them. Codex runs no hook before that, and again not after the command has changed; `codex exec` leaves it out without a word.',
    ...(isTurnedOff(place)
      ? [`Hooks are turned off in ${configOf(place)}: take out the line under [features] that says so.`]
      : []),
    'Where Codex is so old that hooks are still being tried out, config.toml needs `codex_hooks = true` under [features].',
  ],
})

const directoryOf = ({ home, env }: Place): string => (env.CODEX_HOME ? resolve(env.CODEX_HOME) : join(home, '.codex'))

const configOf = (place: Place): string => join(directoryOf(place), 'config.toml')

/**
 * Looks for `hooks = false` under `[features]`, or its older name. It only leads to a remark, so a rough check is
 * enough.
 */
const isTurnedOff = (place: Place): boolean => {
  let table = ''
  for (const line of configLines(place)) {
    const text = line.trim()
    if (text.startsWith('[')) table = text
    else if (table === '[features]' && /^(?:codex_)?hooks *= *false\b/.test(text)) return true
  }
  return false
}

const configLines = (place: Place): string[] => {
  try {
    return (readSettings(configOf(place)).text ?? '').split('\n')
  } catch {
    return [] // What is wrong with that file is not for us to say.
  }
}
