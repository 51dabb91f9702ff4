import type { DbContext } from '../../../context.ts'
import type { RetentionRule } from '../../../jobs/retention-rule.ts'
import { deleteExpiredChallenges } from './challenge-store.ts'

export const challengeRetention: readonly RetentionRule[] = [
  { what: 'A request to use a passkey', period: 'immediately', after: 'it expires' },
]

/** @returns how many challenges had expired */
export const sweepChallenges = ({ db, clock }: DbContext<'clock'>): Promise<number> =>
  deleteExpiredChallenges(db, clock())
