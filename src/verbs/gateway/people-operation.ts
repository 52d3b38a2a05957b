import type { App } from '../../app.ts'
import { isoTime } from '../../lib/clock.ts'
import { AppError } from '../../lib/error.ts'
import type { GatewayPeople } from './people-shape.ts'
import { approvePairing, dismiss, listAdmitted, listPairings } from '../../store/chats/admission.ts'
import type { Connection } from '../../store/connection.ts'

export type { GatewayPeople } from './people-shape.ts'

type Changed = GatewayPeople['changed']

/** Lists the people who may talk to the agent, and those who asked to. */
export const gatewayPeople = async (
  app: Pick<App, 'now'>,
  store: Connection,
  changed: Changed = null,
): Promise<GatewayPeople> => ({
  waiting: (await listPairings(store, app.now())).map(({ code, platform, userId, userName, askedAt, until }) => ({
    platform,
    userId,
    userName: userName ?? null,
    code,
    askedAt: isoTime(askedAt) ?? '',
    until: isoTime(until) ?? '',
  })),
  admitted: (await listAdmitted(store)).map(({ platform, userId, userName, admittedAt }) => ({
    platform,
    userId,
    userName: userName ?? null,
    admittedAt: isoTime(admittedAt) ?? '',
  })),
  changed,
})

/** Admits the person who got this code. */
export const approve = async (app: Pick<App, 'now'>, store: Connection, code: string): Promise<GatewayPeople> => {
  const found = await approvePairing(store, code.trim().toUpperCase(), app.now())
  if (found === undefined)
    throw new AppError('no-such-code', `${code.slice(0, 20)} is not a pairing code, or no longer`, {
      hint: '`warmstart gateway pair` lists the codes; a code is valid for an hour',
    })
  const { platform, userId, userName } = found
  return gatewayPeople(app, store, { how: 'approved', platform, userId, userName: userName ?? null })
}

/** Withdraws the admission of a person, such as `telegram:42`. */
export const dismissPerson = async (
  app: Pick<App, 'now'>,
  store: Connection,
  person: string,
): Promise<GatewayPeople> => {
  const at = person.indexOf(':')
  const [platform, userId] = [person.slice(0, Math.max(at, 0)).toLowerCase(), person.slice(at + 1)]
  if ((await dismiss(store, platform, userId)) === 0)
    throw new AppError('no-such-person', `${person.slice(0, 60)} was not let in by a code`, {
      hint: 'as in telegram:42; `warmstart gateway pair` lists them',
    })
  return gatewayPeople(app, store, { how: 'dismissed', platform, userId, userName: null })
}
