import type { Mode, Partner } from './partner.ts'
import { PARTNERS } from './registry.ts'
import { writeEach } from './write-each.ts'

const MODEL = 'scripted-1'

const shellOnly = (tool: string, more: Record<string, unknown> = {}): Mode['write'] =>
  writeEach((wanted) => (wanted.kind === 'shell' ? { tool, args: { command: wanted.command, ...more } } : undefined))

const OPENCODE = (model: string) => ({
  model: `scripted/${MODEL}`,
  small_model: `scripted/${MODEL}`,
  autoupdate: false,
  share: 'disabled',
  permission: 'allow',
  provider: {
    scripted: {
      npm: '@ai-sdk/openai-compatible',
      name: 'Scripted',
      options: { baseURL: `${model}/v1`, apiKey: 'made-up' },
      models: { [MODEL]: { name: 'Scripted', tool_call: true, limit: { context: 128_000, output: 4_096 } } },
    },
  },
})

/** Settings of a person, with a comment and a hook of their own: all of it has to come back. */
const GEMINI = `{
  // mine
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "privacy": { "usageStatisticsEnabled": false },
  "hooks": { "SessionEnd": [ { "hooks": [ { "type": "command", "command": "true" } ] } ] }
}
`

const QWEN = `{ "security": { "auth": { "selectedType": "openai" } }, "general": { "disableAutoUpdate": true },
  "privacy": {"usageStatisticsEnabled": false}, "$version": 4 }
`

const modeOf = (title: string, model: string, rest: Pick<Mode, 'settings' | 'env' | 'write' | 'ask'>): Mode => ({
  title,
  model,
  recordsVersion: false,
  ...rest,
})

/** Players that can do no more than delivery needs; one that can do all takes their place. */
const MINIMAL: readonly Partner[] = [
  {
    name: 'opencode',
    title: 'OpenCode',
    program: { package: 'opencode-ai', bin: 'opencode' },
    modes: [
      modeOf('OpenCode', MODEL, {
        settings: ({ model }) => ({ '.config/opencode/opencode.json': JSON.stringify(OPENCODE(model)) }),
        env: () => ({
          OPENCODE_DISABLE_AUTOUPDATE: '1',
          OPENCODE_DISABLE_MODELS_FETCH: '1',
          OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        }),
        write: shellOnly('bash', { description: 'Runs it' }),
        ask: (message) => ['run', '--title', 'The cart', message],
      }),
    ],
  },
  {
    name: 'gemini-cli',
    title: 'Gemini CLI',
    program: { package: '@google/gemini-cli', bin: 'gemini' },
    modes: [
      modeOf('Gemini CLI', 'gemini-2.5-pro', {
        settings: () => ({ '.gemini/settings.json': GEMINI }),
        env: ({ model }) => ({
          GEMINI_API_KEY: 'made-up',
          GOOGLE_GEMINI_BASE_URL: model,
          GEMINI_CLI_TRUST_WORKSPACE: 'true',
        }),
        write: shellOnly('run_shell_command'),
        ask: (message) => ['--approval-mode', 'yolo', '--model', 'gemini-2.5-pro', '--prompt', message],
      }),
    ],
  },
  {
    name: 'qwen-code',
    title: 'Qwen Code',
    program: { package: '@qwen-code/qwen-code', bin: 'qwen' },
    modes: [
      modeOf('Qwen Code', 'qwen3-coder-plus', {
        settings: () => ({ '.qwen/settings.json': QWEN }),
        env: ({ model }) => ({
          OPENAI_API_KEY: 'made-up',
          OPENAI_BASE_URL: `${model}/v1`,
          OPENAI_MODEL: 'qwen3-coder-plus',
        }),
        write: shellOnly('run_shell_command', { is_background: false }),
        ask: (message) => ['--approval-mode', 'yolo', '--model', 'qwen3-coder-plus', '--prompt', message],
      }),
    ],
  },
  {
    name: 'copilot-cli',
    title: 'Copilot CLI',
    program: { package: '@github/copilot', bin: 'copilot' },
    modes: [
      modeOf('Copilot CLI', MODEL, {
        settings: () => ({ '.copilot/config.json': '{}\n' }),
        // With a provider of one's own it asks for no account.
        env: ({ model }) => ({
          COPILOT_PROVIDER_BASE_URL: `${model}/v1`,
          COPILOT_PROVIDER_API_KEY: 'made-up',
          COPILOT_MODEL: MODEL,
          COPILOT_OFFLINE: 'true',
          COPILOT_AUTO_UPDATE: 'false',
        }),
        write: shellOnly('bash', { description: 'Runs it' }),
        ask: (message) => ['-p', message, '--allow-all-tools', '--no-color'],
      }),
    ],
  },
]

/** Agents of which only the delivery can be played. */
export const DELIVERY_PLAYERS: readonly Partner[] = MINIMAL.filter(
  ({ name }) => !PARTNERS.some((partner) => partner.name === name),
)
