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
}

/** A mistake that sessions make: the calls, and a word by which a text answers it. */
export interface Habit {
  word: string
  /** The share of sessions that make it. */
  rate: number
  calls: readonly NativeCall[]
}

export interface MadeProject {
  name: string
  habits: readonly Habit[]
  /** Calls that every session makes, in any number. */
  chores: readonly NativeCall[]
  /** Messages of the person, one of which some sessions begin with. */
  messages: readonly string[]
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

/** Writes sessions of Claude Code for a project, one every 12 hours, and says which mistakes they make. */
export const writeProject = (
  folder: string,
  project: MadeProject,
  { sessions, seed, first = 0 }: { sessions: number; seed: number; first?: number },
): MadeMistake[] => {
  const random = createRandom(seed)
  const made: MadeMistake[] = []
  mkdirSync(folder, { recursive: true })
  for (let index = 0; index < sessions; index++) {
    const id = random.uuid()
    let at = FIRST_DAY + (first + index) * 12 * HOUR_MS
    const calls: NativeCall[] = [random.pick(project.chores)]
    for (const { word, rate, calls: own } of project.habits) {
      if (!random.chance(rate)) continue
      made.push({ word, session: id, at })
      calls.push(...own, random.pick(project.chores))
    }
    const lines = [userLine(id, project.name, at, random.pick(project.messages))]
    for (const [number, call] of calls.entries()) {
      at += 20_000
      lines.push(...callLines(id, project.name, { call, at, number }))
      at += (call.seconds ?? 2) * 1_000
    }
    writeFileSync(join(folder, `${id}.jsonl`), `${lines.join('\n')}\n`)
  }
  return made
}

const line = (type: string, id: string, cwd: string, at: number, number: string, content: unknown): string =>
  JSON.stringify({
    type,
    sessionId: id,
    uuid: `${id}-${number}`,
    cwd,
    version: '2.1.0',
    timestamp: new Date(at).toISOString(),
    message: { role: type, content },
  })

const userLine = (id: string, name: string, at: number, text: string): string =>
  line('user', id, rootOf(name), at, 'first', text)

const callLines = (
  id: string,
  name: string,
  { call, at, number }: { call: NativeCall; at: number; number: number },
): string[] => {
  const cwd = call.cwd ?? rootOf(name)
  const callId = `toolu_${id.replaceAll('-', '').slice(0, 16)}${String(number).padStart(6, '0')}`
  return [
    line('assistant', id, cwd, at, `call-${number}`, [
      { type: 'tool_use', id: callId, name: call.tool, input: call.input },
    ]),
    line('user', id, cwd, at + (call.seconds ?? 2) * 1_000, `result-${number}`, [
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
