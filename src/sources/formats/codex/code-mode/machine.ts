import { known, type Scope, type Value } from './value.ts'

/** A call of one of Codex's tools that a script makes. */
export interface NestedCall {
  tool: string
  input: Value
  /** Where in the script the call begins. */
  start: number
  /** How many waits came before it: calls of one stage run side by side. */
  stage: number
  /** Whether this run supposes that the tool refused, and the script caught it. */
  threw: boolean
}

/** Something that a script prints: one item of its output. */
export interface Print {
  value: Value
  stage: number
  isText: boolean
  /** Printed by one of several functions that run side by side: whose turn it was only the real run knows. */
  isUnordered: boolean
}

/**
 * The state of one walk through a script. Nothing is executed: the walk follows the statements, and where only the real
 * run knows which way they went it takes the next of `decisions`.
 */
export interface Machine {
  calls: NestedCall[]
  prints: Print[]
  stage: number
  decisions: readonly boolean[]
  asked: number
  stepsLeft: number
  depth: number
  /** Inside a `try` a tool may refuse without ending the script. */
  tryDepth: number
  /** Inside functions that run side by side. */
  besideDepth: number
  /** Calls a function of the script. Set by the walk of statements, which needs this file. */
  apply(callee: Value, inputs: readonly Value[]): Value
}

/** Thrown to leave a walk that has become too long; never leaves the folder. */
export class TooLong extends Error {}

/** Counts one step of the walk. A script that needs more steps is walked no further. */
export const step = (machine: Machine): void => {
  if (--machine.stepsLeft < 0) throw new TooLong()
}

/** Which way a condition goes that only the real run knows. */
export const decide = (machine: Machine): boolean => machine.decisions[machine.asked++] ?? true

/** A tool is called. Its result stays a symbol. */
export const callTool = (machine: Machine, call: { tool: string; input: Value; start: number }): Value => {
  const index = machine.calls.length
  if (index >= CALLS) throw new TooLong()
  const threw = machine.tryDepth > 0 && !decide(machine)
  machine.calls.push({ ...call, stage: machine.stage, threw })
  if (threw) throw new ScriptThrow({ kind: 'thrown', call: index })
  return { kind: 'result', call: index, path: [] }
}

/** Something the script throws: caught by its own `try`, or the end of the walk. */
export class ScriptThrow extends Error {
  readonly value: Value
  constructor(value: Value) {
    super('thrown by the script')
    this.value = value
  }
}

export const print = (machine: Machine, value: Value, isText: boolean): void => {
  if (machine.prints.length >= PRINTS) throw new TooLong()
  machine.prints.push({
    value: isText ? printedText(value) : value,
    stage: machine.stage,
    isText,
    isUnordered: machine.besideDepth > 0,
  })
}

/** `text()` prints strings as they are and everything else as JSON. */
const printedText = (value: Value): Value => {
  if (value.kind === 'known') return known(String(value.value))
  return value.kind === 'list' || value.kind === 'record' ? { kind: 'json', of: value } : value
}

export const lookUp = (scope: Scope, name: string): Value | undefined => {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    const value = at.names.get(name)
    if (value !== undefined) return value
  }
  return undefined
}

/** Assigns to the nearest variable of that name, else makes a global one. */
export const assign = (scope: Scope, name: string, value: Value): void => {
  for (let at: Scope = scope; ; at = at.parent) {
    if (at.names.has(name) || at.parent === undefined) {
      at.names.set(name, value)
      return
    }
  }
}

// The largest real scripts make a dozen calls and print as often.
const CALLS = 200
const PRINTS = 500
