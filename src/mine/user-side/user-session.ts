import type { HarvestedSession } from '../../schema/harvest.ts'
import type { ProfileInput } from '../../schema/tally.ts'

/** A session and what was said and done in it. All of them must be one owner's. */
export interface UserSession {
  session: Pick<HarvestedSession, 'id' | 'nativeId' | 'family' | 'project' | 'cwd'> &
    Partial<Pick<HarvestedSession, 'platform' | 'parentKind'>>
  input: Pick<ProfileInput, 'turns' | 'calls'>
}
