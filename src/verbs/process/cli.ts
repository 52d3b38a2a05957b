import type { Command } from '../../interfaces/cli/command.ts'
import { PROCESS_VERBS } from './verbs-cli.ts'

export const processCommand: Command = {
  name: 'process',
  summary: 'start commands that go on in the background, and look after them',
  arguments: '[VERB]',
  verbs: PROCESS_VERBS,
  details: [
    'Without a verb it lists what runs. Every verb works from any shell, also after the program that started a process has ended.',
    'See docs/processes.md for limits, where output lies, and what happens when the host is killed.',
  ],
  examples: [
    ['warmstart process start -- python3 -m http.server', 'prints proc_3f9a… and its pid'],
    ['warmstart process log 3f9a', 'what it printed'],
    ['warmstart process submit 3f9a "yes"', 'types a line'],
    ['warmstart process kill 3f9a', 'ends it with everything it started'],
  ],
  run: async (context) => {
    const { listProcesses } = await import('./list-cli.ts')
    return listProcesses(context)
  },
}
