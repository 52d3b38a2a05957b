import { answer } from '../../interfaces/cli/answer.ts'
import { resolve } from 'node:path'
import { FOREIGN_GATEWAYS } from '../../gateway/foreign/registry.ts'
import { gatewayImport } from './import-operation.ts'
import { type Command } from '../../interfaces/cli/command.ts'
import { importedLines } from './imported-show.ts'

export const gatewayImportCommand: Command = {
  name: 'gateway import',
  summary: 'move chats over from another gateway, with their conversations',
  flags: {
    from: { type: 'string', value: 'NAME', choices: FOREIGN_GATEWAYS, help: `default: ${FOREIGN_GATEWAYS[0]}` },
    path: { type: 'string', value: 'DIR', help: 'its home, where that is not the usual place' },
    mine: {
      type: 'boolean',
      help: 'all of this is mine: also take direct chats whose old keys do not say who wrote',
    },
    'dry-run': { type: 'boolean', help: 'only say what would be taken' },
  },
  details: [
    'Nothing is written there. Chats that are here already stay as they are, so that it can be run again. What cannot be taken is listed with the reason. Tokens and keys are not read.',
  ],
  examples: [
    ['warmstart gateway import --dry-run', ''],
    ['warmstart gateway import --path /srv/old-home', ''],
  ],
  run: async (context) => {
    const path = context.text('path')
    const report = await gatewayImport(context.app, await context.store(), {
      from: context.text('from') ?? FOREIGN_GATEWAYS[0] ?? '',
      path: path === undefined ? undefined : resolve(path),
      isDryRun: context.isSet('dry-run'),
      isMine: context.isSet('mine'),
    })
    return answer(context, report, (_, screen) =>
      importedLines(report, { ...screen, isDryRun: context.isSet('dry-run') }),
    )
  },
}
