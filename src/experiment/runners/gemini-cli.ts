import { type CommandAgent, startHook } from './command-agent.ts'

export const geminiCli: CommandAgent = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  program: 'gemini',
  args: ({ prompt, model, words }) => [
    '-p',
    prompt,
    '--approval-mode=yolo',
    ...(model === null ? [] : ['--model', model]),
    ...words,
  ],
  // In a directory that it does not trust, it asks before every call, and runs none without a terminal.
  env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
  files: (hook, env) => ({
    '.gemini/settings.json': JSON.stringify({
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
      privacy: { usageStatisticsEnabled: false },
      experimental: { autoMemory: false },
      // Older versions have a tool that writes its memory. Newer ones write files of their home, which is fresh.
      tools: { exclude: ['save_memory'] },
      // With an address of its own it takes a key only if the settings say so.
      ...(env['GEMINI_API_KEY'] === undefined ? {} : { security: { auth: { selectedType: 'gemini-api-key' } } }),
      // It counts milliseconds.
      ...startHook(hook, 10_000),
    }),
  }),
  gives: 'hook',
  login: '.gemini/oauth_creds.json',
}
