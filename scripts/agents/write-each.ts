import type { ScriptedCall } from '../../src/scripted-model/script.ts'
import type { Written } from './partner.ts'
import type { Wanted } from './scenario.ts'

/** A call, and the name of its tool where our reader should list it under another one. */
interface OneCall extends ScriptedCall {
  listedAs?: string
}

/** For agents that take several calls in one answer: each thing that is wanted is a call of its own. */
export const writeEach =
  (callFor: (wanted: Wanted) => OneCall | undefined) =>
  (wanted: readonly Wanted[]): Written | undefined => {
    const calls = wanted.map(callFor).filter((call) => call !== undefined)
    if (calls.length < wanted.length) return undefined
    return {
      // The server passes over a field that is not its own.
      calls,
      tools: calls.map(({ tool, listedAs }) => listedAs ?? tool),
    }
  }
