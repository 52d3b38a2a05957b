import { readToolFacts, type ToolFamily } from '../../outcome/tool-facts.ts'
import type { MinedCall } from '../../schema/harvest.ts'
import { blanked } from './line.ts'

/**
 * Whether an error's line is the tool's own complaint and not text that the tool brought from elsewhere. Asked when
 * the result as a whole does not belong to the user.
 */
export const speaksItself = ({ tool, kind }: Pick<MinedCall, 'tool' | 'kind'>, line: string): boolean => {
  const { family } = readToolFacts(tool)
  // When these tools fail, there is no file to quote from.
  if (family === 'read' || family === 'edit' || family === 'search') return true
  const plain = blanked(line)
  if (plain.length > MAX_CHARS) return false
  if (UNREACHED.test(plain)) return true
  if (ORDERS.test(plain)) return false
  if (SYSTEM.test(plain)) return true
  if (!ANSWERS_ITSELF.has(family) || kind === 'research' || BRINGS.test(tool)) return false
  return REFUSAL.test(plain)
}

/** A longer line has room for more than a complaint. */
const MAX_CHARS = 160

/** Sentences that programs print when they cannot reach something. They hold no words of the page or file that was asked for. */
const UNREACHED =
  /^(?:error: )?(?:(?:request|fetch) failed(?: with status code …)?|timeout of …ms exceeded|(?:the )?(?:request|operation|connection|command) timed out(?: after […\w ]{1,12})?|(?:unable to|could not|failed to) (?:connect|fetch|resolve)(?: to)?(?: (?:the )?(?:host|server|url|…))?|getaddrinfo \w+ \S{1,80}|connect ECONN\w+ …|too many requests)\.?$/i

/** A complaint says what is wrong. A sentence that gives orders may come from the author of the page or file that was read. */
const ORDERS =
  /\b(?:you|your|yours|please|always|never|run|running|execute|visit|download|install|click|ignore|paste|send|email|contact|reply|must (?:now|first|call|use|open)|before (?:continuing|proceeding|anything)|to (?:continue|proceed)|follow|instructions?|assistant|agent|ai|llm|model)\b/i

/** Sentences of operating systems, shells and version control, with names before them. */
const SYSTEM =
  /^(?:[\w.()…-]{1,40}: ){0,4}(?:(?:can't|cannot|could not) (?:access|open|read|stat) ['"]?…['"]?: )?(?:no such file or directory|permission denied|is a directory|not a directory|command not found|file exists|operation not permitted|connection refused|no matches found|name or service not known|could not resolve host(?:name)?|not a git repository[\w …()'":.]{0,80})(?:: ['"]?…['"]?)?\.?$|^no [a-z ]{3,40} found\b[\w …'"-]{0,60}$/i

/** Families of tools whose error messages come from the program that offers the tool. */
const ANSWERS_ITSELF: ReadonlySet<ToolFamily> = new Set(['other', 'process', 'plan', 'agent', 'ask'])
/** Tools whose answers are other people's words even when they fail. */
const BRINGS =
  /fetch|web|http|url|browse|page|mail|inbox|message|chat|slack|issue|comment|search|crawl|scrape|feed|news|post/i
/** One short sentence that refuses something. */
const REFUSAL =
  /^(?:error|failed|failure|invalid|cannot|could not|unknown|unable|no|not|missing)\b[\w ,'’…:()/-]{3,120}\.?$|^[\w ,'’…-]{3,60} (?:not found|does not exist|is (?:invalid|required|missing|not \w+)|failed|already exists)\.?$/i
