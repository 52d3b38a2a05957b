import { mixOf } from '../../lib/hash.ts'
import type { Random } from '../../sample/random.ts'
import type { BenchAnswer, BenchCall } from './depot.ts'
import type { Notes } from './notes.ts'
import { type Candidate, type Field, planTask, type Step } from './plan.ts'
import type { BenchTask } from './task.ts'

/** What kind of agent it is. Every setting is a probability. */
export interface AgentSettings {
  /** That it understands an error and tries another form; otherwise it makes the same call again. */
  skill: number
  /** That it guesses another than the most natural form by itself, per argument. Most guesses are habits: the same in every session. */
  luck: number
  /** That it follows what its context shows, per argument. 0 is an agent that ignores examples. */
  uptake: number
  /** That it copies a value of an example as it stands, per argument. 1 is an agent that examples mislead. */
  misled: number
}

export interface MadeCall extends BenchCall {
  answer: BenchAnswer
}

export interface Attempt {
  task: BenchTask
  notes: Notes
  settings: AgentSettings
  random: Random
  /** Answers a call; the agent knows nothing else of the world. */
  call: (call: BenchCall) => BenchAnswer
}

/**
 * Works on a task until its plan is done or its calls are used up, and returns the calls. It knows the descriptions of the tools and its
 * context: the hidden rules it meets as errors. The same random numbers give the same calls.
 */
export const attempt = ({ task, notes, settings, random, call }: Attempt): MadeCall[] => {
  const made: MadeCall[] = []
  const mind = createMind(notes, settings, random)
  const steps = mind.ordered(planTask(task))
  const room = (): boolean => made.length < task.mostCalls
  const make = (one: BenchCall): BenchAnswer => {
    const answer = call(one)
    made.push({ ...one, answer })
    return answer
  }
  while (steps.length > 0 && room()) {
    const [step] = steps
    if (step === undefined) break
    const lookup = mind.lookupFor(step)
    if (lookup !== undefined) {
      steps.unshift(lookup)
      continue
    }
    const answer = make({ tool: step.tool, args: mind.write(step) })
    if (answer.ok) {
      steps.shift()
      mind.worked(step)
    } else if (random.chance(settings.skill)) {
      if (/too many/.test(answer.text)) {
        if (room()) make({ tool: 'wait', args: { seconds: 30 } })
      } else if (/not complete/.test(answer.text)) postpone(steps)
      else mind.reconsider(step, answer.text)
    }
  }
  return made
}

/** The step goes behind the next one: something else must come first. */
const postpone = (steps: Step[]): void => {
  const [first, second] = steps
  if (first !== undefined && second !== undefined) steps.splice(0, 2, second, first)
}

/** What an agent thinks of each argument: the form it would write now. */
const createMind = (notes: Notes, { luck, uptake, misled }: AgentSettings, random: Random) => {
  const chosen = new Map<string, number>()
  const copied = new Map<string, unknown>()
  const lookedUp = new Set<string>()

  const choose = (key: string, { candidates }: Field): number => {
    const known = chosen.get(key)
    if (known !== undefined) return known
    // Always as many draws, so that a setting changes the choices that depend on it and no others.
    const [habitual, draw] = [random.next() < HABIT_SHARE, random.next()]
    const guesses = (habitual ? habitOf(key) : draw) < luck
    const [follows, copies] = [random.next() < uptake, random.next() < misled]
    const other = random.between(1, Math.max(1, candidates.length - 1))
    let index = guesses && candidates.length > 1 ? other : 0
    const shown = notes.seen.get(key) ?? []
    if (follows) index = fitting(candidates, { key, shown, notes }) ?? index
    const literal = shown.find((value) => !isSlot(value))
    if (copies && literal !== undefined) copied.set(key, literal)
    chosen.set(key, index)
    return index
  }

  const candidateOf = (step: Step, name: string): Candidate | undefined => {
    const field = step.fields[name]
    return field?.candidates[choose(`${step.tool}.${name}`, field)]
  }

  return {
    ordered: (steps: Step[]): Step[] => {
      const label = steps.findIndex(({ tool }) => tool === 'print_label')
      const address = steps.findIndex(({ tool }) => tool === 'set_address')
      const [follows, guesses] = [random.next() < uptake, random.next() < luck]
      const knows = follows && notes.before.has('set_address > print_label')
      return label >= 0 && address > label && (knows || guesses) ? moved(steps, label, address) : steps
    },
    lookupFor: (step: Step): Step | undefined => {
      for (const name of Object.keys(step.fields)) {
        const lookup = candidateOf(step, name)?.lookup
        if (lookup === undefined || lookedUp.has(lookup.tool)) continue
        lookedUp.add(lookup.tool)
        return { tool: lookup.tool, fields: lookup.args }
      }
      return undefined
    },
    write: (step: Step): Record<string, unknown> =>
      Object.fromEntries(
        Object.keys(step.fields).flatMap((name) => {
          const candidate = candidateOf(step, name)
          const key = `${step.tool}.${name}`
          const value = copied.has(key) ? copied.get(key) : candidate?.value
          return value === undefined ? [] : [[name, value]]
        }),
      ),
    worked: ({ tool }: Step): void => void lookedUp.add(tool),
    /** Another form for the argument that the error names; without a name, for the first that has one. */
    reconsider: (step: Step, error: string): void => {
      const names = Object.keys(step.fields).filter((name) => (step.fields[name]?.candidates.length ?? 0) > 1)
      const name = names.find((each) => new RegExp(`\\b${each}\\b`).test(error)) ?? names[0]
      if (name === undefined) return
      const key = `${step.tool}.${name}`
      copied.delete(key)
      const count = step.fields[name]?.candidates.length ?? 1
      chosen.set(key, ((chosen.get(key) ?? 0) + 1) % count)
    },
  }
}

/** Models have habits: this share of the guesses about an argument come out the same way in every session. */
const HABIT_SHARE = 0.7

const habitOf = (key: string): number => Number.parseInt(mixOf('habit', key).slice(0, 8), 16) / 0x1_0000_0000

const moved = (steps: Step[], label: number, address: number): Step[] => {
  const [first, second] = [steps[label], steps[address]]
  if (first === undefined || second === undefined) return steps
  const others = steps.filter((step) => step !== first && step !== second)
  return [...others.slice(0, label), second, first, ...others.slice(label)]
}

/** `<date>`: a place that says nothing about the form of a value. */
const isSlot = (value: unknown): boolean => typeof value === 'string' && /^<[a-z][a-z\d-]*>$/.test(value)

/** The first way to write a value that has the form of those shown, or that a sentence recommends. */
const fitting = (
  candidates: readonly Candidate[],
  { key, shown, notes }: { key: string; shown: readonly unknown[]; notes: Notes },
): number | undefined => {
  const forms = new Set(shown.filter((value) => !isSlot(value)).map(formOf))
  const byForm = candidates.findIndex(({ value }) => forms.has(formOf(value)))
  if (byForm >= 0) return byForm
  if (key !== 'Bash.command') return undefined
  const advised = candidates.findIndex(({ value }) => [...notes.advice].some((words) => String(value).endsWith(words)))
  return advised >= 0 ? advised : undefined
}

/** Numbers are of one form, texts go by their letters and digits: a word stands for itself. */
const formOf = (value: unknown): string => {
  if (typeof value !== 'string') return typeof value
  return /^[a-z]+$/.test(value) ? value : value.replace(/\d/g, '9').replace(/[A-Za-z]+/g, 'a')
}
