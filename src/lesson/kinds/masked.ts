import { maskOf } from '../../shell/mask.ts'
import { readShell } from '../../shell/script.ts'
import { readWork } from './bare-command.ts'
import type { Conversation, LessonCall } from '../facts.ts'
import type { Mistake } from '../sighting.ts'

/** A check whose failure was hidden by the end of its command line. */
const MASKED = 'masked'

/** What hid the failure of a check in this call, such as `| tail` after a test run. */
export const maskedMistakes = (call: LessonCall): Mistake[] => {
  if (!call.masked) return []
  const trigger = maskedRun(call)
  return trigger === undefined ? [] : [{ kind: 'masked', trigger }]
}

/**
 * The trigger of a call that runs a check and lets a later command decide the exit code, whether the check failed or
 * not.
 */
const maskedRun = ({ command }: Pick<LessonCall, 'command'>): Mistake['trigger'] | undefined => {
  if (command === undefined || !MAY_MASK.test(command) || SHOWS_CODES.test(command)) return undefined
  // Who prints `$?` sees the exit code of the command before, which may itself have been hidden by a pipe.
  const line = command.replace(SHOWS_CODE, '')
  const mask = maskOf(line)
  const [sign = '', program = ''] = mask?.split(' ') ?? []
  if (!MASKS.has(`${sign} ${program}`)) return undefined
  const script = readShell(line)
  const deciders = new Set(script.deciders)
  const hidden = script.commands.some((one) => !deciders.has(one) && readWork(one) !== undefined)
  return hidden ? { code: MASKED, program: sign, subject: program } : undefined
}

const SHOWS_CODES = /PIPESTATUS|pipestatus/
const SHOWS_CODE = /\s*(?:;|\n|&&|\|\|)\s*echo [^;|\n]{0,80}\$\?[^;|\n]{0,40}\s*$/

/** A cheap test that saves parsing most lines. */
const MAY_MASK = /\||;/

/**
 * Line ends that agents put after a check to see less output. A filter with its own purpose, such as `| jq`, does not
 * belong here.
 */
export const MASKS: ReadonlySet<string> = new Set([
  '| tail',
  '| head',
  '| grep',
  '| rg',
  '| sed',
  '| awk',
  '|| true',
  '|| :',
  '|| echo',
  '; echo',
  '; true',
])

/** Counts the runs of a check with the same line end, whether they failed or not. */
export const countRuns = (trigger: Mistake['trigger'], conversations: readonly Conversation[]): number => {
  let runs = 0
  for (const { calls } of conversations) {
    for (const call of calls) {
      if (call.command?.includes(trigger.subject) !== true) continue
      const run = maskedRun(call)
      if (run?.program === trigger.program && run.subject === trigger.subject) runs += 1
    }
  }
  return runs
}
