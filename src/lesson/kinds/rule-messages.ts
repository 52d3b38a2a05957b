import { GO } from './rule-messages/go.ts'
import { JAVASCRIPT } from './rule-messages/javascript.ts'
import { OTHERS } from './rule-messages/others.ts'
import { PYTHON } from './rule-messages/python.ts'

/**
 * What common rules of linters and compilers ask for, in our own words. For other rules a lesson gives only the name,
 * because the message that a program printed may be a stranger's words.
 */
export const ruleMessage = (rule: string, sub: string): string | undefined =>
  MESSAGES.get(sub === '' ? rule : `${rule} ${sub}`) ?? (sub === '' ? undefined : MESSAGES.get(sub))

const MESSAGES: ReadonlyMap<string, string> = new Map(
  [GO, JAVASCRIPT, PYTHON, OTHERS]
    .join('')
    .split('\n')
    .flatMap((line) => {
      const at = line.indexOf(': ')
      return at < 0 ? [] : [[line.slice(0, at), line.slice(at + 2)] as const]
    }),
)
