import type { Context, Flag } from './command.ts'

/** The flag with which a command works on another owner's templates. */
export const OWNER_FLAG: Record<string, Flag> = {
  owner: { type: 'string', value: 'NAME', help: 'whose templates (default: yours)' },
}

export const ownerOf = (context: Context): string => context.text('owner') ?? context.app.owner

/** The ways to name a template. */
export const NAMED_BY = 'NAME is the name of a template, its id, or the first digits of its hash (at least 4).'

export const TASK_TYPES = ['code', 'file', 'research', 'mixed'] as const
export const STATES = ['candidate', 'active', 'quarantined', 'retired'] as const
