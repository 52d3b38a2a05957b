import type { Connection } from '../connection.ts'

/** Whether an owner has an experiment over live sessions that has not come to its end. */
export const hasOpenLive = async (connection: Connection, owner: string): Promise<boolean> =>
  (
    await connection.all(
      "select 1 as one from experiment where owner = ? and design in ('live', 'reversal') and state <> 'done' limit 1",
      [owner],
    )
  ).length > 0
