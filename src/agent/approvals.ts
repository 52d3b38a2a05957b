import type { ApprovalRequest } from './tool.ts'

export interface ApprovalOptions {
  /** ask: a person decides. allow: everything was allowed beforehand. deny: nobody is there to ask. */
  policy: 'ask' | 'allow' | 'deny'
  /** `always` is a yes for the same tool and reason for as long as this lives. Absent: nobody can be asked. */
  ask?(request: ApprovalRequest): Promise<'yes' | 'always' | 'no'>
}

/**
 * What `ToolContext.approve` is made of: one question at a time, however many calls run side by side, and no question where the
 * answer is known. A question that fails is a no.
 */
export const createApprovals = ({ policy, ask }: ApprovalOptions): ((request: ApprovalRequest) => Promise<boolean>) => {
  if (policy === 'allow') return async () => true
  if (policy === 'deny' || ask === undefined) return async () => false
  const allowed = new Set<string>()
  let turn: Promise<unknown> = Promise.resolve()
  const decide = async (request: ApprovalRequest): Promise<boolean> => {
    const key = JSON.stringify([request.tool, request.reason])
    // Looked at when its turn has come: the question before may have settled it.
    if (allowed.has(key)) return true
    const answer = await ask(request)
    if (answer === 'always') allowed.add(key)
    return answer === 'yes' || answer === 'always'
  }
  return (request) => {
    const mine = turn.then(() => decide(request)).catch(() => false)
    turn = mine
    return mine
  }
}
