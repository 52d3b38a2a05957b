import { natureOf } from '../../shell/nature.ts'
import { commandText } from '../../shell/command-text.ts'
import { readShell, type ShellCommand } from '../../shell/script.ts'
import { readTokens } from '../../shell/read-tokens.ts'
import type { MinedCall } from '../../schema/harvest.ts'
import { isKnownProgram, isShownOption } from '../../trust/words/command-word.ts'
import { isFieldName } from '../../trust/words/field-name.ts'
import { isPlainWord } from '../../trust/words/vocabulary.ts'

/** How a session recovered from an error, and how much that teaches. */
export interface Strategy {
  words: string
  /**
   * 2: the session did something differently. 1: the same call worked after other calls, or the difference is unknown.
   * 0: a retry was enough.
   */
  tells: 0 | 1 | 2
}

/**
 * Describes what was done about an error by the differences between the failed call and the call that then worked.
 * Names only what can be seen: arguments, options and programs that we know. Never guesses why.
 */
export const strategyOf = (failed: MinedCall, worked: MinedCall, after: number): Strategy => {
  const later = after > 1 ? `, ${after} calls later` : ''
  if (failed.tool !== worked.tool) return { words: `used ${worked.tool} instead of ${failed.tool}${later}`, tells: 2 }
  if (failed.args === undefined || worked.args === undefined) {
    // The tool refuses such a call until the file was read, so the session must have read it.
    if (after > 1 && asksToRead(failed)) return { words: `${READ_FIRST}${later}; ${NOT_KEPT}`, tells: 2 }
    return { words: `another call of ${worked.tool} worked${later}; ${NOT_KEPT}`, tells: 1 }
  }
  const changes = sameValue(failed.args, worked.args) ? [] : changesOf(failed.args, worked.args, worked.tool)
  if (changes.length > 0) {
    const isTelling = changes[0] !== OTHER_ARGUMENTS && isSameErrand(failed.args, worked.args)
    return { words: changes.join('; ') + later, tells: isTelling ? 2 : 1 }
  }
  if (after <= 1) return { words: 'trying the same again was enough', tells: 0 }
  if (asksToRead(failed)) return { words: `${READ_FIRST}, then made the same call${later}`, tells: 2 }
  return { words: `the same call worked ${after} calls later, after other work in between`, tells: 1 }
}

/** How to find out whether a recovery still holds: run the command if it is harmless, else look by hand. */
export const retestOf = (failed: MinedCall, signature: string, shown: Record<string, unknown>): string => {
  const text = commandText(failed.args)
  const shownText = commandText(shown)
  const short = signature.length > 80 ? `${signature.slice(0, 79).toWellFormed()}…` : signature
  if (text !== undefined && shownText !== undefined && shownText.length <= 160 && isHarmless(text)) {
    return `run \`${shownText.replaceAll('`', "'")}\` and see whether it still fails with "${short}"`
  }
  return `see whether it still happens: \`warmstart calls --tool ${failed.tool.replace(/[^\w.:-]/g, '')} --outcome error\` lists it with the latest date`
}

const OTHER_ARGUMENTS = 'gave it other arguments'
const NOT_KEPT = 'its arguments were too long to be kept'
const READ_FIRST = 'did what the message asks for and read the file first'

const asksToRead = ({ resultHead }: MinedCall): boolean => ASKS_TO_READ.test(resultHead.slice(0, 400))
const ASKS_TO_READ =
  /(?:has not been read|must (?:first )?read|read it (?:first|again)|read the file (?:first|before))/i

const sameValue = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

const changesOf = (failed: Record<string, unknown>, worked: Record<string, unknown>, tool: string): string[] => {
  const [before, then] = [commandText(failed), commandText(worked)]
  if (before !== undefined && then !== undefined && before !== then) return commandChanges(before, then)
  const keys = [...new Set([...Object.keys(failed), ...Object.keys(worked)])]
    .filter((key) => !SAYS_WHY.has(key) && isFieldName(key, tool))
    .toSorted()
  const added = keys.filter((key) => failed[key] === undefined && worked[key] !== undefined)
  const dropped = keys.filter((key) => worked[key] === undefined && failed[key] !== undefined)
  const changed = keys.filter(
    (key) => failed[key] !== undefined && worked[key] !== undefined && !sameValue(failed[key], worked[key]),
  )
  const paths = changed.filter((key) => PATH_KEY.test(key))
  const others = changed.filter((key) => !PATH_KEY.test(key))
  return [
    ...(paths.length > 0 ? ['gave another path'] : []),
    ...named('gave another', others),
    ...named('added', added),
    ...named('left out', dropped),
  ]
}

/** A command line that shares no command with the failed line may have served another purpose. */
const isSameErrand = (failed: Record<string, unknown>, worked: Record<string, unknown>): boolean => {
  const [before, then] = [commandText(failed), commandText(worked)]
  if (before === undefined || then === undefined) return true
  const names = commandsIn(then)
  return [...commandsIn(before).keys()].some((name) => names.has(name))
}

/** Arguments that only say what a call is for. */
const SAYS_WHY = new Set(['description', 'justification', 'explanation', 'reason'])
const PATH_KEY = /^(?:file_?path|path|file|filename|notebook_path|target_file|dir(?:ectory)?|workdir|cwd)$/i
const MOST_NAMES = 4

