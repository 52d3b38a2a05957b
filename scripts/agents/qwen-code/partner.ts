import type { Partner } from '../partner.ts'
import { writeEach } from '../write-each.ts'

const MODEL = 'qwen3-coder-plus'

/** Its tools take absolute paths alone, and the first message tells where it works. */
const absolute = (path: string): string => `{{context:working in the directory: }}/${path}`

/** A key instead of a login, and nothing that goes to the network by itself. Settings of an older version it writes anew. */
const SETTINGS = {
  $version: 4,
  security: { auth: { selectedType: 'openai' } },
  general: { disableAutoUpdate: true, disableUpdateNag: true },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
}

export const qwenCode: Partner = {
  name: 'qwen-code',
  title: 'Qwen Code',
  program: { package: '@qwen-code/qwen-code', bin: 'qwen' },
  modes: [
    {
      title: 'Qwen Code',
      model: MODEL,
      settings: () => ({ '.qwen/settings.json': `${JSON.stringify(SETTINGS, null, 2)}\n` }),
      env: ({ model }) => ({ OPENAI_API_KEY: 'made-up', OPENAI_BASE_URL: `${model}/v1`, OPENAI_MODEL: MODEL }),
      write: writeEach((wanted) => {
        switch (wanted.kind) {
          case 'shell':
            return { tool: 'run_shell_command', args: { command: wanted.command, is_background: false } }
          case 'read':
            return { tool: 'read_file', args: { file_path: absolute(wanted.path) } }
          case 'edit':
            return {
              tool: 'edit',
              args: { file_path: absolute(wanted.path), old_string: wanted.old, new_string: wanted.new },
            }
          case 'unknown-tool':
            return { tool: 'grepp', args: {} }
          case 'list-tools':
          case 'mcp':
            return undefined
        }
      }),
      ask: (message) => ['--approval-mode', 'yolo', '--model', MODEL, '--prompt', message],
      delivers: 'apart',
      recordsVersion: true,
    },
  ],
}
