import { resolve } from 'node:path'
import { type SyncInput, sync } from './operation.ts'
import { type Command, type Context, EXIT } from '../../interfaces/cli/command.ts'
import { createProgress } from '../../interfaces/cli/progress.ts'

export const syncCommand: Command = {
  name: 'sync',
  summary: 'read what is new in the history of your agents',
  flags: {
    source: {
      type: 'string',
      multiple: true,
      value: 'NAME',
      help: 'read only this agent; with --path, the agent that wrote the files',
    },
    path: { type: 'string', multiple: true, value: 'PATH', help: 'a file or directory instead of the default places' },
    rebuild: { type: 'boolean', help: 'read everything again and judge the rest again' },
  },
  details: [
    'Reads on from where the last run stopped; running it twice adds nothing. Files that are gone keep their facts.',
    'Without --source the format of a path is told from its content.',
  ],
  examples: [
    ['warmstart sync', 'all agents found on this machine'],
    ['warmstart sync --source codex', 'only Codex, at its default place'],
    ['warmstart sync --path ./runs', 'whatever is in that directory'],
    ['warmstart sync --source openclaw --path ./a --source pi --path ./b', 'two agents, two places'],
  ],
  run: async (context) => {
    const input: SyncInput = { targets: targetsOf(context.given), rebuild: context.isSet('rebuild') }
    const progress = createProgress(context.terminal, 'reading')
    const report = await sync(context.app, await context.store(), input, progress.update).finally(progress.end)
    // A hook starts this command too, and then its output is not read.
    if (report.joined.length > 0 && (context.isSet('json') || context.terminal.isScreen)) {
      const { markJoined } = await import('../lessons/consent-operation.ts')
      await markJoined(context.app, await context.store(), report.joined)
    }
    if (context.isSet('json')) {
      context.terminal.json(report)
      return EXIT.ok
    }
    const { syncTable } = await import('./show.ts')
    for (const line of syncTable(report, context.terminal)) context.terminal.line(line)
    return EXIT.ok
  },
}

/** `--source A --path P`: a source belongs to the path that follows it. */
const targetsOf = (given: Context['given']): SyncInput['targets'] => {
  const targets: SyncInput['targets'] = []
  let source: string | undefined
  for (const { name, value } of given) {
    if (name === 'source') {
      if (source !== undefined) targets.push({ source })
      source = String(value)
    } else if (name === 'path') {
      targets.push({ source, path: resolve(String(value)) })
      source = undefined
    }
  }
  if (source !== undefined) {
    // With one of each, `--path P --source S` means the same as the other order.
    const [only] = targets
    if (targets.length === 1 && only !== undefined && only.source === undefined) only.source = source
    else targets.push({ source })
  }
  return targets
}
