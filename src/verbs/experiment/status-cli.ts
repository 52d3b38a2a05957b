import { type Command, EXIT } from '../../interfaces/cli/command.ts'

export const statusCommand: Command = {
  name: 'experiment status',
  readsOnly: true,
  summary: 'show how far an experiment is, with the running interval',
  arguments: 'NAME',
  positionals: { least: 1, most: 1 },
  details: ['The interval holds however often you look. `warmstart experiment report` prints the whole result.'],
  examples: [['warmstart experiment status shop', '']],
  run: async ({ app, store, terminal, positionals, isSet }) => {
    const { experimentStatus } = await import('./status-operation.ts')
    const status = await experimentStatus(app, await store(), positionals[0] ?? '')
    if (isSet('json')) terminal.json(status)
    else {
      const { statusLines } = await import('./run-show.ts')
      for (const line of statusLines(status, terminal)) terminal.line(line)
    }
    return EXIT.ok
  },
}

export const stopCommand: Command = {
  name: 'experiment stop',
  summary: 'stop an experiment at once, on all machines',
  arguments: 'NAME',
  positionals: { least: 1, most: 1 },
  flags: { reason: { type: 'string', value: 'TEXT', help: 'why; kept with the experiment' } },
  details: [
    'Running trials are cut off and wait for `warmstart experiment run`; finished trials stay. New sessions of a live experiment get no arm.',
  ],
  examples: [['warmstart experiment stop shop --reason "wrong model"', '']],
  run: async ({ app, store, terminal, positionals, isSet, text }) => {
    const { stopExperiment } = await import('./stop-operation.ts')
    const status = await stopExperiment(app, await store(), { name: positionals[0] ?? '', reason: text('reason') })
    if (isSet('json')) terminal.json(status)
    else {
      const { statusLines } = await import('./run-show.ts')
      for (const line of statusLines(status, terminal)) terminal.line(line)
    }
    return EXIT.ok
  },
}

export const listExperimentsCommand: Command = {
  name: 'experiment list',
  readsOnly: true,
  summary: 'list your experiments, the newest first',
  examples: [['warmstart experiment list', '']],
  run: async ({ app, store, terminal, isSet }) => {
    const { experimentList } = await import('./status-operation.ts')
    const list = await experimentList(app, await store())
    if (isSet('json')) terminal.json(list)
    else {
      const { listLines } = await import('./list-show.ts')
      for (const line of listLines(list, terminal)) terminal.line(line)
    }
    return EXIT.ok
  },
}
