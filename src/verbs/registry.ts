import type { Command } from '../interfaces/cli/command.ts'

/** Commands that have a folder here, each with its operation, shape, flags and looks; loaded when they are called. */
export const VERBS = {
  bench: async () => (await import('./bench/cli.ts')).benchCommand,
  completion: async () => (await import('./completion/cli.ts')).completionCommand,
  dataset: async () => (await import('./dataset/cli.ts')).datasetCommand,
  experiment: async () => (await import('./experiment/cli.ts')).experimentCommand,
  gate: async () => (await import('./gate/cli.ts')).gateCommand,
  lessons: async () => (await import('./lessons/cli.ts')).lessonsCommand,
  owner: async () => (await import('./owner/cli.ts')).ownerCommand,
  project: async () => (await import('./project/cli.ts')).projectCommand,
  search: async () => (await import('./search/cli.ts')).searchCommand,
} satisfies Record<string, () => Promise<Command>>
