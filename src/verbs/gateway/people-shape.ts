import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Time } from '../../schema/listing/words.ts'

const Person = v.object({ platform: v.string(), userId: v.string(), userName: v.nullable(v.string()) })

export const GatewayPeople = describedObject('Who may talk to the agent, and who has asked to.', {
  waiting: v.array(v.object({ ...Person.entries, code: v.string(), askedAt: Time, until: Time })),
  admitted: described(
    v.array(v.object({ ...Person.entries, admittedAt: Time })),
    'by pairing; allow-lists of the configuration are not repeated',
  ),
  changed: described(
    v.nullable(v.object({ ...Person.entries, how: v.picklist(['approved', 'dismissed']) })),
    'what this command did',
  ),
})

export type GatewayPeople = v.InferOutput<typeof GatewayPeople>
