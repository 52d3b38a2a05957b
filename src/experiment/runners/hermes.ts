import type { CommandAgent } from './command-agent.ts'

export const hermes: CommandAgent = {
  name: 'hermes',
  title: 'Hermes Agent',
  program: 'hermes',
  args: ({ prompt, model, words }) => [
    'chat',
    '-Q',
    '--yolo',
    ...(model === null ? [] : ['-m', model]),
    ...words,
    '-q',
    prompt,
  ],
  env: {},
  files: () => ({
    '.hermes/config.yaml': [
      'memory:',
      '  memory_enabled: false',
      '  user_profile_enabled: false',
      // The tool that writes its memory is offered all the same.
      'agent:',
      '  disabled_toolsets: [memory]',
      '',
    ].join('\n'),
  }),
  gives: 'prompt',
  login: '.hermes/.env',
}
