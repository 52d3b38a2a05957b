import { isRecord, type JsonRecord } from '../../../lib/json.ts'
import type { FileShape, Sample } from '../../source.ts'

export const accepts = (path: string): FileShape | undefined =>
  /\.traj(?:\.json)?$/i.test(path) ? 'document' : undefined

export const recognises = ({ shape, records }: Sample): boolean => shape === 'document' && isTrajectory(records[0])

export const isTrajectory = (value: unknown): value is JsonRecord & { trajectory: unknown[] } =>
  isRecord(value) && Array.isArray(value.trajectory) && value.trajectory.some(isStep)

export const isStep = (value: unknown): value is JsonRecord =>
  isRecord(value) && typeof value.action === 'string' && 'observation' in value
