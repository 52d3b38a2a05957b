import type { HarvestedSession } from '../../schema/harvest.ts'
import type { ProfileInput } from '../../schema/tally.ts'

/** A session with its turns and calls. Sessions that are joined must have one owner. */
export interface UserSession {
  session: Pick<HarvestedSession, 'id' | 'nativeId' | 'family' | 'project' | 'cwd'> &
    Partial<Pick<HarvestedSession, 'platform' | 'parentKind'>>
  input: Pick<ProfileInput, 'turns' | 'calls'>
}
