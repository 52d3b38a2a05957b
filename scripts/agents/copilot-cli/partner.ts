import type { Partner } from '../partner.ts'
import { writeEach } from '../write-each.ts'

/** A name of the family that edits with a tool instead of patches. */
const MODEL = 'claude-sonnet-4.5'

/** It asks any provider that is named to it, without an account. */
export const copilotCli: Partner = {
  name: 'copilot-cli',
  title: 'Copilot CLI',
  program: { package: '@github/copilot', bin: 'copilot' },
  modes: [
    {
      title: 'Copilot CLI',
      model: MODEL,
      settings: () => ({ '.copilot/config.json': '{}\n' }),
      env: ({ model }) => ({
        COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
        COPILOT_PROVIDER_API_KEY: 'made-up',
        COPILOT_PROVIDER_TYPE: 'openai',
        COPILOT_MODEL: MODEL,
        COPILOT_OFFLINE: 'true',
        COPILOT_AUTO_UPDATE: 'false',
      }),
      write: writeEach((wanted) => {
        switch (wanted.kind) {
          case 'shell':
            return { tool: 'bash', args: { command: wanted.command, description: 'Runs it' } }
          case 'read':
            return { tool: 'view', args: { path: wanted.path } }
          case 'edit':
            return {
              tool: 'edit',
              args: { path: wanted.path, old_str: wanted.old, new_str: wanted.new },
            }
          case 'unknown-tool':
            return { tool: 'grepp', args: {} }
          case 'list-tools':
          case 'mcp':
            return undefined
        }
      }),
      ask: (message) => ['-p', message, '--allow-all-tools', '--no-auto-update'],
      delivers: 'apart',
      recordsVersion: true,
    },
  ],
}
