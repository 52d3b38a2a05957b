import { toPlainLine } from '../../interfaces/cli/section.ts'
import { wrap } from '../../interfaces/cli/table.ts'
import type { Template } from '../list/templates-operation.ts'

type Told = Pick<Template, 'name' | 'addendum' | 'addendumYes'>

/** Prints an addendum in full, and whether its owner still has to approve it; nothing if there is none. */
export const addendumLines = ({ name, addendum, addendumYes }: Told, { width }: { width: number }): string[] =>
  addendum === ''
    ? []
    : [
        ...addendum.split('\n').flatMap((line) => wrap(toPlainLine(line), width, '  ').map((each) => each.trimEnd())),
        ...(addendumYes === null ? [] : ['', ...wrap(yesText(name, addendumYes), width)]),
      ]

const yesText = (name: string, { id, confirmed }: NonNullable<Told['addendumYes']>): string =>
  confirmed
    ? `It is made of system messages, and you said yes to it (${id}).`
    : `It is made of system messages. No session is given it before you say yes to it: \`warmstart promote ${name} --rules ${id}\`.`
