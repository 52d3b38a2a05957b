import { isDeepStrictEqual } from 'node:util'
import { isRecord } from '../../src/lib/json.ts'
import { type Check, check, countIn, same } from './checks.ts'
import { type ExperimentPlay, LEAK } from './experiment-play.ts'

/** Two arms of an experiment differ in the words that they give and in nothing else, and every trial comes back as it went. */
export const checkExperiment = (play: ExperimentPlay): Check[] => {
  const { end, trials, tasks, filesWithKey, memory, foreign } = play
  const requests = tasks.flatMap(({ cold, warm }) => [...cold, ...warm])
  const marks = tasks.flatMap(({ cold, warm }) =>
    [cold, warm].map((each) => each.map(({ body }) => countIn(body, play.mark))),
  )
  const byName = trials.toSorted((one, other) => (`${one.task} ${one.arm}` < `${other.task} ${other.arm}` ? -1 : 1))
  return [
    same('experiment', 'the experiment came to its end', end, 'done'),
    same(
      'experiment',
      'every trial counted, and the warm ones passed',
      byName.map(({ task, arm, end: how, reason }) => [task, arm, how, reason]),
      ['t1', 't2'].flatMap((task) => [
        [task, 'cold', 'fail', null],
        [task, 'warm', 'pass', null],
      ]),
    ),
    same(
      'experiment',
      'the warm sessions were given the words, the cold ones were not',
      byName.map(({ exposed }) => exposed),
      [false, true, false, true],
    ),
    same('experiment', 'the words stand in every request of a warm session once, in none of a cold one', marks, [
      [0, 0, 0],
      [1, 1, 1],
      [0, 0, 0],
      [1, 1, 1],
    ]),
    ...tasks.map(({ prompt, cold, warm }, index) => {
      const [one, other] = [cold, warm].map(([first]) => withoutGiven(first?.body, play.mark, prompt))
      return check(
        'experiment',
        `the prompts of both arms of t${index + 1} differ in the words alone`,
        one !== undefined && isDeepStrictEqual(one, other),
        firstDifference(one, other),
      )
    }),
    same(
      'experiment',
      'every session was read: its calls, its errors, its tokens',
      byName.map(({ metrics, session }) => [
        metrics.steps,
        metrics['agent-errors'],
        (metrics.tokens ?? 0) >= TOKENS,
        session !== null,
      ]),
      [
        [2, 1, true, true],
        [2, 0, true, true],
        [2, 1, true, true],
        [2, 0, true, true],
      ],
    ),
    same(
      'experiment',
      'nothing of one trial reached another',
      requests.filter(({ body }) => countIn(body, LEAK) > 0).length,
      0,
    ),
    same('experiment', "the agent's own memory is off", memory, []),
    same('experiment', "no instructions, skills or agents of the person's home reached a trial", foreign, 0),
    same('experiment', 'no file of ours holds the key', filesWithKey, []),
  ]
}

/** What the scripted model says it used in a trial: three answers. */
const TOKENS = 3_360

/**
 * What the model reads of a request, without the given words and without ids that differ by chance. A message or a part of one that holds the given words and not the prompt
 * is there for them alone, and goes as a whole.
 */
const withoutGiven = (value: unknown, mark: string, prompt: string): unknown => {
  if (typeof value === 'string')
    return withoutIds(countIn(value, mark) > 0 ? value.slice(value.indexOf(prompt)) : value)
  if (Array.isArray(value))
    return plainText(
      value
        .filter((one) => countIn(one, mark) === 0 || countIn(one, prompt) > 0)
        .map((one) => withoutGiven(one, mark, prompt)),
    )
  if (typeof value !== 'object' || value === null) return value
  const read = Object.entries(value).filter(([key]) => !key.includes('metadata'))
  return Object.fromEntries(read.map(([key, one]) => [key, withoutGiven(one, mark, prompt)]))
}

/** Some agents send a message of one part as a text, and one of several as a list of parts. */
const plainText = (parts: readonly unknown[]): unknown => {
  const [only] = parts
  return parts.length === 1 && isRecord(only) && only['type'] === 'text' ? (only['text'] ?? parts) : parts
}

const withoutIds = (text: string): string =>
  text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID').replaceAll(/\b[0-9a-f]{64}\b/g, 'ID')

const firstDifference = (one: unknown, other: unknown): string => {
  const [before, after] = [JSON.stringify(one) ?? '', JSON.stringify(other) ?? '']
  const at = [...before].findIndex((letter, index) => letter !== after[index])
  const from = Math.max(0, at - 60)
  return `cold ${before.slice(from, from + 240)} / warm ${after.slice(from, from + 240)}`
}
