import { fillText } from './fill.ts'
import type { Random } from './random.ts'
import work from './work.json' with { type: 'json' }

export const PROJECTS: readonly Project[] = work.projects

/** A made-up project that sample sessions work on. Its lines of code mention errors, as code does. */
export type Project = (typeof work.projects)[number]

/** Texts of one project: filled templates, and code of any length cut out of a pool made once. */
export interface Texts {
  fill(template: string): string
  lines(templates: readonly string[]): string
  /** Code of about as many characters, whole lines. */
  code(chars: number): string
}

/** Cutting pieces out of a pool is what makes hundreds of megabytes quick. */
const POOL_CHARS = 400_000

export const createTexts = (project: Project, random: Random): Texts => {
  const words = {
    n: () => random.between(2, 97),
    noun: () => random.pick(project.nouns),
    verb: () => random.pick(project.verbs),
  }
  const filled = (template: string): string => fillText(template, words)
  let pool = ''
  while (pool.length < POOL_CHARS) pool += `${filled(random.pick(project.code))}\n`
  return {
    fill: filled,
    lines: (templates) => templates.map(filled).join('\n'),
    code: (chars) => {
      const length = Math.min(Math.max(1, Math.round(chars)), POOL_CHARS / 2)
      const start = pool.indexOf('\n', random.between(0, POOL_CHARS / 2)) + 1
      const end = pool.indexOf('\n', start + length)
      return pool.slice(start, end < 0 ? undefined : end)
    },
  }
}

/** What makes up most of a real history and says nothing: sealed thoughts, signatures, copies of what stands elsewhere. */
export interface Bulk {
  chance(probability: number): boolean
  /** Letters and digits as encryption leaves them, some thousand with a long tail. */
  sealed(): string
  /** Code of any length, most of it short: half below the median, one in twenty twenty times as long. */
  code(medianChars: number): string
}

const SEALS_CHARS = 60_000
const LONGEST_SEAL_CHARS = 6_000
const LONGEST_CODE_CHARS = 20_000

/** Random letters are cut out of one pool: making them anew would take longer than reading them. */
export const createBulk = (random: Random): ((texts: Texts) => Bulk) => {
  const seals = Buffer.from(random.hex(SEALS_CHARS * 2), 'hex').toString('base64url')
  return (texts) => ({
    chance: random.chance,
    sealed: () => {
      const length = Math.round(Math.min(LONGEST_SEAL_CHARS, random.logNormal(2_000, 0.5)))
      const start = random.between(0, SEALS_CHARS - LONGEST_SEAL_CHARS)
      return seals.slice(start, start + length)
    },
    code: (medianChars) => texts.code(Math.min(LONGEST_CODE_CHARS, random.logNormal(medianChars, 1.6))),
  })
}
