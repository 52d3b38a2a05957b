import type { Cause, ToolKind } from '../schema/outcome.ts'
import type { ErrorYield, ForeignPath, Harvest, ShapeYield } from '../schema/harvest.ts'

/** A harvest as columns. They hold lists instead of objects, because field names would fill half of every row. */
export interface HarvestColumns {
  shapes: string
  tracks: string
  errors: string
  foreign_paths: string
}

export const harvestColumns = ({ shapes, tracks, errors, foreign }: Harvest): HarvestColumns => ({
  shapes: JSON.stringify(shapes.map(shapeList)),
  tracks: JSON.stringify(tracks),
  errors: errors.length === 0 ? '' : JSON.stringify(errors.map(errorList)),
  foreign_paths:
    foreign.length === 0 ? '' : JSON.stringify(foreign.map(({ to, from }) => (from === undefined ? [to] : [to, from]))),
})

/** Reads a harvest from its columns. A column that we did not write counts as empty. */
export const readHarvest = (columns: HarvestColumns): Harvest => ({
  shapes: readList<ShapeList>(columns.shapes).map(readShape),
  tracks: readList<number[]>(columns.tracks),
  errors: readList<ErrorList>(columns.errors).map(readError),
  foreign: readForeign(columns.foreign_paths),
})

/** Reads the files that came from elsewhere from their column. */
export const readForeign = (column: string): ForeignPath[] =>
  readList<[to: string, from?: string]>(column).map(([to, from]) => (from === undefined ? { to } : { to, from }))

type ShapeList = [
  tool: string,
  kind: ToolKind,
  /** 0 if the shape is the tool's name. */
  shape: string | 0,
  ok: number,
  failed: number,
  retried: number,
  example: string,
  /** 1 for first, 2 for last, 3 for both. */
  ends: number,
  missed: number,
]

const shapeList = (one: ShapeYield): ShapeList => [
  one.tool,
  one.kind,
  one.shape === one.tool ? 0 : one.shape,
  one.ok,
  one.failed,
  one.retried,
  one.example,
  (one.isFirst ? 1 : 0) + (one.isLast ? 2 : 0),
  one.missed,
]

const readShape = ([tool, kind, shape, ok, failed, retried, example, ends, missed]: ShapeList): ShapeYield => ({
  tool,
  kind,
  shape: shape === 0 ? tool : shape,
  ok,
  failed,
  missed,
  retried,
  example,
  isFirst: (ends & 1) !== 0,
  isLast: (ends & 2) !== 0,
})

type ErrorList = [
  signature: string,
  message: string,
  tool: string,
  cause: Cause,
  count: number,
  recovered: number,
  failed: string,
  worked: string,
  after: number,
]

const errorList = (one: ErrorYield): ErrorList => [
  one.signature,
  one.message,
  one.tool,
  one.cause,
  one.count,
  one.recovered,
  one.failed,
  one.worked,
  one.after,
]

const readError = ([
  signature,
  message,
  tool,
  cause,
  count,
  recovered,
  failed,
  worked,
  after,
]: ErrorList): ErrorYield => ({ signature, message, tool, cause, count, recovered, failed, worked, after })

const readList = <T>(text: string): T[] => {
  if (text === '') return []
  try {
    const list: unknown = JSON.parse(text)
    return Array.isArray(list) ? (list as T[]) : []
  } catch {
    return []
  }
}
