import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { generateSample } from '../src/sample/generate.ts'
import { benchBuild } from './build.ts'
import { benchCalibration } from './calibration.ts'
import { benchColdSync } from './cold-sync.ts'
import { benchExperiment } from './experiment.ts'
import { benchGateway } from './gateway.ts'
import { benchGatewaySessions } from './gateway-sessions.ts'
import { benchHermes } from './hermes.ts'
import { benchHook } from './hook.ts'
import { benchLoad } from './load.ts'
import { benchLongLines } from './long-lines.ts'
import { benchMcp } from './mcp.ts'
import { benchPostgres } from './postgres.ts'
import { benchProcesses } from './processes.ts'
import { benchProfile } from './profile.ts'
import { benchRedact } from './redact.ts'
import { benchStartUp } from './start-up.ts'
import { benchTurn } from './turn.ts'

/*
 * npm run bench [-- --data DIR] [--database FILE] [--baseline COMMAND] [--sessions N] [--only NAME]
 *
 * Everything is a ratio of two things measured in this run, because times on a shared machine mean nothing.
 *   --data DIR          JSONL history to read (default: 300 MB from the project's own generator)
 *   --database FILE     a Hermes database (default: one of --sessions sessions, made here)
 *   --baseline COMMAND  what the database is compared with: run as COMMAND FILE, it prints {"seconds", "messages"}
 */
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    database: { type: 'string' },
    baseline: { type: 'string' },
    sessions: { type: 'string', default: '11000' },
    only: { type: 'string' },
  },
})

const scratch = mkdtempSync(join(tmpdir(), 'warmstart-bench-'))
const wants = (name: string): boolean => values.only === undefined || values.only === name
const isDatabase = values.data !== undefined && statSync(values.data).isFile()
try {
  if (wants('start-up')) await benchStartUp(scratch)
  if (wants('turn')) await benchTurn(scratch)
  if (wants('cold-sync') && !isDatabase) {
    let { data } = values
    if (data === undefined) {
      data = join(scratch, 'history')
      process.stdout.write('making 300 MB of history ...\n')
      generateSample(data, { seed: 1, megabytes: 300 })
    }
    await benchColdSync(data, scratch)
  }
  if (wants('postgres')) await benchPostgres(scratch)
  if (wants('long-lines')) await benchLongLines(scratch)
  if (wants('load')) await benchLoad(scratch)
  if (wants('experiment')) await benchExperiment(scratch)
  if (wants('hook')) await benchHook(scratch)
  if (wants('gateway')) await benchGateway(scratch)
  if (wants('gateway-sessions')) await benchGatewaySessions(scratch)
  if (wants('mcp')) await benchMcp(scratch)
  if (wants('processes')) await benchProcesses()
  if (wants('profile')) {
    const database = isDatabase ? values.data : values.database
    await benchProfile(scratch, { database, baseline: values.baseline, sessions: Number(values.sessions) })
  }
  if (wants('build')) {
    const database = isDatabase ? values.data : values.database
    await benchBuild(scratch, { database, baseline: values.baseline, sessions: Number(values.sessions) })
  }
  if (wants('calibration')) benchCalibration()
  if (wants('redact')) benchRedact(isDatabase ? undefined : values.data)
  if (wants('hermes')) {
    const database = isDatabase ? values.data : values.database
    await benchHermes(scratch, { database, baseline: values.baseline, sessions: Number(values.sessions) })
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
