import type { Complaint } from './complaint.ts'

/** `ERR_MODULE_NOT_FOUND` of Node, `ERR_PNPM_OUTDATED_LOCKFILE` of pnpm: the code by which people look an error up. */
export const readErrorCode = (line: string): Complaint | undefined => {
  if (!line.includes('ERR_')) return undefined
  const found =
    /(?:\[|\bcode: ['"]|^\s{0,4})(ERR_[A-Z][A-Z0-9_]{4,60})(?:\]|['"]|:? )(.{0,300})/.exec(line) ??
    /^\[?(ERR_PNPM_[A-Z0-9_]{3,60})\]?(.{0,300})/.exec(line.trim())
  const code = found?.[1]
  if (code === undefined || ECHOES.has(code)) return undefined
  return {
    program: code.startsWith('ERR_PNPM') ? 'pnpm' : 'node',
    code,
    subject: /["'`]([^"'`\n]{1,120})["'`]/.exec(found?.[2] ?? '')?.[1] ?? '',
    line: line.trim(),
    place: '',
  }
}

/** They only repeat that a script failed or is missing, which its own lines say better. */
const ECHOES: ReadonlySet<string> = new Set([
  'ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL',
  'ERR_PNPM_RECURSIVE_EXEC_FIRST_FAIL',
  'ERR_PNPM_RECURSIVE_FAIL',
  'ERR_PNPM_NO_SCRIPT',
  'ERR_PNPM_NO_SCRIPT_OR_SERVER',
])
