import * as v from 'valibot'
import { described, describedObject } from '../../schema/described.ts'
import { Count, Time } from '../../schema/listing/words.ts'

export const ProjectReport = describedObject(
  'Projects, the directories that count to each, and what persons said about them.',
  {
    projects: described(
      v.array(
        v.object({
          name: described(v.string(), 'as much of the path as tells it apart from the others'),
          project: described(v.string(), 'the path under which its sessions count'),
          repositories: described(
            v.array(v.string()),
            'by their remotes, as in github.com/sam/shop; empty: none is known',
          ),
          sessions: Count,
          lastAt: described(v.nullable(Time), 'of its latest session'),
          directories: described(
            v.array(
              v.object({
                path: v.string(),
                sessions: Count,
                how: described(
                  v.picklist(['itself', 'repository', 'person']),
                  'why it counts here: it is the path, it has the same remote, or a person said so',
                ),
              }),
            ),
            'where its sessions were held, most sessions first',
          ),
        }),
      ),
      'latest first',
    ),
    claims: described(
      v.array(
        v.object({
          subject: described(v.string(), 'a directory or project'),
          target: described(v.string(), 'the project it counts to; the subject itself: it stays apart'),
          by: described(v.string(), 'who said so'),
          at: Time,
        }),
      ),
      'words of persons; they survive every sync and rebuild',
    ),
    changed: described(
      v.nullable(
        v.object({
          how: v.picklist(['joined', 'split']),
          subject: v.string(),
          target: described(v.nullable(v.string()), 'the project it counts to now; null for a split'),
          sessions: described(Count, 'sessions that count elsewhere now'),
        }),
      ),
      'what this command did; null: it only looked',
    ),
  },
)

export type ProjectReport = v.InferOutput<typeof ProjectReport>
