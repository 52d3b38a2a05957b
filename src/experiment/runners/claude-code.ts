import { type CommandAgent, startHook } from './command-agent.ts'

export const claudeCode: CommandAgent = {
  name: 'claude-code',
  title: 'Claude Code',
  program: 'claude',
  args: ({ prompt, model, words }) => [
    '-p',
    prompt,
    '--output-format',
    'json',
    '--dangerously-skip-permissions',
    ...(model === null ? [] : ['--model', model]),
    ...words,
  ],
  env: {
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_TELEMETRY: '1',
  },
  files: (hook) => ({ '.claude/settings.json': JSON.stringify({ autoMemoryEnabled: false, ...startHook(hook) }) }),
  gives: 'hook',
  login: '.claude/.credentials.json',
}
