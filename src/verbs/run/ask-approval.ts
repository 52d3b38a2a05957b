import { createInterface } from 'node:readline/promises'
import type { ApprovalRequest } from '../../agent/tool.ts'
import { withoutTerminalCodes } from '../../lib/terminal-codes.ts'
import { escapeControls } from '../../interfaces/cli/terminal.ts'

export interface ApprovalRules {
  isEverythingAllowed: boolean
  /** Tools that the user allowed beforehand. */
  allowed: readonly string[] | undefined
  ask(request: ApprovalRequest): Promise<boolean>
}

/**
 * Approves what the user allowed beforehand, and asks about the rest: one question at a time, however many calls run.
 */
export const createApproval = ({ isEverythingAllowed, allowed = [], ask }: ApprovalRules) => {
  let turn: Promise<unknown> = Promise.resolve()
  return (request: ApprovalRequest): Promise<boolean> => {
    if (isEverythingAllowed || allowed.includes(request.tool)) return Promise.resolve(true)
    const mine = turn.then(() => ask(request))
    turn = mine.catch(() => undefined)
    return mine
  }
}

/** Asks on the terminal. Without a terminal the answer is no, and the model gets the reason. */
export const askPerson = async (request: ApprovalRequest): Promise<boolean> => {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) return false
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  const stop = new AbortController()
  // Ctrl-C stops the turn and is not an answer.
  lines.on('SIGINT', () => {
    stop.abort()
    process.kill(process.pid, 'SIGINT')
  })
  lines.on('close', () => stop.abort())
  try {
    return isYes(await lines.question(questionOf(request), { signal: stop.signal }))
  } catch {
    return false
  } finally {
    lines.close()
  }
}

export const questionOf = ({ tool, what, reason }: ApprovalRequest): string =>
  escapeControls(withoutTerminalCodes(`\n${tool} wants to ${what}\n  (${reason})`)) + '\nallow it? [y/N] '

export const isYes = (answer: string): boolean => /^\s*(y|yes)\s*$/i.test(answer)
