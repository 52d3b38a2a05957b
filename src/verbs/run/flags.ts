import type { ApprovalRequest } from '../../agent/tool.ts'
import { AppError } from '../../lib/error.ts'
import type { AgentOptions } from './operation.ts'
import type { Context, Flag } from '../../interfaces/cli/command.ts'
import { MODEL_FLAGS, modelFlags } from '../../interfaces/cli/model-flags.ts'
import { createApproval } from './ask-approval.ts'
import { SANDBOX_FLAG } from '../../interfaces/cli/sandbox-flag.ts'

/** Flags of the commands that run the agent. */
export const AGENT_FLAGS: Record<string, Flag> = {
  ...MODEL_FLAGS,
  tools: {
    type: 'string',
    value: 'NAMES',
    help: 'tools and sets of tools, with commas between them: file, read, terminal, code, sessions, none',
  },
  warm: {
    type: 'string',
    value: 'HOW',
    help: 'what a new session starts with: auto (what fits), off, or the name of a template',
  },
  sandbox: SANDBOX_FLAG,
  'max-steps': { type: 'string', value: 'N', help: 'ask the model at most N times in one turn (default 90)' },
  'max-tokens': { type: 'string', value: 'N', help: 'tokens, read and written, that one turn may cost' },
  yes: {
    type: 'boolean',
    help: 'allow whatever would be asked about: commands not known to be harmless, places outside the directory',
  },
  allow: { type: 'string', value: 'TOOLS', help: 'allow it for these tools only, with commas between them' },
}

export const agentOptions = (
  context: Context,
  { isHeard, ask }: { isHeard: boolean; ask: (request: ApprovalRequest) => Promise<boolean> },
): AgentOptions => {
  const allowed = context
    .text('allow')
    ?.split(',')
    .map((name) => name.trim())
  if (allowed !== undefined && context.isSet('yes'))
    throw new AppError('usage', '--yes allows everything, so --allow says nothing', { hint: 'keep one of the two' })
  return {
    flags: modelFlags(context),
    cwd: process.cwd(),
    tools: context.text('tools'),
    sandbox: context.text('sandbox'),
    warm: context.text('warm'),
    maxSteps: context.count('max-steps'),
    maxTokens: context.count('max-tokens'),
    isHeard,
    approve: createApproval({ isEverythingAllowed: context.isSet('yes'), allowed, ask }),
  }
}
