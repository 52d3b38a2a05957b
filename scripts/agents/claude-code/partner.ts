import type { Mode, Partner } from '../partner.ts'
import { writeEach } from '../write-each.ts'

const PREFIX = 'mcp__warmstart__'

/** Settings of a person: an odd layout, and a hook of their own. */
const SETTINGS = `{ "model":"sonnet",
    "hooks": {"Stop": [ {"hooks":[{"type":"command","command":"true"}]} ]} }
`

const headless = (message: string): string[] => [
  '-p',
  message,
  '--model',
  'claude-sonnet-4-5',
  '--output-format',
  'json',
  '--dangerously-skip-permissions',
]

const mode: Mode = {
  title: 'Claude Code',
  model: 'claude-sonnet-4-5',
  settings: () => ({ '.claude/settings.json': SETTINGS }),
  env: ({ model }) => ({
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'made-up',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    // It runs commands unasked as root only where it is told that this is a sandbox.
    IS_SANDBOX: '1',
  }),
  write: writeEach((wanted) => {
    switch (wanted.kind) {
      case 'shell':
        return { tool: 'Bash', args: { command: wanted.command, description: 'a step' } }
      case 'read':
        return { tool: 'Read', args: { file_path: wanted.path } }
      case 'edit':
        return { tool: 'Edit', args: { file_path: wanted.path, old_string: wanted.old, new_string: wanted.new } }
      case 'unknown-tool':
        return { tool: 'Grepp', args: { pattern: 'x' } }
      case 'mcp':
        return { tool: `${PREFIX}${wanted.tool}`, args: wanted.args }
      case 'list-tools':
        return undefined
    }
  }),
  // It takes a search without a match for a success, and tells its model so.
  records: (wanted) => (wanted.kind === 'shell' && wanted.command.startsWith('grep ') ? { outcome: 'ok' } : undefined),
  ask: headless,
  goOn: (message, session) => [...headless(message), '--resume', session],
  compact: { words: '/compact' },
  addServer: (program) => ['mcp', 'add', '--scope', 'user', 'warmstart', '--', program, 'mcp'],
  serverTool: `${PREFIX}warm_session`,
  installs: '.claude/settings.json',
  delivers: 'hooks',
  asRunner: {
    reaches: (model) => ({
      words: [],
      env: { ANTHROPIC_BASE_URL: model, ANTHROPIC_API_KEY: 'made-up-key-of-claude', IS_SANDBOX: '1' },
    }),
    key: 'made-up-key-of-claude',
    memory: /auto memory|MEMORY\.md/i,
  },
  recordsVersion: true,
}

export const claudeCode: Partner = {
  name: 'claude-code',
  title: 'Claude Code',
  program: { package: '@anthropic-ai/claude-code', bin: 'claude' },
  modes: [mode],
}
