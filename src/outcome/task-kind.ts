import type { ToolKind } from '../schema/outcome.ts'
import { commandText } from '../shell/command-text.ts'
import { workOf } from '../shell/nature.ts'
import { readShell, type ShellScript } from '../shell/script.ts'
import { readToolFacts } from './tool-facts.ts'

/** The kind of work one call does: a shell call takes the kind of its program, or every coding session would be mixed. */
export const taskKind = (tool: string, args?: unknown): ToolKind => {
  const facts = readToolFacts(tool, args)
  if (facts.family !== 'shell') return facts.kind
  const text = commandText(args)
  return text === undefined ? facts.kind : (kindOfScript(readShell(text)) ?? facts.kind)
}

/** Tests and builds outweigh the reading around them; a download outweighs the filter behind it. */
const kindOfScript = (script: ShellScript): ToolKind | undefined => {
  const kinds = new Set(script.commands.map(workOf))
  if (kinds.has('code')) return 'code'
  if (kinds.has('research')) return 'research'
  return kinds.has('file') ? 'file' : undefined
}
