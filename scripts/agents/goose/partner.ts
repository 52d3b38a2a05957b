import type { Partner } from '../partner.ts'
import { writeEach } from '../write-each.ts'

const MODEL = 'scripted-1'

/** What it writes is read; it passes over what hooks print. The package holds the program for 64-bit Linux. */
export const goose: Partner = {
  name: 'goose',
  title: 'Goose',
  program: { package: '@aaif/goose-binary-linux-x64', bin: 'goose-binary-linux-x64' },
  modes: [
    {
      title: 'Goose',
      model: MODEL,
      settings: () => ({}),
      env: ({ model }) => ({
        GOOSE_PROVIDER: 'openai',
        GOOSE_MODEL: MODEL,
        OPENAI_API_KEY: 'made-up',
        OPENAI_HOST: model,
        GOOSE_DISABLE_KEYRING: '1',
        GOOSE_DISABLE_SESSION_NAMING: 'true',
        GOOSE_MODE: 'auto',
        GOOSE_TELEMETRY_ENABLED: 'false',
      }),
      write: writeEach((wanted) => {
        switch (wanted.kind) {
          case 'shell':
            return { tool: 'shell', args: { command: wanted.command } }
          case 'edit':
            return { tool: 'edit', args: { path: wanted.path, before: wanted.old, after: wanted.new } }
          case 'unknown-tool':
            // It forgets the name that the model said.
            return { tool: 'grepp', args: {}, listedAs: 'unparseable_tool_call' }
          case 'read':
          case 'list-tools':
          case 'mcp':
            return undefined
        }
      }),
      ask: (message) => ['run', '--text', message],
      recordsVersion: false,
    },
  ],
}
