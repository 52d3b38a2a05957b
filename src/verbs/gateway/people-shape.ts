import { z } from 'zod'
import { Time } from '../../schema/listing/words.ts'

const Person = z.object({ platform: z.string(), userId: z.string(), userName: z.string().nullable() })

export const GatewayPeople = z
  .object({
    waiting: z.array(Person.extend({ code: z.string(), askedAt: Time, until: Time })),
    admitted: z
      .array(Person.extend({ admittedAt: Time }))
      .describe('by pairing; allow-lists of the configuration are not repeated'),
    changed: Person.extend({ how: z.enum(['approved', 'dismissed']) })
      .nullable()
      .describe('what this command did'),
  })
  .describe('Who may talk to the agent, and who has asked to.')

export type GatewayPeople = z.infer<typeof GatewayPeople>
