import type { Engine } from '../connection.ts'

/** Where a session put files that came from elsewhere, beside the rest of its harvest. Harvests made before are made anew. */
export const foreignPathsMigration = ({ textType: text }: Engine): string[] => [
  `alter table harvest add column foreign_paths ${text} not null default ''`,
]
