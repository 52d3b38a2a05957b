import type { CommandAgent } from './command-agent.ts'

export const hermes: CommandAgent = {
  name: 'hermes',
  title: 'Hermes Agent',
  program: 'hermes',
  args: ({ prompt, model }) => ['chat', '-Q', '--yolo', ...(model === null ? [] : ['-m', model]), '-q', prompt],
  env: {},
  files: () => ({ '.hermes/config.yaml': 'memory:\n  memory_enabled: false\n  user_profile_enabled: false\n' }),
  gives: 'prompt',
  login: '.hermes/.env',
}
