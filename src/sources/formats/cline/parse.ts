import { createClineTaskReader } from '../../../wire/cline-task.ts'
import { isConversation, taskAt } from '../../../wire/cline-paths.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { createSessionReader } from './session.ts'

/** Tasks of the extension and sessions of the newer program are told by the file's name. */
export const createParser = (file: SourceFile, emit: Emit): Parser =>
  isConversation(file.path) ? createClineTaskReader(emit, taskAt(file.path)) : createSessionReader(file.path, emit)
