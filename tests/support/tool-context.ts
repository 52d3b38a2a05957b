import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { ApprovalRequest, ToolContext } from '../../src/agent/tool.ts'
import type { Connection } from '../../src/store/connection.ts'
import { scratch, testApp } from './store.ts'

export interface ToolBench {
  context: ToolContext
  /** The working directory, below `root`. */
  cwd: string
  root: string
  asked: ApprovalRequest[]
}

/** A working directory inside a scratch directory, and a person who says yes or no to everything. */
export const toolBench = (
  t: { after(clean: () => void): void },
  { approves = false, store }: { approves?: boolean; store?: Connection } = {},
): ToolBench => {
  const root = realpathSync(scratch(t))
  const cwd = join(root, 'project')
  mkdirSync(cwd)
  const asked: ApprovalRequest[] = []
  const context: ToolContext = {
    app: testApp(join(root, 'warmstart')),
    store: store as Connection,
    session: { id: 'live-1', key: 'live-1', owner: 'sam', project: undefined, startedAt: 0 },
    cwd,
    signal: new AbortController().signal,
    approve: async (request) => {
      asked.push(request)
      return approves
    },
  }
  return { context, cwd, root, asked }
}
