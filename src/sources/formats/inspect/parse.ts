import { asArray, isRecord } from '../../../lib/json.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { isLog } from './recognise.ts'
import { readSample } from './sample.ts'

/** Reads a log that was written or converted to JSON. Never throws. */
export const createParser = (file: SourceFile, emit: Emit): Parser => ({
  read(record) {
    if (!isLog(record)) {
      emit.issue({ line: 1, code: 'unknown-record', message: 'no log of Inspect' })
      return
    }
    for (const [index, sample] of asArray(record.samples).entries()) {
      if (isRecord(sample)) readSample(emit, { path: file.path, head: record.eval, sample, ordinal: index + 1 })
      else emit.issue({ line: index + 1, code: 'bad-record', message: 'a sample that is not an object' })
    }
  },
  save: () => undefined,
})
