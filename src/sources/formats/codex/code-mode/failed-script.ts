import type { ScriptRun } from './script-run.ts'
import { toJson } from './value.ts'

/**
 * Which call of a failed script its error speaks of, as an index. Codex names the tool that refused; an error of
 * JavaScript itself belongs to none, unless it says that there is no such tool.
 */
export const failedCall = (run: ScriptRun, error: string, reached: number): number | undefined => {
  const head = error.slice(0, ERROR_CHARS)
  const { calls } = run.walk
  const tool = refusingTool(error)
  const named = [...calls.keys()].filter((index) => calls[index]?.tool === tool)
  const open = named.filter((index) => (calls[index]?.stage ?? 0) >= reached)
  const quoted = open.find((index) => isQuoted(toJson(calls[index]?.input ?? { kind: 'opaque', calls: [] }), head))
  const found = quoted ?? open[0] ?? named.at(-1)
  if (found !== undefined || OWN_ERROR.test(head)) return found
  // The words of the harness about the only call there is.
  return calls.length === 1 ? 0 : undefined
}

/** The tool that, by the error of a script, refused the call. */
export const refusingTool = (error: string): string | undefined => {
  const head = error.slice(0, ERROR_CHARS)
  return NO_SUCH_TOOL.exec(head)?.[1] ?? REFUSED.exec(head)?.[1]
}

/** The calls that had begun when a script failed, without the call that made it fail. */
export const ranBefore = (
  run: ScriptRun,
  failure: { error: string; source: string; failed: number | undefined },
): Set<number> => {
  const { calls } = run.walk
  const { failed, error } = failure
  const ran = new Set<number>()
  // The script did not even begin.
  if (error.startsWith('SyntaxError')) return ran
  const last = failed === undefined ? undefined : calls[failed]?.stage
  const thrownAt = failed === undefined ? offsetOf(error, failure.source) : undefined
  for (const [index, call] of calls.entries()) {
    if (index === failed) continue
    if (last !== undefined ? call.stage <= last : call.start < (thrownAt ?? Number.POSITIVE_INFINITY)) ran.add(index)
  }
  return ran
}

/** `apply_patch verification failed: ...`, `exec_command failed for ...`, `write_stdin failed: ...` */
const REFUSED = /^(?:Error: )?([A-Za-z_]\w{0,80}) (?:verification )?failed\b/
const NO_SUCH_TOOL = /^TypeError: tools\.([A-Za-z_]\w{0,80}) is not a function/
/** What the script's own code threw. */
const OWN_ERROR = /^(?:[A-Z]\w{0,40})?Error: |\n {4}at /

/** Parallel calls of one tool: the error repeats the command that was refused. */
const isQuoted = (args: unknown, error: string): boolean => {
  const command = typeof args === 'object' && args !== null && 'cmd' in args ? args.cmd : undefined
  return typeof command === 'string' && command !== '' && error.includes(command.slice(0, QUOTED_CHARS))
}

/** Where in its source a script threw, by the place that the error names. */
const offsetOf = (error: string, source: string): number | undefined => {
  const place = /\bexec_main\.mjs:(\d{1,6}):(\d{1,6})/.exec(error.slice(0, ERROR_CHARS))
  if (place === null) return undefined
  let start = 0
  for (let line = 1; line < Number(place[1]); line++) {
    const next = source.indexOf('\n', start)
    if (next < 0) return undefined
    start = next + 1
  }
  return start + Number(place[2])
}

// An error repeats the command it is about, which can be a whole script.
const ERROR_CHARS = 8_000
const QUOTED_CHARS = 60
