import { failed, ok, type Finding } from '../finding.ts'
import { natureOf, type Nature } from '../programs.ts'
import type { ShellCommand, ShellScript } from '../shell.ts'
import type { TextView } from '../text-view.ts'
import { judgeOwnComplaint, judgeShellComplaint } from './shell-complaint.ts'
import { judgeEnding, judgeLastLines } from './shell-ending.ts'
import { judgeProgram } from './shell-program.ts'
import { judgeSilence } from './shell-silence.ts'

/**
 * What the output of a shell call shows when nobody told us its exit code. Only the commands that decide the exit code
 * are asked; what the others print is theirs.
 */
export const judgeShellText = (script: ShellScript | undefined, view: TextView): Finding => {
  const deciders = script?.deciders ?? []
  if (view.empty) return judgeSilence(script)
  const complaint = script === undefined ? undefined : judgeShellComplaint(script, view)
  if (complaint !== undefined) return complaint
  const unanswered = script === undefined ? undefined : judgeAfterHeading(script, view)
  if (unanswered !== undefined) return unanswered
  const last = deciders.at(-1)
  const nature = last === undefined ? 'stranger' : natureOf(last)
  if (script !== undefined && script.commands.length > 0 && last === undefined) return ok('left-in-background')
  if (deciders.length === 1 && nature === 'unfailing') return ok('cannot-fail', last?.program)
  return (
    judgeAnnouncement(deciders, view) ??
    judgeOwnComplaint(script, view) ??
    judgeProgram(deciders, view) ??
    judgeByNature(script, nature, view)
  )
}

const judgeByNature = (script: ShellScript | undefined, nature: Nature, view: TextView): Finding => {
  const deciders = script?.deciders ?? []
  const alone = script === undefined || script.commands.length === deciders.length
  if (!DATA.has(nature)) return unlessScripted(script, judgeEnding(nature, view, alone))
  const earlier = deciders.slice(0, -1).some((command) => LOUD.has(natureOf(command)))
  // An earlier command of an && chain that failed leaves its complaint as the end of the output.
  return (earlier ? judgeLastLines(view) : undefined) ?? ok('printed-data', deciders.at(-1)?.program)
}

/** A weak complaint whose words stand in the command itself was printed on purpose, mostly by a fallback. */
const unlessScripted = (script: ShellScript | undefined, found: Finding): Finding => {
  if (found.outcome !== 'error' || !WEAK_RULES.has(found.rule)) return found
  const scripted = script?.commands.some((command) => command.words.some((word) => word.includes(found.evidence)))
  return scripted === true ? ok('complaint-scripted', found.evidence) : found
}

const WEAK_RULES = new Set(['error-line-last', 'error-line-first', 'short-complaint'])

const DATA: ReadonlySet<Nature> = new Set<Nature>([
  'content',
  'viewer',
  'search',
  'probe',
  'unfailing',
  'silent',
  'mute',
  'report',
  'patch',
])
const LOUD: ReadonlySet<Nature> = new Set<Nature>(['test', 'check', 'build', 'ordinary', 'stranger'])

/**
 * `make && echo built`: the words are printed exactly when everything before them worked. Only literal words can be
 * compared, so an echo with an expansion counts up to it.
 */
const judgeAnnouncement = (deciders: ShellCommand[], view: TextView): Finding | undefined => {
  const last = deciders.at(-1)
  if (deciders.length < 2 || last?.program !== 'echo' || last.stdoutTaken) return undefined
  const literal = (spoken(last).split(/[$`\\*]/)[0] ?? '').trim()
  if (literal.length < 2) return undefined
  const found = view.tail.includes(literal) || view.head.includes(literal)
  if (found) return ok('announced', literal)
  return view.whole ? failed('announcement-missing', view.lastLines[0] ?? '') : undefined
}

/**
 * `echo "== todos =="; grep TODO src`: when the heading is the last line printed, the command after it printed nothing.
 */
const judgeAfterHeading = (script: ShellScript, view: TextView): Finding | undefined => {
  const first = script.deciders[0]
  const heading = first === undefined ? undefined : script.commands[script.commands.indexOf(first) - 1]
  if (heading?.program !== 'echo' || heading.stdoutTaken) return undefined
  const literal = spoken(heading).trim()
  if (literal.length < 2 || /[$`\\]/.test(literal) || view.lastLines[0]?.trim() !== literal) return undefined
  const found = judgeSilence(script)
  return found.outcome === 'error' ? found : undefined
}

const spoken = (echo: ShellCommand): string => echo.words.filter((word) => !/^-[neE]+$/.test(word)).join(' ')
