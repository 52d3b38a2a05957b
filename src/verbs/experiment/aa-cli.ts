import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { wrap } from '../../interfaces/cli/table.ts'
import type { ExperimentAa } from './shape.ts'

const SPLITS = 200

export const aaCommand: Command = {
  name: 'experiment aa',
  readsOnly: true,
  summary: 'check that no difference is found where there is none',
  arguments: 'NAME',
  positionals: { least: 1, most: 1 },
  flags: {
    arm: { type: 'string', value: 'ARM', help: 'the arm whose trials are split (default: the first)' },
    splits: { type: 'string', value: 'N', help: `how often they are split (default ${SPLITS})` },
  },
  details: [
    'The trials of one arm are split into two halves by chance and analysed as two arms, many times. Every difference that is found is false. More of them than the declaration allows mean that the figures of this experiment cannot be trusted.',
  ],
  examples: [['warmstart experiment aa shop', '']],
  run: async ({ app, store, terminal, positionals, isSet, text, count }) => {
    const { checkAa } = await import('./aa-operation.ts')
    const found = await checkAa(app, await store(), {
      name: positionals[0] ?? '',
      arm: text('arm'),
      splits: count('splits') ?? SPLITS,
    })
    if (isSet('json')) terminal.json(found)
    else for (const line of wrap(sentenceOf(found), terminal.width)) terminal.line(line)
    return EXIT.ok
  },
}

const sentenceOf = ({ splits, falseFinds, units, arm, allowed, note }: ExperimentAa): string => {
  if (note !== null) return `Nothing can be said yet (${units} usable in arm ${arm}): ${note}.`
  const share = (100 * falseFinds) / splits
  const verdict =
    falseFinds / splits <= allowed ? 'as it should be' : 'more than is allowed: do not trust this experiment'
  return `${falseFinds} of ${splits} splits of arm ${arm} (${units} units) show a difference that is not there: ${share.toFixed(1)} %, allowed are ${(100 * allowed).toFixed(0)} %. That is ${verdict}.`
}
