import type { CommandAgent } from './command-agent.ts'

export const opencode: CommandAgent = {
  name: 'opencode',
  title: 'OpenCode',
  program: 'opencode',
  args: ({ prompt, model }) => ['run', ...(model === null ? [] : ['--model', model]), prompt],
  env: { OPENCODE_DISABLE_AUTOUPDATE: '1' },
  files: () => ({
    '.config/opencode/opencode.json': JSON.stringify({
      autoupdate: false,
      share: 'disabled',
      permission: { edit: 'allow', bash: 'allow', webfetch: 'allow' },
    }),
  }),
  gives: 'prompt',
  login: '.local/share/opencode/auth.json',
}
