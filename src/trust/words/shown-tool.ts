import { TOOL_ROWS } from '../../outcome/tool-names.ts'

/**
 * Tells which tools may be named to another session, given the names of those that each session used. Tools of agents are known by
 * their names. Beside them a session has tools of servers and extensions, whose makers could write anything into a name: those are
 * never named. A session without any tool of an agent's own belongs to an application, and its tools are the application's.
 */
export const shownTools = (sessions: Iterable<Iterable<string>>): ((tool: string) => boolean) => {
  const own = new Set<string>()
  const strange = new Set<string>()
  for (const tools of sessions) {
    const unknown: string[] = []
    let isAgents = false
    for (const tool of tools) {
      const family = TOOL_ROWS.get(tool.toLowerCase())?.family
      if (family === undefined) unknown.push(tool)
      else if (AGENTS.has(family)) isAgents = true
    }
    for (const tool of unknown) (isAgents || !isToolName(tool) ? strange : own).add(tool)
  }
  return (tool) => TOOL_ROWS.has(tool.toLowerCase()) || (own.has(tool) && !strange.has(tool))
}

/** What is counted of tools that are not named. */
export const OTHER_TOOLS = 'other'

/** Applications have tools for their own things; who works on files or in a shell is an agent. */
const AGENTS: ReadonlySet<string> = new Set(['shell', 'edit', 'read'])

const LONGEST_CHARS = 48
/** Without the marks by which servers stand before the names of their tools. */
const TOOL = /^[A-Za-z][A-Za-z0-9]{0,24}(?:[_-][A-Za-z0-9]{1,24}){0,5}$/

const isToolName = (tool: string): boolean => tool.length <= LONGEST_CHARS && TOOL.test(tool) && !/^mcp[_-]/i.test(tool)
