import { createGeminiChatReader } from '../../../wire/gemini-chat.ts'
import type { Emit, Parser, SourceFile } from '../../source.ts'
import { identify } from './paths.ts'

/** Gemini CLI writes the format as it is. */
export const createParser = (file: SourceFile, emit: Emit, saved?: unknown): Parser =>
  createGeminiChatReader(emit, identify(file.path), saved)
