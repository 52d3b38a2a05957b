import { type CommandAgent, startHook } from './command-agent.ts'

export const codex: CommandAgent = {
  name: 'codex',
  title: 'Codex',
  program: 'codex',
  args: ({ prompt, model, words }) => [
    'exec',
    '--skip-git-repo-check',
    '--dangerously-bypass-approvals-and-sandbox',
    // Codex silently leaves out a hook that no user has approved in the terminal, and this home is fresh.
    '--dangerously-bypass-hook-trust',
    ...(model === null ? [] : ['-m', model]),
    ...words,
    prompt,
  ],
  env: {},
  files: (hook) => ({
    '.codex/config.toml':
      'check_for_update_on_startup = false\n[analytics]\nenabled = false\n[features]\nhooks = true\nmemories = false\n[memories]\nuse_memories = false\ngenerate_memories = false\n',
    '.codex/hooks.json': JSON.stringify(startHook(hook)),
  }),
  gives: 'hook',
  login: '.codex/auth.json',
}
