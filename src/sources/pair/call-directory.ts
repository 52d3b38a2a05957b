import { posix, win32 } from 'node:path'
import { isRecord } from '../../lib/json.ts'

/** Arguments by which tools name the directory to run in. */
const NAMES = ['workdir', 'cwd', 'working_directory', 'workingDirectory', 'working_dir']
/** Tools that run commands also use the last three; for other tools they name what is listed or searched. */
const SHELL_NAMES = [...NAMES, 'directory', 'dir_path', 'dir']

/** The directory a call ran in: the one its arguments name, else the one its session was in. Undefined where neither is known. */
export const callDirectory = (args: unknown, isShell: boolean, base: string | undefined): string | undefined => {
  if (!isRecord(args)) return base
  for (const name of isShell ? SHELL_NAMES : NAMES) {
    const value = args[name]
    if (typeof value !== 'string' || value.trim() === '') continue
    return resolved(value.trim().replace(/^file:\/\//, ''), base)
  }
  return base
}

const resolved = (path: string, base: string | undefined): string => {
  if (base === undefined || /^(?:[\\/~]|[A-Za-z]:[\\/])/.test(path)) return path
  return (/^[A-Za-z]:[\\/]/.test(base) ? win32 : posix).join(base, path)
}
