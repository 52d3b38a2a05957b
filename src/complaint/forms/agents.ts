import {
  BLOCKED,
  INVALID_ARGUMENT,
  IS_DIRECTORY,
  MISSING_AGENT,
  MISSING_PATH,
  MISSING_SERVICE,
  MISSING_SKILL,
  MISSING_TOOL,
  OUTSIDE,
  TIMED_OUT,
  TOO_LARGE,
} from '../complaint.ts'
import { by, END, type Form, form, NAME, PATH } from '../form.ts'

/** `Note: your current working directory is /srv/shop.` behind a path that is not there. */
const HERE = String.raw`(?:.{0,200}?\b(?:working directory(?: is|:)) (?<place>[^\s<]{1,300}?)(?=[.,]?(?:\s|<|$)))?`

/**
 * Sentences of agents' file tools and their harnesses. A sentence without a path is about the path that the tool was
 * given.
 */
export const AGENT_FORMS: readonly Form[] = [
  form(MISSING_TOOL, 'no such tool', `No such tool(?: available)?: ${NAME}`),
  form(MISSING_TOOL, 'unknown tool', `^(?:Error: )?[Uu]nknown tool:? ${NAME}`),
  form(MISSING_TOOL, 'unavailable tool', `unavailable tool:? ${NAME}`),
  form(MISSING_TOOL, 'unsupported call', `^(?:Error: )?unsupported (?:custom tool )?call: ${NAME}`),
  form(
    MISSING_TOOL,
    'tool',
    String.raw`^(?:Error:? )?(?:Tool|Function) ${NAME} (?:was )?(?:not found|does not exist|is not (?:available|registered|enabled|defined))`,
  ),
  form(MISSING_TOOL, 'tool', `^(?:Error: )?Tool not found: ${NAME}`),
  form(MISSING_SKILL, 'skill', `(?:Unknown skill|Skill not found|No such skill):? ${NAME}`),
  form(MISSING_SKILL, 'skill', `^(?:Error: )?Skill ${NAME} (?:not found|does not exist|is not available)`),
  form(
    MISSING_AGENT,
    'agent',
    String.raw`^(?:Error: )?(?:Agent type|Sub-?agent|Unknown agent type:?) ${NAME}(?: not found| is not a valid|${END})`,
  ),
  form(
    MISSING_SERVICE,
    'mcp',
    String.raw`^(?:Error: )?(?:Unknown )?MCP server:? ${NAME} (?:not found|is not (?:connected|configured))`,
  ),
  form(TOO_LARGE, 'exceeds maximum', String.raw`exceeds maximum allowed (?:tokens|size|length)`),
  form(
    TOO_LARGE,
    'too large',
    String.raw`^(?:Error: )?(?:File|Content|The file)(?: ${PATH})?(?: is)? too large(?: to (?:read|open|display))?`,
  ),
  form(TOO_LARGE, 'size exceeds', String.raw`^(?:Error: )?File size exceeds`),
  form(
    MISSING_PATH,
    'does not exist',
    String.raw`(?:File|Directory|Path) does not exist: ${PATH}(?=\.?(?:\s|<|$))${HERE}`,
  ),
  form(
    MISSING_PATH,
    'does not exist',
    String.raw`^(?:Error: )?(?:File|Directory|Path) does not exist(?:\.|$| |<)${HERE}`,
  ),
  form(
    MISSING_PATH,
    'not found',
    String.raw`^(?:Error: )?(?:File|Path|Directory|Folder)(?: or directory)? not found(?: or inaccessible)?: ${PATH}$`,
  ),
  form(MISSING_PATH, 'not found', String.raw`^(?:Error: )?(?:File|Path|Directory) ${PATH} (?:was )?not found${END}`),
  form(MISSING_PATH, 'not found', String.raw`^(?:Error: )?(?:File|Path|Directory) not found\.?$`),
  form(
    MISSING_PATH,
    'does not exist',
    String.raw`^(?:Error: )?(?:The )?(?:[Ff]ile|[Pp]ath|[Dd]irectory|[Ff]older)(?: path)? ${PATH} does not exist${HERE}`,
  ),
  form(
    MISSING_PATH,
    'failed to',
    `[Ff]ailed to (?:read|open|find|write|delete|get metadata for) (?:file to update |file )?${PATH}: No such file or directory`,
  ),
  form(MISSING_PATH, 'unable to locate', `unable to locate (?:image|file) at ${PATH}(?:: |$)`),
  form(
    MISSING_PATH,
    'no such file',
    String.raw`(?:exec process|execution error|CreateProcess|Io\(Os).{0,80}No such file or directory`,
  ),
  form(IS_DIRECTORY, 'eisdir', String.raw`EISDIR: illegal operation on a directory(?:, \w{1,20}(?: ${PATH})?)?$`),
  form(IS_DIRECTORY, 'not a directory', String.raw`^(?:Error: )?Path is not a directory: ${PATH}$`),
  form(
    OUTSIDE,
    'workspace',
    String.raw`(?:Attempted path|Path) ${PATH} (?:resolves outside|is (?:outside|not within)) .{0,60}workspace(?: directories: (?<place>\S{1,300}))?`,
  ),
  form(INVALID_ARGUMENT, 'required parameter', `required parameter ${NAME} is missing`),
  form(INVALID_ARGUMENT, 'unexpected parameter', `unexpected parameter ${NAME} was provided`),
  form(INVALID_ARGUMENT, 'missing field', `failed to parse function arguments: missing field ${NAME}`),
  form(INVALID_ARGUMENT, 'required schema', String.raw`does not match required schema: (?<name>[^:\n]{1,80})`),
  form(BLOCKED, 'blocked: ', String.raw`^Blocked: (?<name>[\w.-]{1,40})\b`, by('agent')),
  form(
    TIMED_OUT,
    'timed out',
    String.raw`^(?:Error: )?[Cc]ommand timed out after (?<name>[\d.]{1,10} ?[a-z]{1,12}(?: [\d.]{1,8}s)?)`,
  ),
]
