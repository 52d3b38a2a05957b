import type { Address, Partner } from '../partner.ts'
import { writeEach } from '../write-each.ts'

const MODEL = 'scripted-1'

const providerOf = (model: string, apiKey: string) => ({
  scripted: {
    npm: '@ai-sdk/openai-compatible',
    name: 'Scripted',
    options: { baseURL: `${model}/v1`, apiKey },
    models: { [MODEL]: { name: 'Scripted', tool_call: true, limit: { context: 128_000, output: 4_096 } } },
  },
})

const configOf = ({ model }: Pick<Address, 'model'>) => ({
  model: `scripted/${MODEL}`,
  small_model: `scripted/${MODEL}`,
  autoupdate: false,
  share: 'disabled',
  permission: 'allow',
  provider: providerOf(model, 'made-up'),
})

/** A plugin tells it what it is told; the database is the one that a person's program keeps. */
export const opencode: Partner = {
  name: 'opencode',
  title: 'OpenCode',
  program: { package: 'opencode-ai', bin: 'opencode' },
  modes: [
    {
      title: 'OpenCode',
      model: MODEL,
      settings: (at) => ({ '.config/opencode/opencode.json': JSON.stringify(configOf(at)) }),
      env: () => ({
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      }),
      write: writeEach((wanted) => {
        switch (wanted.kind) {
          case 'shell':
            return { tool: 'bash', args: { command: wanted.command, description: 'Runs it' } }
          case 'read':
            return { tool: 'read', args: { filePath: wanted.path } }
          case 'edit':
            return { tool: 'edit', args: { filePath: wanted.path, oldString: wanted.old, newString: wanted.new } }
          case 'unknown-tool':
            return { tool: 'grepp', args: {} }
          case 'list-tools':
          case 'mcp':
            return undefined
        }
      }),
      // Without a title it asks its model for one, with the same words.
      ask: (message) => ['run', '--title', 'The cart', message],
      delivers: 'apart',
      asRunner: {
        // Its provider is named in its settings, which a trial makes anew; this variable adds to them.
        reaches: (model) => ({
          words: [],
          env: {
            OPENCODE_CONFIG_CONTENT: JSON.stringify({
              ...configOf({ model }),
              provider: providerOf(model, '{env:SCRIPTED_KEY}'),
            }),
            SCRIPTED_KEY: 'made-up-key-of-opencode',
            OPENCODE_DISABLE_MODELS_FETCH: '1',
            OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
          },
        }),
        model: `scripted/${MODEL}`,
        key: 'made-up-key-of-opencode',
        memory: /memory/i,
      },
      recordsVersion: true,
    },
  ],
}
