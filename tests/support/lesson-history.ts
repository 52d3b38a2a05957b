import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom, type Random } from '../../src/sample/random.ts'

/** A call as an agent makes it, with what comes back. */
export interface NativeCall {
  tool: string
  input: Record<string, unknown>
  output: string
  isError?: boolean
  /** Directory of the shell; the project where it is left out. */
  cwd?: string
  /** How long it takes. */
  seconds?: number
  /** A sub-agent of the session makes the call. */
  isOfSubAgent?: boolean
}

/** A mistake that sessions make: the calls, and a word by which a text answers it. */
export interface Habit {
  word: string
  /** The share of sessions that make it. */
  rate: number
  calls: readonly NativeCall[]
  /** The part of the history in which it is made, from 0 to 1; all of it where it is left out. */
  from?: number
  until?: number
}

export interface MadeProject {
  name: string
  habits: readonly Habit[]
  /** Calls that every session makes, in any number. */
  chores: readonly NativeCall[]
  /** Messages of the person, one of which some sessions begin with. */
  messages: readonly string[]
  /** Mistakes that no other session makes. */
  once?: (random: Random) => readonly NativeCall[]
  /** Directories beside the project that a session may work in: worktrees and copies of it. */
  roots?: readonly string[]
}

/** A mistake as it was made: which, in which session, when. */
export interface MadeMistake {
  word: string
  session: string
  at: number
}

export const FIRST_DAY = Date.UTC(2026, 2, 1)
export const HOUR_MS = 3_600_000

export const rootOf = (name: string): string => `/home/sam/${name}`

export const shell = (command: string, output = 'done', more: Partial<NativeCall> = {}): NativeCall => ({
  tool: 'Bash',
  input: { command },
  output,
  ...more,
})
export const shellError = (command: string, output: string, code = 1): NativeCall =>
  shell(command, `Exit code ${code}\n${output}`, { isError: true })
export const read = (path: string, output = '     1\tline'): NativeCall => ({
  tool: 'Read',
  input: { file_path: path },
  output,
})
export const readError = (path: string, output: string): NativeCall => ({ ...read(path, output), isError: true })
export const edit = (path: string): NativeCall => ({
  tool: 'Edit',
  input: { file_path: path, old_string: 'a', new_string: 'b' },
  output: `The file ${path} has been updated.`,
})

interface History {
  sessions: number
  seed: number
  first?: number
  /** Between the beginnings of two sessions. */
  hours?: number
  /** Is told every call, with the session and the time. */
  onCall?: (call: NativeCall, session: string, at: number) => void
}

/** Writes sessions of Claude Code for a project, one every few hours, and says which mistakes they make. */
export const writeProject = (
  folder: string,
  project: MadeProject,
  { sessions, seed, first = 0, hours = 12, onCall }: History,
): MadeMistake[] => {
  const random = createRandom(seed)
  const made: MadeMistake[] = []
  mkdirSync(folder, { recursive: true })
  for (let index = 0; index < sessions; index++) {
    const id = random.uuid()
    let at = FIRST_DAY + (first + index) * hours * HOUR_MS
    const { calls, words } = callsOf(project, random, index / sessions)
    for (const word of words) made.push({ word, session: id, at })
    const root = project.roots === undefined || random.chance(0.7) ? rootOf(project.name) : random.pick(project.roots)
    const lines = [line({ type: 'user', id, cwd: root, at, number: 'first' }, random.pick(project.messages))]
    for (const [number, given] of calls.entries()) {
      const call = movedTo(root, rootOf(project.name), given)
      at += 20_000
      lines.push(...callLines(id, { call, cwd: call.cwd ?? root, at, number }))
      onCall?.(call, id, at)
      at += (call.seconds ?? 2) * 1_000
    }
    writeFileSync(join(folder, `${id}.jsonl`), `${lines.join('\n')}\n`)
  }
  return made
}

