import type { Address, Partner } from '../partner.ts'
import { writeEach } from '../write-each.ts'

/** As it names a model of one's own. */
const MODEL = 'custom:Scripted-0'

const settingsOf = ({ model }: Address) => ({
  customModels: [
    {
      model: 'scripted-1',
      displayName: 'Scripted',
      baseUrl: `${model}/v1`,
      apiKey: 'made-up',
      provider: 'generic-chat-completion-api',
      maxOutputTokens: 4_096,
    },
  ],
  enableTelemetry: false,
})

/** Its tools take absolute paths alone, and a first message tells where it works. */
const absolute = (path: string): string => `/{{context:% pwd\n/}}/${path}`

export const droid: Partner = {
  name: 'droid',
  title: 'Factory Droid',
  program: { package: '@factory/cli', bin: 'droid' },
  modes: [
    {
      title: 'Factory Droid',
      model: MODEL,
      settings: (at) => ({ '.factory/settings.json': `${JSON.stringify(settingsOf(at), null, 2)}\n` }),
      env: () => ({ FACTORY_API_KEY: 'fk-made-up' }),
      write: writeEach((wanted) => {
        switch (wanted.kind) {
          case 'shell':
            return {
              tool: 'Execute',
              args: { command: wanted.command, summary: 'Looks' },
            }
          case 'read':
            return { tool: 'Read', args: { file_path: absolute(wanted.path) } }
          case 'edit': {
            const args = { file_path: absolute(wanted.path), old_str: wanted.old, new_str: wanted.new }
            return { tool: 'Edit', args }
          }
          case 'unknown-tool':
            return { tool: 'grepp', args: {} }
          case 'list-tools':
          case 'mcp':
            return undefined
        }
      }),
      ask: (message) => ['exec', '--skip-permissions-unsafe', '--model', MODEL, message],
      delivers: 'apart',
      recordsVersion: false,
    },
  ],
}
