import type { Partner } from '../partner.ts'
import { writeEach } from '../write-each.ts'

const MODEL = 'gemini-2.5-pro'

/** Settings of a person, with a comment and a hook of their own: all of it has to come back. A key instead of a login. */
const SETTINGS = `{
  // mine
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "general": { "enableAutoUpdate": false, "enableAutoUpdateNotification": false },
  "privacy": { "usageStatisticsEnabled": false },
  "telemetry": { "enabled": false },
  "hooks": { "SessionEnd": [ { "hooks": [ { "type": "command", "command": "true" } ] } ] }
}
`

export const geminiCli: Partner = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  program: { package: '@google/gemini-cli', bin: 'gemini' },
  modes: [
    {
      title: 'Gemini CLI',
      model: MODEL,
      settings: () => ({ '.gemini/settings.json': SETTINGS }),
      env: ({ model }) => ({
        GEMINI_API_KEY: 'made-up',
        GOOGLE_GEMINI_BASE_URL: model,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
      }),
      write: writeEach((wanted) => {
        switch (wanted.kind) {
          case 'shell':
            return { tool: 'run_shell_command', args: { command: wanted.command } }
          case 'read':
            return { tool: 'read_file', args: { file_path: wanted.path } }
          case 'edit': {
            const { path, old, new: text } = wanted
            const args = { file_path: path, instruction: 'Say it shorter.', old_string: old, new_string: text }
            return { tool: 'replace', args }
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
      asRunner: {
        reaches: (model) => ({
          words: [],
          env: { GEMINI_API_KEY: 'made-up-key-of-gemini', GOOGLE_GEMINI_BASE_URL: model },
        }),
        key: 'made-up-key-of-gemini',
        memory: /"name":"save_memory"/,
      },
      recordsVersion: false,
    },
  ],
}
