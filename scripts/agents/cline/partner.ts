import type { Address, Partner } from '../partner.ts'
import { writeEach } from '../write-each.ts'

const MODEL = 'scripted-1'
const PROVIDER = 'openai-compatible'

const providersOf = ({ model }: Address) => ({
  version: 1,
  lastUsedProvider: PROVIDER,
  modes: {},
  providers: {
    [PROVIDER]: {
      settings: { provider: PROVIDER, apiKey: 'made-up', model: MODEL, baseUrl: `${model}/v1` },
      updatedAt: '2026-01-01T00:00:00.000Z',
      tokenSource: 'manual',
    },
  },
})

/** What it writes is read. Its command line does not read what hooks answer. */
export const cline: Partner = {
  name: 'cline',
  title: 'Cline',
  program: { package: 'cline', bin: 'cline' },
  modes: [
    {
      title: 'Cline',
      model: MODEL,
      settings: (at) => ({ '.cline/data/settings/providers.json': JSON.stringify(providersOf(at)) }),
      // Without a program of its own in the background, which would outlive the session.
      env: () => ({ CLINE_SESSION_BACKEND_MODE: 'local', DO_NOT_TRACK: '1' }),
      write: writeEach((wanted) => {
        switch (wanted.kind) {
          case 'shell':
            return { tool: 'run_commands', args: { commands: [wanted.command] } }
          case 'read':
            return { tool: 'read_files', args: { files: [{ path: wanted.path }] } }
          case 'edit':
            return { tool: 'editor', args: { path: wanted.path, old_text: wanted.old, new_text: wanted.new } }
          case 'unknown-tool':
            return { tool: 'grepp', args: {} }
          case 'list-tools':
          case 'mcp':
            return undefined
        }
      }),
      ask: (message) => ['--provider', PROVIDER, '--model', MODEL, message],
      recordsVersion: true,
    },
  ],
}
