import type { Address, Partner } from '../partner.ts'
import { writeEach } from '../write-each.ts'

const MODEL = 'scripted-1'

const modelsOf = ({ model }: Address) => ({
  providers: {
    scripted: {
      baseUrl: `${model}/v1`,
      api: 'openai-completions',
      apiKey: 'made-up',
      models: [{ id: MODEL, name: 'Scripted', input: ['text'], contextWindow: 128_000, maxTokens: 4_096 }],
    },
  },
})

/** It has no hooks that run a command and no MCP client: an extension tells it what it is told. */
export const pi: Partner = {
  name: 'pi',
  title: 'pi',
  program: { package: '@earendil-works/pi-coding-agent', bin: 'pi' },
  modes: [
    {
      title: 'pi',
      model: MODEL,
      settings: (at) => ({ '.pi/agent/models.json': JSON.stringify(modelsOf(at)) }),
      env: () => ({ PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' }),
      write: writeEach((wanted) => {
        switch (wanted.kind) {
          case 'shell':
            return { tool: 'bash', args: { command: wanted.command } }
          case 'read':
            return { tool: 'read', args: { path: wanted.path } }
          case 'edit':
            return { tool: 'edit', args: { path: wanted.path, edits: [{ oldText: wanted.old, newText: wanted.new }] } }
          case 'unknown-tool':
            return { tool: 'grepp', args: {} }
          case 'list-tools':
          case 'mcp':
            return undefined
        }
      }),
      ask: (message) => ['-p', message, '--provider', 'scripted', '--model', MODEL],
      delivers: 'apart',
      recordsVersion: false,
    },
  ],
}
