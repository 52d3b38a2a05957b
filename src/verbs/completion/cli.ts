import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { AppError } from '../../lib/error.ts'
import type { CommandList, Described } from './describe.ts'

const SHELLS = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof SHELLS)[number]

/** The registry passes itself in, because it lists this command too. */
export const completionCommand = (list: CommandList): Command => ({
  name: 'completion',
  summary: 'print a script that completes commands and options in your shell',
  arguments: 'bash|zsh|fish',
  positionals: { least: 1, most: 1 },
  details: [
    'The script is made from the commands of this version: print it again after an update.',
    'It completes commands, their verbs, options, and the values that an option accepts.',
  ],
  examples: [
    ['source <(warmstart completion bash)', 'put this line into ~/.bashrc'],
    ['source <(warmstart completion zsh)', 'put this line into ~/.zshrc, below compinit'],
    ['warmstart completion fish > ~/.config/fish/completions/warmstart.fish', ''],
  ],
  run: async ({ positionals, terminal, isSet }) => {
    const shell = shellNamed(positionals[0] ?? '')
    const { describeCommands } = await import('./describe.ts')
    const script = await scriptFor(shell, await describeCommands(list))
    if (isSet('json')) terminal.json({ shell, script })
    else await terminal.document(script)
    return EXIT.ok
  },
})

const shellNamed = (typed: string): Shell => {
  const shell = SHELLS.find((each) => each === typed)
  if (shell !== undefined) return shell
  throw new AppError('usage', `there is no completion for ${typed}`, {
    hint: `use one of: ${SHELLS.join(', ')}`,
  })
}

const scriptFor = async (shell: Shell, commands: readonly Described[]): Promise<string> => {
  if (shell === 'bash') return (await import('./bash.ts')).bashScript(commands)
  return shell === 'zsh'
    ? (await import('./zsh.ts')).zshScript(commands)
    : (await import('./fish.ts')).fishScript(commands)
}
