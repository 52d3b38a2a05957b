import type { Project } from './projects.ts'
import type { Random } from './random.ts'

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
  const fill = (template: string): string =>
    template.replace(/\{(noun|verb|n)\}/g, (_, name: string) => {
      if (name === 'n') return String(random.between(2, 97))
      return random.pick(name === 'noun' ? project.nouns : project.verbs)
    })
  let pool = ''
  while (pool.length < POOL_CHARS) pool += `${fill(random.pick(project.code))}\n`
  return {
    fill,
    lines: (templates) => templates.map(fill).join('\n'),
    code: (chars) => {
      const length = Math.min(Math.max(1, Math.round(chars)), POOL_CHARS / 2)
      const start = pool.indexOf('\n', random.between(0, POOL_CHARS / 2)) + 1
      const end = pool.indexOf('\n', start + length)
      return pool.slice(start, end < 0 ? undefined : end)
    },
  }
}

/** Results are a few KB, now and then a long file: the middle is near what real sessions have. */
export const resultChars = (random: Random): number =>
  random.chance(0.007) ? random.between(30_000, 100_000) : Math.min(25_000, random.logNormal(1000, 0.9))
