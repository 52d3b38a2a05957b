import type { CommandAgent } from './command-agent.ts'

export const geminiCli: CommandAgent = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  program: 'gemini',
  args: ({ prompt, model }) => ['-p', prompt, '--approval-mode=yolo', ...(model === null ? [] : ['--model', model])],
  env: {},
  files: () => ({
    '.gemini/settings.json': JSON.stringify({
      general: { disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
      // Its memory is a file that this tool writes.
      tools: { exclude: ['save_memory'] },
    }),
  }),
  gives: 'prompt',
  login: '.gemini/oauth_creds.json',
}