/** The calls of one session, `time` of the way through the history, and the words of the mistakes among them. */
const callsOf = (
  { habits, chores, once }: MadeProject,
  random: Random,
  time: number,
): { calls: NativeCall[]; words: string[] } => {
  const calls: NativeCall[] = [random.pick(chores)]
  const words: string[] = []
  for (const { word, rate, calls: own, from = 0, until = 1 } of habits) {
    if (time < from || time >= until || !random.chance(rate)) continue
    words.push(word)
    const isOfSubAgent = once !== undefined && random.chance(0.15)
    calls.push(...own.map((call) => (isOfSubAgent ? { ...call, isOfSubAgent } : call)), random.pick(chores))
  }
  if (once !== undefined) calls.push(...once(random), random.pick(chores))
  return { calls, words }
}

/** The same call in another directory. */
const movedTo = (root: string, from: string, call: NativeCall): NativeCall =>
  root === from ? call : (JSON.parse(JSON.stringify(call).replaceAll(`${from}/`, `${root}/`)) as NativeCall)

interface LinePlace {
  type: string
  id: string
  cwd: string
  at: number
  number: string
  isOfSubAgent?: boolean | undefined
}

const line = ({ type, id, cwd, at, number, isOfSubAgent = false }: LinePlace, content: unknown): string =>
  JSON.stringify({
    type,
    sessionId: id,
    uuid: `${id}-${number}`,
    cwd,
    version: '2.1.0',
    ...(isOfSubAgent ? { isSidechain: true, agentId: 'helper' } : {}),
    timestamp: new Date(at).toISOString(),
    message: { role: type, content },
  })

const callLines = (
  id: string,
  { call, cwd, at, number }: { call: NativeCall; cwd: string; at: number; number: number },
): string[] => {
  const { isOfSubAgent } = call
  const callId = `toolu_${id.replaceAll('-', '').slice(0, 16)}${String(number).padStart(6, '0')}`
  return [
    line({ type: 'assistant', id, cwd, at, number: `call-${number}`, isOfSubAgent }, [
      { type: 'tool_use', id: callId, name: call.tool, input: call.input },
    ]),
    line({ type: 'user', id, cwd, at: at + (call.seconds ?? 2) * 1_000, number: `result-${number}`, isOfSubAgent }, [
      { type: 'tool_result', tool_use_id: callId, content: call.output, is_error: call.isError === true },
    ]),
  ]
}

/** How many of the mistakes from a time on had been made before in two sessions, and how many of those a text answers. */
export const scoreText = (text: string, made: readonly MadeMistake[], from: number) => {
  const before = Map.groupBy(
    made.filter(({ at }) => at < from),
    ({ word }) => word,
  )
  const known = made.filter(
    ({ word, at }) => at >= from && new Set(before.get(word)?.map(({ session }) => session)).size >= 2,
  )
  const missed = known.filter(({ word }) => !text.includes(word))
  return {
    known: known.length,
    answered: known.length - missed.length,
    missed: [...new Set(missed.map(({ word }) => word))],
  }
}

/** A project in which every session makes mistakes of its own, and none makes one twice. */
export const writeQuietProject = (
  folder: string,
  { name, sessions, seed }: { name: string; sessions: number; seed: number },
): void => {
  const random: Random = createRandom(seed)
  const word = (): string => Array.from({ length: 9 }, () => String.fromCharCode(97 + random.between(0, 25))).join('')
  for (let index = 0; index < sessions; index++) {
    const [one, other, third] = [word(), word(), word()]
    const habits: Habit[] = [
      { word: one, rate: 1, calls: [readError(`${rootOf(name)}/src/${one}.ts`, 'File does not exist.')] },
      { word: other, rate: 0.6, calls: [shellError(`npm run ${other}`, `npm error Missing script: "${other}"`)] },
      { word: third, rate: 0.4, calls: [shellError(`cat ${third}.md`, `cat: ${third}.md: No such file or directory`)] },
      { word: 'red', rate: 0.5, calls: [shellError('npm test', `✖ ${third} adds up (1.2ms)\n# fail 1`)] },
      { word: 'none', rate: 0.5, calls: [shellError(`rg ${word()} src`, '')] },
    ]
    const project = { name, habits, chores: [shell('git status'), shell('ls')], messages: [`Please look at ${one}.`] }
    writeProject(join(folder, `s${index}`), project, { sessions: 1, seed: seed * 1_000 + index, first: index })
  }
}
