import { answer } from '../../interfaces/cli/answer.ts'
import { describeConfig, trustProjectConfig } from './operation.ts'
import { type Command, EXIT } from '../../interfaces/cli/command.ts'
import { MODEL_FLAGS, modelFlags } from '../../interfaces/cli/model-flags.ts'
import { configLines } from './show.ts'

export const configCommand: Command = {
  name: 'config',
  summary: 'show which model the agent asks, and where each setting comes from',
  flags: {
    ...MODEL_FLAGS,
    'check-model': { type: 'boolean', help: 'also ask the endpoint for its models' },
    trust: { type: 'boolean', help: "let this project's file, as it is now, name the address and the key" },
  },
  details: [
    'Flags go before the environment, that before WARMSTART_HOME/.env, then warmstart.config.json of the project, then that in WARMSTART_HOME. Keys come only from the environment or .env, and are never shown.',
    'A file that came with a project may name a model and tools. It may name the address and the key only after you have read it and run `warmstart config --trust`; any change of the file ends the trust.',
  ],
  examples: [
    ['warmstart config', ''],
    ['warmstart config --check-model', 'tries the endpoint'],
    ['warmstart config --trust', 'after reading warmstart.config.json'],
  ],
  run: async (context) => {
    const { app, terminal } = context
    if (context.isSet('trust')) terminal.note(`trusted as it is now: ${await trustProjectConfig(app)}`)
    const report = await describeConfig(app, { flags: modelFlags(context), checkModel: context.isSet('check-model') })
    await answer(context, report, configLines)
    const isWell = report.problem === null && (report.endpoint === null || isWorking(report.endpoint))
    return isWell ? EXIT.ok : EXIT.failed
  },
}

const isWorking = ({ isReachable, message }: { isReachable: boolean; message: string | null }): boolean =>
  isReachable && message === null
