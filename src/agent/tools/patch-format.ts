/** One file of a patch in the format whose lines begin with `***`. */
export type FilePatch =
  | { kind: 'add'; path: string; content: string }
  | { kind: 'delete'; path: string }
  | { kind: 'update'; path: string; moveTo: string | undefined; hunks: Hunk[] }

export interface Hunk {
  /** A line to find first, such as the head of a function. */
  anchor: string | undefined
  oldLines: string[]
  newLines: string[]
}

/** Parses a patch of one or several files; a problem is reported with its line. Never throws. */
export const parsePatch = (patch: string): FilePatch[] | { problem: string } => {
  const lines = patch.replaceAll('\r\n', '\n').split('\n')
  const begin = lines.findIndex((line) => line.trim() === '*** Begin Patch')
  if (begin < 0) return { problem: 'Invalid patch: it must begin with the line *** Begin Patch' }
  const files: FilePatch[] = []
  let building: Building | undefined
  const finish = (): void => {
    if (building !== undefined) files.push(finished(building))
    building = undefined
  }
  for (const [index, line] of lines.slice(begin + 1).entries()) {
    if (line.trim() === '*** End Patch') {
      finish()
      return files.length === 0 ? { problem: 'Invalid patch: it changes no file' } : files
    }
    const header = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line)
    if (header !== null) {
      finish()
      building = {
        kind: (header[1] ?? '').toLowerCase() as FilePatch['kind'],
        path: (header[2] ?? '').trim(),
        moveTo: undefined,
        hunks: [],
      }
      continue
    }
    if (building === undefined || !addLine(building, line))
      return { problem: `Invalid patch: line ${begin + index + 2} (${line.slice(0, 80)}) has no meaning here` }
  }
  return { problem: 'Invalid patch: the line *** End Patch is missing' }
}

interface Building {
  kind: FilePatch['kind']
  path: string
  moveTo: string | undefined
  hunks: { anchor: string | undefined; lines: string[] }[]
}

/** Returns false if the line has no meaning. */
const addLine = (building: Building, line: string): boolean => {
  if (building.kind === 'delete') return line.trim() === ''
  const moved = /^\*\*\* Move to: (.+)$/.exec(line)
  if (moved !== null) {
    building.moveTo = moved[1]?.trim()
    return building.kind === 'update' && building.hunks.length === 0
  }
  if (line === '*** End of File') return true
  if (line.startsWith('@@')) {
    const anchor = line.replace(/^@@ ?/, '').replace(/ ?@@$/, '').trim()
    // `@@ -1,4 +1,5 @@` comes from other formats. Models seldom get the numbers right, and the lines are enough.
    building.hunks.push({ anchor: anchor === '' || /^-\d+(?:,\d+)? \+\d/.test(anchor) ? undefined : anchor, lines: [] })
    return building.kind === 'update'
  }
  const isKnown = /^[ +-]/.test(line) || line === ''
  if (!isKnown || (building.kind === 'add' && !line.startsWith('+') && line !== '')) return false
  if (building.hunks.length === 0) building.hunks.push({ anchor: undefined, lines: [] })
  building.hunks.at(-1)?.lines.push(line)
  return true
}

const finished = ({ kind, path, moveTo, hunks }: Building): FilePatch => {
  if (kind === 'delete') return { kind, path }
  if (kind === 'add') {
    const lines = trimmed(hunks.flatMap((hunk) => hunk.lines)).map((line) => line.slice(1))
    return { kind, path, content: lines.length === 0 ? '' : `${lines.join('\n')}\n` }
  }
  return { kind, path, moveTo, hunks: hunks.map(({ anchor, lines }) => hunkOf(anchor, trimmed(lines))) }
}

/** Blank lines between files belong to no hunk. */
const trimmed = (lines: readonly string[]): string[] => {
  const end = lines.findLastIndex((line) => line !== '')
  return lines.slice(0, end + 1)
}

const hunkOf = (anchor: string | undefined, lines: readonly string[]): Hunk => ({
  anchor,
  oldLines: lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1)),
  newLines: lines.filter((line) => !line.startsWith('-')).map((line) => line.slice(1)),
})
