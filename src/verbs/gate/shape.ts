import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'

export const GateInput = describedObject('One command line that `gate` is to judge.', {
  command: described(v.string(), 'the command line'),
  cwd: described(
    v.optional(v.string()),
    'root of the project; without it relative paths are inside the project and absolute ones outside',
  ),
})
export type GateInput = v.InferOutput<typeof GateInput>

export const GateVerdict = describedObject('What `gate` says about one command line.', {
  show: described(v.boolean(), 'whether the command may be shown to another session'),
  run: described(
    v.picklist(['allow', 'ask', 'refuse']),
    'allow: our agent runs it unasked; ask: a person is asked first; refuse: nobody can be asked (--unattended)',
  ),
  why: described(v.string(), 'what speaks against it; empty where nothing does'),
})
export type GateVerdict = v.InferOutput<typeof GateVerdict>
