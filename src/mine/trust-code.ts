import { readShell } from '../outcome/shell.ts'
import { refusalOf } from './trust-programs.ts'
import { destroysData } from './trust-sql.ts'

/** Why a piece of a program must not be shown as an example: it deletes, sends, or runs a command that is refused. */
export const codeRefusal = (code: string): string | undefined => {
  const text = code.slice(0, MAX_LOOK_CHARS)
  for (const [reason, pattern] of CALLS) if (pattern.test(text)) return reason
  if (HIDES.test(text) || (RUNS_TEXT.test(text) && BRINGS_TEXT.test(text))) return 'runs what only shows when it runs'
  if (/\b(?:execute|query|executescript|raw|exec)\(/.test(text) && destroysData(text)) return 'destroys data'
  if (!RUNS.test(text)) return undefined
  for (const [, ...quoted] of text.matchAll(QUOTED)) {
    for (const command of readShell(quoted.join('')).commands) {
      const reason = refusalOf(command.program, command.words)
      if (reason !== undefined || command.via.includes('sudo')) return reason ?? 'needs root'
    }
  }
  return undefined
}

const MAX_LOOK_CHARS = 8_192

const CALLS: [string, RegExp][] = [
  [
    'deletes files',
    /\b(?:shutil\.rmtree|os\.(?:remove|unlink|rmdir|removedirs)|fs\.(?:promises\.)?(?:rm|rmdir|unlink)(?:Sync)?|(?:rmSync|unlinkSync|rmdirSync|rimraf)|FileUtils\.rm\w{0,10}|File\.(?:delete|unlink)|Deno\.remove\w{0,6}|file\.remove|rmtree|unlink)\b|\bfrom\s+(?:os|shutil)\s+import\b[^\n;]{0,200}\b(?:remove|rmdir|removedirs)\b|\{[^{}\n]{0,80}\b(?:rm|rmdir)\b[^{}\n]{0,80}\}\s{0,4}(?:from|=\s{0,4}require\()\s{0,4}['"](?:node:)?fs\b/,
  ],
  [
    'sends words or data to other people',
    /\b(?:smtplib|nodemailer|sendmail|yagmail)\b|\brequests\.(?:post|put|patch)\((?!\s{0,4}f?["']https?:\/\/(?:localhost|127\.))/,
  ],
  [
    'destroys data',
    /\b(?:requests|axios|httpx)\.delete\(|\.(?:drop_all|dropDatabase|drop_database|delete_many\(\{\}\))/,
  ],
  ['moves money', /\bstripe\.(?:\w+\.)?(?:create|charge|refund)\b/i],
]

/** A name that is put together when it runs. */
const HIDES =
  /\bgetattr\(\s{0,4}(?:os|shutil|subprocess)\b|(?:require\(['"](?:node:)?(?:fs|child_process)(?:\/promises)?['"]\)|\b(?:fs|shutil|child_process))\s?\[|\b(?:system|popen|Popen|run|call|exec\w{0,8}|spawn\w{0,4})\(\s{0,4}\[?\s{0,4}["'][^"'\n]{0,40}["']\s{0,4}\+/
const RUNS_TEXT = /\b(?:exec|eval|Function|instance_eval)\s?\(/
const BRINGS_TEXT =
  /\b(?:b64decode|b32decode|unhexlify|fromhex|atob|urlopen|requests\.get|fetch|decompress|codecs\.decode|unpack|decode64)\b/

/** A program that starts others. */
const RUNS =
  /\b(?:os\.system|os\.popen|subprocess|child_process|exec(?:Sync|File|FileSync)?|spawn(?:Sync)?|system|popen|shell_exec|Popen|run|call|check_call|check_output|getoutput)\s*\(|\b(?:system|exec)\s+["']|`/
const QUOTED = /'([^'\n]{1,400})'|"([^"\n]{1,400})"|`([^`\n]{1,400})`/g
