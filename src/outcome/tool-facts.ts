import type { ToolKind } from '../schema/outcome.ts'
import { TOOL_ROWS, type ToolFamily, type ToolRow } from './tool-names.ts'

export type { ToolFamily } from './tool-names.ts'

interface ToolFacts {
  kind: ToolKind
  /** Left out of patterns and of the main counts. */
  trivial: boolean
  family: ToolFamily
}

/** What is known of a tool by its name, in any case; a name never heard of is general. */
export const readToolFacts = (tool: string, args?: unknown): ToolFacts => {
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
