import { MISSING_PATH, MISSING_REVISION, MISSING_TARGET, UNKNOWN_FIELD } from '../../complaint/complaint.ts'
import { ruleOf } from '../../shell/harmless/table.ts'
import { type Atlas, lastName } from '../atlas.ts'
import { bareCommands } from './bare-command.ts'
import { COMMAND_SEARCHES, LAUNCHERS, OWN } from './command-remedy.ts'
import { preparations } from './preparation.ts'
import { type Candidate, chooseRemedy, type FoundRemedy, isShownCommand, workedAfter } from './remedy.ts'
import { repositoryPath } from '../repository-path.ts'
import type { Sighting } from '../sighting.ts'
import { FEWEST_SESSIONS } from '../support.ts'
import { isSayable } from '../words.ts'

/** What sessions asked for instead of a missing thing. All sightings have one trigger. */
export const missingRemedy = (sightings: readonly Sighting[], atlas: Atlas): FoundRemedy | undefined => {
  const [first] = sightings
  if (first === undefined) return undefined
  const { code } = first.trigger
  if (code === MISSING_PATH) {
    const { subject } = first.trigger
    return chooseRemedy(sightings, 'path', substitutedPaths) ?? sameName(subject, atlas) ?? likeName(subject, atlas)
  }
  const search = COMMAND_SEARCHES[code]
  const other =
    search === undefined
      ? undefined
      : chooseRemedy(sightings, 'command', (one) =>
          workedAfter(one)
            .flatMap((call) => search(one, call).map((text) => ({ text, call })))
            .filter(({ text }) => isShownRemedy(text, code)),
        )
  const step = chooseRemedy(sightings, 'advice', preparations)
  return step !== undefined && step.worked.length > (other?.worked.length ?? 0) ? step : other
}

/** The remedy is the path in which a later command differs from the failed one, if they differ in nothing else. */
const substitutedPaths = (sighting: Sighting): Candidate[] => {
  const { trigger, call, session } = sighting
  const inside = (word: string, at: string | undefined): string | undefined => {
    const place = repositoryPath(word, session, at)
    return place?.inside === true && place.path !== '' ? place.path.replace(/\/+$/, '') : undefined
  }
  const failed = bareCommands(call)
  for (const next of workedAfter(sighting)) {
    for (const command of bareCommands(next)) {
      const before = failed.find(({ name }) => name === command.name)
      if (before === undefined) continue
      const added = command.rest.filter((word) => !before.rest.includes(word))
      const removed = before.rest.filter((word) => !command.rest.includes(word))
      if (added.length !== 1 || removed.length !== 1 || inside(removed[0] ?? '', call.cwd) !== trigger.subject) continue
      const path = inside(added[0] ?? '', next.cwd)
      if (path === undefined || path === trigger.subject || !isSayable(path)) continue
      return [{ text: path, call: next }]
    }
  }
  return []
}

/** The one file with this name that several sessions used. */
const sameName = (path: string, atlas: Atlas): FoundRemedy | undefined => {
  const name = lastName(path)
  if (!/\.\w{1,8}$/.test(name) || EVERYWHERE.test(name)) return undefined
  return onlyOne(path, atlas.named(name))
}

/** The one file in the same folder whose name is spelled a little differently. */
const likeName = (path: string, atlas: Atlas): FoundRemedy | undefined => onlyOne(path, atlas.likeNamed(path))

const onlyOne = (path: string, uses: ReadonlyMap<string, ReadonlyMap<string, string>>): FoundRemedy | undefined => {
  const [only, ...others] = [...uses].filter(([other]) => other !== path)
  if (only === undefined || others.length > 0 || only[1].size < FEWEST_SESSIONS || !isSayable(only[0])) return undefined
  return { remedy: { kind: 'path', text: only[0], sessions: only[1].size }, worked: [...only[1].values()].toSorted() }
}

/**
 * File names that a repository has many times. That sessions used one such file says nothing about the one they looked
 * for.
 */
const EVERYWHERE =
  /^(?:readme|index|main|mod|lib|__init__|__main__|conftest|types|utils|config|package|cargo|makefile|dockerfile|skill|license|changelog|page|layout|route|setup|tsconfig)\b/i

/** Whether the remedy of a mistake with this code may be shown to a session. */
export const isShownRemedy = (text: string, code: string): boolean => isShownWord(text, code) || isShownCommand(text)

/**
 * Allowed are a flag, a branch, a known launcher, the path of a module, and a program that our own table knows to have
 * a harmless use.
 */
const isShownWord = (text: string, code: string): boolean => {
  if (LAUNCHERS.includes(text) || OWN.has(text) || /^PYTHONPATH=[\w./:-]{1,80}$/.test(text)) return true
  if (!isSayable(text)) return false
  if (code === MISSING_TARGET || code === UNKNOWN_FIELD) return true
  if (text.includes('/')) return false
  return text.startsWith('-') || code === MISSING_REVISION || ruleOf(text) !== undefined
}
