import { z } from 'zod'
import { Count, Time } from '../../schema/listing/words.ts'

export const ProjectReport = z
  .object({
    projects: z
      .array(
        z.object({
          name: z.string().describe('as much of the path as tells it apart from the others'),
          project: z.string().describe('the path under which its sessions count'),
          repositories: z
            .array(z.string())
            .describe('by their remotes, as in github.com/sam/shop; empty: none is known'),
          sessions: Count,
          lastAt: Time.nullable().describe('of its latest session'),
          directories: z
            .array(
              z.object({
                path: z.string(),
                sessions: Count,
                how: z
                  .enum(['itself', 'repository', 'person'])
                  .describe('why it counts here: it is the path, it has the same remote, or a person said so'),
              }),
            )
            .describe('where its sessions were held, most sessions first'),
        }),
      )
      .describe('latest first'),
    claims: z
      .array(
        z.object({
          subject: z.string().describe('a directory or project'),
          target: z.string().describe('the project it counts to; the subject itself: it stays apart'),
          by: z.string().describe('who said so'),
          at: Time,
        }),
      )
      .describe('words of persons; they survive every sync and rebuild'),
    changed: z
      .object({
        how: z.enum(['joined', 'split']),
        subject: z.string(),
        target: z.string().nullable().describe('the project it counts to now; null for a split'),
        sessions: Count.describe('sessions that count elsewhere now'),
      })
      .nullable()
      .describe('what this command did; null: it only looked'),
  })
  .describe('Projects, the directories that count to each, and what persons said about them.')

export type ProjectReport = z.infer<typeof ProjectReport>
