import { clip } from '../lib/excerpt.ts'
import { isOutdated } from '../mine/miner-version.ts'
import { NOT_ABOUT_THIS } from '../schema/hint.ts'
import type { Recovery, Template } from '../schema/listing/template.ts'
import { clean, cleanArguments } from './clean.ts'
import { hintKeys } from './hint-key.ts'
import { callsTell } from './recovery-text.ts'

/** What a session is told when a call fails in the same way as an earlier one. */
export interface MadeHint {
  key: string
  recovery: string
  project: string | null
  support: number
  expiresAt: number | null
  text: string
}

const LONGEST_HINT_CHARS = 600
const LONGEST_CALL_CHARS = 180
const LONGEST_SIGNATURE_CHARS = 120
const LONGEST_STRATEGY_CHARS = 100

/** One hint for every recovery that has not expired, under every key that its error may come back with. */
export const readyHints = (template: Template, now: number): MadeHint[] =>
  (isOutdated(template) ? [] : template.recoveries).flatMap((recovery) => {
    const expiresAt = recovery.expiresAt === null ? null : Date.parse(recovery.expiresAt)
    if (expiresAt !== null && expiresAt <= now) return []
    const text = hintText(recovery)
    return text === undefined
      ? []
      : hintKeys(recovery.tool, recovery.signature).map((key) => ({
          key,
          recovery: recovery.id,
          project: template.scope.project,
          support: recovery.support,
          expiresAt,
          text,
        }))
  })

/** Undefined if the hint would be empty: to hear that a call failed is no help by itself. */
const hintText = ({ tool, signature, strategy, failed, workedTool, worked, support }: Recovery): string | undefined => {
  const seen = { tool, failed: cleanArguments(failed), workedTool, worked: cleanArguments(worked) }
  const tells = callsTell(seen)
  if (!tells && strategy.trim() === '') return undefined
  const sessions = support === 1 ? 'an earlier session' : `${support} earlier sessions`
  const parts = [
    `A fact from ${sessions}, ${NOT_ABOUT_THIS} the same error was met. ${short(clean(signature), LONGEST_SIGNATURE_CHARS)}`,
    ...(tells ? [`failed: ${callText(tool, seen.failed)}`, `then worked: ${callText(workedTool, seen.worked)}`] : []),
    ...(strategy.trim() === '' ? [] : [`what changed: ${short(clean(strategy), LONGEST_STRATEGY_CHARS)}`]),
  ]
  return clip(parts.join('\n'), LONGEST_HINT_CHARS)
}

const callText = (tool: string, given: Record<string, unknown>): string =>
  short(`${clean(tool)} ${JSON.stringify(given)}`, LONGEST_CALL_CHARS)

const short = (text: string, limit: number): string => clip(text, limit, { singleLine: true })
