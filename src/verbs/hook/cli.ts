import { agentsWith } from '../../interfaces/hooks/registry.ts'
import { runHook } from '../../interfaces/hooks/run-hook.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'

export const hookCommand: Command = {
  name: 'hook',
  summary: 'answer a hook of an agent; installed hooks call this, people need not',
  arguments: 'AGENT',
  positionals: { least: 1, most: 1 },
  details: [
    `Agents: ${agentsWith('agent').join(', ')}. Reads the agent's JSON on standard input and writes the agent's JSON on standard output, or nothing.`,
    'Ends with 0 whatever happens, within 1.5 seconds from its start (WARMSTART_HOOK_MS for another limit).',
    'WARMSTART_ARM: warm gives in any case, cold withholds and writes that down, off does nothing at all.',
    'Both, WARMSTART_STORE and WARMSTART_OWNER may also stand in the file .env in WARMSTART_HOME, for agents that run hooks from a daemon.',
    'Why nothing was given stands in hook.log in WARMSTART_HOME.',
  ],
  examples: [['warmstart hook claude-code < payload.json', 'what a session would be given']],
  run: async ({ app, positionals }) => {
    await runHook(app, positionals[0] ?? '')
    return EXIT.ok
  },
}