const named = (verb: string, keys: readonly string[]): string[] => {
  const names = keys.slice(0, MOST_NAMES)
  return names.length === 0 ? [] : [`${verb} ${names.join(', ')}`]
}

const commandChanges = (before: string, then: string): string[] => {
  const [wordsBefore, wordsThen] = [wordsIn(before), wordsIn(then)]
  // The text of a heredoc does not belong to the command's words.
  if (sameValue(wordsBefore, wordsThen))
    return [before.includes('<<') ? 'gave it other input' : 'quoted its words otherwise']
  const [failed, worked] = [commandsIn(before), commandsIn(then)]
  const shared = [...failed.keys()].filter((name) => worked.has(name))
  const added = shared.flatMap((name) => without(worked.get(name), failed.get(name)))
  const dropped = shared.flatMap((name) => without(failed.get(name), worked.get(name)))
  const changes: string[] = []
  // If a command is said otherwise, the others around it just happened to be there or not.
  if (!shared.some((name) => isSaidOtherwise(name, before, then))) changes.push(...otherCommands(failed, worked))
  if (added.length > 0) changes.push(`added ${list(added)}`)
  if (dropped.length > 0) changes.push(`left out ${list(dropped)}`)
  if (!sameValue(placesIn(before), placesIn(then))) changes.push('ran it in another directory')
  return changes.length > 0 ? changes : [OTHER_ARGUMENTS]
}

const otherCommands = (failed: ReadonlyMap<string, unknown>, worked: ReadonlyMap<string, unknown>): string[] => {
  const other = [...worked.keys()].filter((name) => !failed.has(name))
  const gone = [...failed.keys()].filter((name) => !worked.has(name))
  if (other.length > 0 && gone.length > 0) return [`ran ${list(other)} instead of ${list(gone)}`]
  if (other.length > 0) return [`ran ${list(other)} too`]
  return gone.length > 0 ? [`without ${list(gone)}`] : []
}

/** Whether two lines run a command with different words. */
const isSaidOtherwise = (name: string, before: string, then: string): boolean => {
  const [first, second] = [saidIn(before, name), saidIn(then, name)]
  return !first.every((one) => second.includes(one)) || !second.every((one) => first.includes(one))
}

const saidIn = (text: string, name: string): string[] =>
  readShell(text)
    .commands.filter((command) => nameIn(command) === name)
    .map(({ words }) => words.join(' '))

const wordsIn = (text: string): string[] =>
  (readTokens(text)?.tokens ?? []).map((token) => (token.kind === 'redirect' ? `> ${token.target}` : token.text))

/** Commands that only prepare, print or cut. Adding or removing one of them is no way out of an error. */
const ASIDE = new Set(['cd', 'pushd', '', 'true', ':', 'echo', 'printf', 'head', 'tail', 'sleep', 'set', 'export'])
const WITH_SUBCOMMANDS = new Set('git go cargo npm pnpm yarn bun docker kubectl gh make just mise uv pip'.split(' '))

/** The options of the commands in a line, by the name of the command. */
const commandsIn = (text: string): Map<string, string[]> => {
  const found = new Map<string, string[]>()
  for (const { program, words } of readShell(text).commands) {
    if (!isKnownProgram(program) || ASIDE.has(program)) continue
    const name = nameIn({ program, words })
    const options = words.flatMap((word) => FLAG.exec(word)?.[0] ?? []).filter(isShownOption)
    found.set(name, [...(found.get(name) ?? []), ...options])
  }
  return found
}

const nameIn = ({ program, words }: Pick<ShellCommand, 'program' | 'words'>): string => {
  const verb = WITH_SUBCOMMANDS.has(program) ? words.find((word) => NAME.test(word)) : undefined
  return verb === undefined || !isPlainWord(verb) ? program : `${program} ${verb}`
}

const without = (flags: readonly string[] = [], others: readonly string[] = []): string[] =>
  [...new Set(flags)].filter((flag) => !others.includes(flag))

const placesIn = (text: string): string[] =>
  readShell(text)
    .commands.filter(({ program }) => program === 'cd' || program === 'pushd')
    .map(({ words }) => words.join(' '))

const NAME = /^[A-Za-z_][\w.+-]{0,40}$/
const FLAG = /^--?[A-Za-z][\w-]{0,30}(?==|$)/

const list = (names: readonly string[]): string =>
  names
    .slice(0, MOST_NAMES)
    .map((name) => `\`${name}\``)
    .join(', ')

const HARMLESS = new Set(['content', 'search', 'probe', 'check', 'test', 'report', 'unfailing'])

/** Whether a command only looks or checks, writes no file and asks no other machine. */
const isHarmless = (text: string): boolean => {
  const { commands } = readShell(text)
  return (
    commands.length > 0 &&
    !/[`]|\$\(|<\(/.test(text) &&
    commands.every(
      (command) =>
        command.files.every((file) => file.startsWith('&') || file === '/dev/null') &&
        (command.program === 'cd' || (HARMLESS.has(natureOf(command)) && !WRITES.test(command.words.join(' ')))),
    )
  )
}

const WRITES = /(?:^| )(?:-i\S*|--in-place|--fix|--write|-w|-u|--update\S*|-delete|-exec|-o|--output\S*)(?= |$)/
