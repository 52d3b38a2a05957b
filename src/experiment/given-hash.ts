import { hashOf } from '../lib/hash.ts'
import type { Given } from './runners/runner.ts'

/** By what the words of an arm are known. */
export const hashOfGiven = ({ text, history }: Given): string => hashOf('given', text, JSON.stringify(history))
