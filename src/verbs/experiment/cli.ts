import { type Command, EXIT } from '../../interfaces/cli/command.ts'

export const experimentCommand: Command = {
  name: 'experiment',
  summary: 'find out whether it helps on your own tasks or sessions',
  arguments: '[VERB]',
  readsOnly: true,
  verbs: {
    plan: async () => (await import('./plan-cli.ts')).planCommand,
    run: async () => (await import('./run-cli.ts')).runExperimentCommand,
    report: async () => (await import('./report-cli.ts')).reportExperimentCommand,
    compare: async () => (await import('./compare-cli.ts')).compareRunsCommand,
    status: async () => (await import('./status-cli.ts')).statusCommand,
    list: async () => (await import('./status-cli.ts')).listExperimentsCommand,
    stop: async () => (await import('./status-cli.ts')).stopCommand,
    assign: async () => (await import('./record-cli.ts')).assignCommand,
    record: async () => (await import('./record-cli.ts')).recordCommand,
    aa: async () => (await import('./aa-cli.ts')).aaCommand,
  },
  details: [
    'An experiment is declared before any data: tasks, arms, the metric that decides, the smallest difference that matters. A changed declaration is another experiment.',
    'Without a verb it lists experiments. docs/experiments.md walks through one.',
  ],
  examples: [
    ['warmstart experiment plan shop --tasks ./tasks --runner claude-code', 'declares it, and says what it can find'],
    ['warmstart experiment run shop --workers 2 --budget 20 --yes', 'runs it, and goes on after a crash'],
    ['warmstart experiment report shop --html shop.html', 'what it found, and what could be wrong with that'],
    ['warmstart experiment compare jobs/cold jobs/warm', 'two finished runs of a harness, pair by pair'],
  ],
  run: async (context) => {
    const { listExperimentsCommand } = await import('./status-cli.ts')
    await listExperimentsCommand.run(context)
    return EXIT.ok
  },
}
