import type { App } from '../../app.ts'
import type { NotRead } from '../../schema/listing/sync-report.ts'
import { findUnreadAgents } from '../../sources/find/unread-agents.ts'

/** Agents with history on this machine that no source reads. */
export const listNotRead = (app: Pick<App, 'place'>): NotRead[] =>
  findUnreadAgents(app.place).map(({ name, title, sessions, path }) => ({
    agent: name,
    title,
    sessions: sessions ?? null,
    path,
  }))
