/** Which lessons concern any task, what each is worth, and which sessions go on with a conversation that began without us. */
export const lessonMomentMigration = (): string[] => [
  'alter table lesson add column any_task bigint not null default 1',
  'alter table lesson add column worth double precision not null default 0',
  'alter table delivery add column resumed bigint not null default 0',
]
