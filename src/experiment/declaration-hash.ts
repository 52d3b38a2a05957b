import { hashOf } from '../lib/hash.ts'
import type { Given } from './runners/runner.ts'
import type { Declaration } from '../schema/experiment.ts'
import { canonicalJson, hashOfText } from '../template/canonical.ts'

/** The identity of an experiment: equal for equal declarations, whatever the order of their fields. A changed one is another experiment. */
export const declarationHash = (declaration: Declaration): string => hashOfText(canonicalJson(declaration))

/** The identity of the words that an arm gives. */
export const hashOfGiven = ({ text, history }: Given): string => hashOf('given', text, JSON.stringify(history))
