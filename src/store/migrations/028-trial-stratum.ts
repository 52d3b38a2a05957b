/** Draws count the sessions of a stratum, and put themselves behind the last one. */
export const trialStratumMigration = (): string[] => [
  'create index trial_by_stratum on trial (experiment_id, task_type, model, arm)',
  'create index trial_by_start on trial (experiment_id, started_at)',
]
