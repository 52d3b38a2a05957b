import { createRandom, pickIndex } from '../lib/stats/random.ts'
import type { Template } from '../schema/listing/template.ts'
import { convention, fullTemplate, pattern, recovery, template, user, workflow } from './made-templates.ts'
import { type Talk, withCallIds } from './talk.ts'

const TEXTS = [
  '',
  'run the tests of the package',
  'Zeile für Zeile, 一行ずつ',
  '"quoted" \\ and `ticked`',
  '<b>&amp;</b> {{slot}} <path>',
  '---\nname: x\n---\n# Heading\n| a | b |',
  '\u0000\u0007\u001B[2J',
  'half an emoji \ud83d and a whole one \u{1F680}',
  '\u202E right to left \u2028 next line',
  'w '.repeat(200),
]
const TOOLS = ['Bash', 'read_file', 'mcp__shop__find', 'exec-command']
const IDS = ['aaaaaaaaaaaa', 'bbbbbbbbbbbb', 'cccccccccccc', '']

/** Templates of any content, with ids that come twice, the same in every run; the first has something of everything. */
export const drawnTemplates = (count: number): Template[] => {
  const { oneOf, several, args } = createDraws('templates')
  const anyPattern = () =>
    pattern('any', {
      id: oneOf(IDS),
      tool: oneOf(TOOLS),
      arguments: args(),
      intent: oneOf(TEXTS),
      result: oneOf(TEXTS),
      tokens: oneOf([0, 40, 300]),
    })
  const drawn = (): Template =>
    template({
      name: oneOf(TEXTS),
      description: oneOf(TEXTS),
      patterns: several(5, anyPattern),
      workflows: several(2, () =>
        workflow([], { id: oneOf(IDS), intent: oneOf(TEXTS), steps: [anyPattern(), anyPattern()] }),
      ),
      recoveries: several(4, () => recovery(oneOf(TEXTS), { strategy: oneOf(TEXTS), failed: args(), worked: args() })),
      conventions: several(3, () => convention(oneOf(TEXTS))),
      userPatterns: oneOf([null, user]),
      addendum: `Be kind. ${oneOf(TEXTS)}`,
    })
  return [fullTemplate(), ...Array.from({ length: count - 1 }, drawn)]
}

/** Makes talks with parallel calls, the same in every run. The first holds only the user's last message. */
export const drawnTalks = (count: number): Talk[] => {
  const { oneOf, several, args } = createDraws('talks')
  const visible = (): string => `${oneOf(TEXTS).toWellFormed()}.`
  const call = () => ({ tool: oneOf(['Bash', 'read_file']), args: args(), result: oneOf(TEXTS) })
  const drawn = (): Talk =>
    withCallIds({
      system: oneOf([undefined, visible()]),
      turns: several(3, () => ({
        user: visible(),
        steps: several(2, () => [call(), ...several(2, call)]),
        answer: visible(),
      })),
      open: oneOf([undefined, visible()]),
    })
  return [{ system: undefined, turns: [], open: 'hello' }, ...Array.from({ length: count - 1 }, drawn)]
}

const createDraws = (seed: string) => {
  const random = createRandom(seed)
  const oneOf = <T>(things: readonly T[]): T => things[pickIndex(random, things.length)] as T
  const several = <T>(most: number, make: () => T): T[] => Array.from({ length: pickIndex(random, most + 1) }, make)
  const args = (): Record<string, unknown> =>
    Object.fromEntries(
      several(3, () => [
        oneOf(['command', 'path', '', 'a"b', '__proto__']),
        oneOf<unknown>([null, true, -1.5, oneOf(TEXTS), [oneOf(TEXTS), {}], { deep: { deeper: [oneOf(TEXTS)] } }]),
      ]),
    )
  return { oneOf, several, args }
}
