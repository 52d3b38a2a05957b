import type { Declaration, Design, Trial, TrialEnd, Verdict } from '../../schema/experiment.ts'
import { flag, integer, json, named, nullable, real, table, text, word } from '../table.ts'

/** `stopped`: a person or a limit ended it, and `run` goes on with it. `done`: nothing is left to run. */
export type ExperimentState = 'declared' | 'running' | 'stopped' | 'done'

export const EXPERIMENT = table('experiment', ['id'], {
  id: text,
  owner: text,
  name: text,
  design: word<Design>(),
  project: nullable(text),
  declaration: json<Declaration>(),
  /** How it is run on this machine; no part of its identity. */
  setup: json<unknown>(),
  state: word<ExperimentState>(),
  /** Why it stopped; null: it did not. */
  reason: nullable(text),
  /** The verdict that stands; null: none yet. */
  verdict: nullable(word<Verdict>()),
  declared_at: integer,
  budget_usd: nullable(real),
  spent_usd: real,
  claims: integer,
})

export const TRIAL_PAIR = table('trial_pair', ['experiment_id', 'ordinal'], {
  experiment_id: text,
  ordinal: integer,
  task: text,
  repeat: integer,
  round: integer,
  state: word<'open' | 'done'>(),
  holder: nullable(text),
  until: nullable(integer),
  attempt: integer,
  reserved_usd: real,
})

export const TRIAL = table('trial', ['experiment_id', 'task', 'repeat', 'arm', 'round'], {
  experiment_id: text,
  task: text,
  repeat: integer,
  arm: text,
  round: integer,
  ordinal: nullable(integer),
  place: integer,
  /** `unrated`: it was run, and a person has yet to say how it ended. */
  state: word<'waiting' | 'unrated' | 'done' | 'left-out'>(),
  ending: named('end', nullable(word<TrialEnd>())),
  reason: nullable(text),
  score: nullable(real),
  metrics: json<Trial['metrics']>(),
  model: nullable(text),
  task_type: nullable(text),
  propensity: nullable(real),
  exposed: nullable(flag),
  started_at: nullable(integer),
  ended_at: nullable(integer),
  session: nullable(text),
  attempt: nullable(integer),
})
