import type { CommandAgent } from './command-agent.ts'

/** OpenCode has no hooks that run a command: this plugin runs ours with the first message, and adds what it says as a part of that message. */
const pluginText = (hook: string): string => `import { execFileSync } from 'node:child_process'

export const Experiment = async () => {
  let hasRun = false
  return {
    'chat.message': async ({ sessionID }, { message, parts }) => {
      const last = parts.at(-1)
      if (hasRun || !last?.id) return
      hasRun = true
      const said = execFileSync('sh', ['-c', ${JSON.stringify(hook)}], { input: '{}', encoding: 'utf8' })
      if (said === '') return
      const text = JSON.parse(said).hookSpecificOutput.additionalContext
      parts.push({ id: last.id + 'w', type: 'text', text, synthetic: true, sessionID, messageID: message.id })
    },
  }
}
`

export const opencode: CommandAgent = {
  name: 'opencode',
  title: 'OpenCode',
  program: 'opencode',
  args: ({ prompt, model, words }) => ['run', ...(model === null ? [] : ['--model', model]), ...words, prompt],
  env: { OPENCODE_DISABLE_AUTOUPDATE: '1' },
  files: (hook) => ({
    '.config/opencode/opencode.json': JSON.stringify({
      autoupdate: false,
      share: 'disabled',
      permission: { edit: 'allow', bash: 'allow', webfetch: 'allow' },
    }),
    '.config/opencode/plugin/experiment.js': pluginText(hook),
  }),
  gives: 'hook',
  login: '.local/share/opencode/auth.json',
}
