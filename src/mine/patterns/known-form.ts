import { natureOf } from '../../shell/nature.ts'
import type { ToolKind } from '../../schema/outcome.ts'
import { isPlainTool } from '../../profile/plain-tool.ts'
import { isShell } from '../../profile/is-shell.ts'

/**
 * Whether every model can do this without an example: read, write and find files, change directories, run one-off
 * code. Such a pattern teaches nothing about a project.
 */
export const isKnownForm = (pattern: { tool: string; kind: ToolKind; shape: string }): boolean => {
  if (!isShell(pattern)) return isPlainTool(pattern)
  const [program = '', ...words] = pattern.shape.split(' ')
  if (program === 'git') return false
  if (KNOWN.has(program) || KNOWN_SHAPES.has(pattern.shape)) return true
  const nature = natureOf({
    program,
    words,
    stderrDropped: false,
    stdoutTaken: false,
    via: [],
    files: [],
    looped: false,
  })
  return KNOWN_NATURES.has(nature)
}

/** Whether the pattern may be a project's own way: no known form, and no version control, which is alike everywhere. */
export const isOwnForm = (pattern: { tool: string; kind: ToolKind; shape: string }): boolean =>
  !isKnownForm(pattern) && !(isShell(pattern) && /^git\b/.test(pattern.shape))

/**
 * Whether an agent only talks to itself, waits or changes directories with this command. Such a command is no example
 * of anything.
 */
export const doesNothing = (pattern: { tool: string; kind: ToolKind; shape: string }): boolean =>
  isShell(pattern) && IDLE.has(pattern.shape.split(' ', 1)[0] ?? '')

const IDLE = new Set('shell echo printf sleep true : cd pwd wait clear exit export set date whoami'.split(' '))
const KNOWN_NATURES: ReadonlySet<string> = new Set('content search probe mute silent unfailing patch'.split(' '))
const KNOWN = new Set(
  'shell apply_patch bash sh zsh fish time xargs diff for while if curl wget http xh open'.split(' '),
)
const KNOWN_SHAPES = new Set('python,python -c,node,node -e,ruby -e,perl,perl -e,deno,bun,php'.split(','))
