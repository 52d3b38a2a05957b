import type { Address, Partner } from '../partner.ts'
import { writeEach } from '../write-each.ts'

const MODEL = 'scripted-1'

/** Settings of a person, with a comment that has to stay. */
const configOf = ({ model }: Address): string => `# mine
model:
  default: ${MODEL}
  provider: custom
  base_url: ${model}/v1
  api_key: made-up-key
`

/** Not in the npm registry: it is played where a person has installed it. */
export const hermes: Partner = {
  name: 'hermes',
  title: 'Hermes Agent',
  program: { onPath: 'hermes' },
  modes: [
    {
      title: 'Hermes Agent',
      model: MODEL,
      settings: (at) => ({ '.hermes/config.yaml': configOf(at) }),
      write: writeEach((wanted) => {
        switch (wanted.kind) {
          case 'shell':
            return { tool: 'terminal', args: { command: wanted.command } }
          case 'read':
            return { tool: 'read_file', args: { path: wanted.path } }
          case 'edit':
            return { tool: 'patch', args: { path: wanted.path, old_string: wanted.old, new_string: wanted.new } }
          case 'unknown-tool':
            return { tool: 'grepp', args: {} }
          case 'mcp':
            return { tool: `mcp__warmstart__${wanted.tool}`, args: wanted.args }
          case 'list-tools':
            return undefined
        }
      }),
      ask: (message) => ['chat', '-Q', '--yolo', '-q', message],
      serverTool: 'warm_session',
      installs: '.hermes/config.yaml',
      delivers: 'prefill',
      asRunner: {
        reaches: (model) => ({
          words: ['--provider', 'custom'],
          env: { CUSTOM_BASE_URL: `${model}/v1`, OPENAI_API_KEY: 'made-up-key-of-hermes' },
        }),
        key: 'made-up-key-of-hermes',
        memory: /"name":"memory"/,
      },
      recordsVersion: false,
    },
  ],
}
