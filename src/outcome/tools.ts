import type { ToolKind } from '../schema/outcome.ts'
import { workOf } from './programs.ts'
import { commandText, readShell, type ShellScript } from './shell.ts'
import { TOOL_ROWS, type ToolFamily, type ToolRow } from './tool-names.ts'

export type { ToolFamily } from './tool-names.ts'

interface ToolFacts {
  kind: ToolKind
  /** Left out of patterns and of the main counts. */
  trivial: boolean
  family: ToolFamily
}

/** What is known of a tool by its name, in any case; a name never heard of is general. */
export const toolFacts = (tool: string, args?: unknown): ToolFacts => {
  const name = typeof tool === 'string' ? tool : ''
  // Codex' code mode calls its tool `exec` too, but hands it a program as raw text instead of a command.
  if (name === 'exec' && typeof args === 'string' && !args.startsWith('{')) return CODE_MODE
  let known = remembered.get(name)
  if (known === undefined) {
    known = lookUp(name)
    if (remembered.size < MAX_REMEMBERED) remembered.set(name, known)
  }
  return known
}

/** The kind of work one call does: a shell call takes the kind of its program, or every coding session would be mixed. */
export const taskKind = (tool: string, args?: unknown): ToolKind => {
  const facts = toolFacts(tool, args)
  if (facts.family !== 'shell') return facts.kind
  const text = commandText(args)
  return text === undefined ? facts.kind : (kindOfScript(readShell(text)) ?? facts.kind)
}

const CODE_MODE: ToolFacts = { kind: 'code', trivial: false, family: 'script' }
const UNKNOWN: ToolRow = { kind: 'general', family: 'other', trivial: false }

/** Tool names are few, but a hostile file may hold a new one on every line. */
const MAX_REMEMBERED = 1000
const remembered = new Map<string, ToolFacts>()

const lookUp = (name: string): ToolFacts => {
  const lower = name.toLowerCase()
  const exact = TOOL_ROWS.get(lower)
  if (exact !== undefined) return exact
  if (lower.startsWith('browser_')) return { kind: 'research', family: 'web', trivial: false }
  // Tools of MCP servers keep their own name behind the server's, but only their maker knows how they answer.
  if (/^mcp(?:__|_|\.)/.test(lower)) return { ...UNKNOWN, kind: kindOfServerTool(lower) }
  const bare = lower.slice(Math.max(lower.lastIndexOf('.'), lower.lastIndexOf('/'), lower.lastIndexOf(':')) + 1)
  return TOOL_ROWS.get(bare) ?? UNKNOWN
}

const kindOfServerTool = (name: string): ToolKind => {
  if (/browser|playwright|puppeteer|chrome|fetch|web_?search|exa_|tavily|context7/.test(name)) return 'research'
  return /filesystem|serena/.test(name) ? 'file' : 'general'
}

/** Tests and builds outweigh the reading around them; a download outweighs the filter behind it. */
const kindOfScript = (script: ShellScript): ToolKind | undefined => {
  const kinds = new Set(script.commands.map(workOf))
  if (kinds.has('code')) return 'code'
  if (kinds.has('research')) return 'research'
  return kinds.has('file') ? 'file' : undefined
}
