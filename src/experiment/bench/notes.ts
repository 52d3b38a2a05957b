import { isRecord, parseJson } from '../../lib/json.ts'

/** What a scripted agent has read in its context: forms of arguments by tool and field, orders of calls, commands and paths to use. */
export interface Notes {
  /** Values seen in calls that worked, by `tool.field`. */
  seen: Map<string, unknown[]>
  /** Tools whose calls that worked were shown. */
  tools: Set<string>
  /** `a > b`: a call of a was shown before one of b, in one example. */
  before: Set<string>
  /** Commands and paths that a sentence says to use. */
  advice: Set<string>
}

/** Reads a seed in its text form, as any agent could: calls that worked, and lines that name something and its replacement. */
export const readNotes = (context: string): Notes => {
  const notes: Notes = { seen: new Map(), tools: new Set(), before: new Set(), advice: new Set() }
  let earlier: string[] = []
  for (const line of context.split('\n')) {
    if (line.startsWith('Example ')) earlier = []
    const [, tool, json = ''] = SHOWN_CALL.exec(line) ?? []
    if (tool === undefined) readSentence(line, notes)
    else {
      for (const other of earlier) notes.before.add(`${other} > ${tool}`)
      if (line.startsWith('call: ')) earlier.push(tool)
      readCall(tool, parseJson(json), notes)
    }
  }
  return notes
}

/** `call: add_item {...}` of a seed, `worked: add_item {...}` of a recovery, `- add_item {...} (worked 3 times)` of a digest. */
const SHOWN_CALL = /(?:^\s*call: |\bworked: |^- )([\w-]+) (\{.*\})(?: \(worked [^()]*\))?$/

const readCall = (tool: string, args: unknown, { seen, tools }: Notes): void => {
  tools.add(tool)
  if (!isRecord(args)) return
  for (const [name, value] of Object.entries(args)) {
    const key = `${tool}.${name}`
    const values = seen.get(key)
    if (values === undefined) seen.set(key, [value])
    else values.push(value)
  }
}

/** The two ways in which lessons say what to use: "`a` (it is `b`)", and "Tests: `b` (`a` fails here)". */
const readSentence = (line: string, { advice }: Notes): void => {
  if (/^\s*>/.test(line)) return
  for (const [, words = ''] of line.matchAll(/(?:it is|use|Tests:) `([^`]{1,120})`/g)) advice.add(words)
}
