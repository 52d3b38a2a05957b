import { asString, isRecord, type JsonRecord } from '../../../lib/json.ts'
import { sessionName } from '../../../wire/file-stem.ts'
import { createTrajectory, type Trajectory } from '../../../wire/trajectory.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { readActed } from './acted.ts'
import { isEvents, isResult } from './recognise.ts'
import { readKind } from './kinds.ts'

/** Reads a trajectory, or one instance of an evaluation a line. Never throws. */
export const createParser = (file: SourceFile, emit: Emit): Parser => ({
  read(record, line) {
    if (isResult(record)) {
      const about = { platform: 'benchmark', ...modelOf(record) }
      const name = sessionName(file.path, record.instance_id, line)
      return readEvents(emit, createTrajectory(emit, name, about), record.history)
    }
    if (isEvents(record))
      return readEvents(emit, createTrajectory(emit, sessionName(file.path, undefined, line), {}), record)
    emit.issue({ line, code: 'unknown-record', message: 'no events of OpenHands' })
  },
  save: () => undefined,
})

const modelOf = (record: JsonRecord): { model?: string } => {
  const metadata = isRecord(record.metadata) ? record.metadata : {}
  const config = isRecord(metadata.llm_config) ? metadata.llm_config : isRecord(metadata.llm) ? metadata.llm : {}
  const model = asString(config.model)
  return model ? { model } : {}
}

/** Two generations of events: the newer name their kind. */
const readEvents = (emit: Emit, run: Trajectory, events: readonly unknown[]): void => {
  for (const [index, event] of events.entries()) {
    if (!isRecord(event)) {
      emit.issue({ line: index + 1, code: 'bad-record', message: 'an event that is not an object' })
      continue
    }
    const spot = { line: index + 1, time: event.timestamp }
    if (typeof event.kind === 'string') readKind(run, spot, event)
    else readActed(run, spot, event)
  }
  run.end()
}
