import { hash } from 'node:crypto'
import type { DbContext, TrxContext } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import type { Row } from '../../../db/tables.ts'

/** What a challenge may be used for: one purpose, by one account or ticket. Anybody may sign in. */
export type ChallengeUse =
  | { readonly purpose: 'sign-in' }
  | { readonly purpose: 'second-factor'; readonly userId: number; readonly ticketId: string }
  | { readonly purpose: 'register' | 'step-up' | 'unlock'; readonly userId: number }

const columnsOf = (
  use: ChallengeUse,
): Pick<Row<'webauthn_challenges'>, 'purpose' | 'user_id' | 'ticket_id'> => ({
  purpose: use.purpose,
  user_id: 'userId' in use ? use.userId : null,
  ticket_id: 'ticketId' in use ? use.ticketId : null,
})

const idOf = (challenge: string) => hash('sha256', challenge, 'hex')

/** Stores the hash of a challenge in base64url. */
export async function insertChallenge(
  { db }: TrxContext,
  challenge: string,
  use: ChallengeUse,
  expiresAt: number,
): Promise<void> {
  const row = { id: idOf(challenge), ...columnsOf(use), expires_at: expiresAt }
  await db.insertInto('webauthn_challenges').values(row).execute()
}

/** Whether a challenge can be used. Writes nothing, so that strangers cannot make the database write. */
export async function hasChallenge(
  { db, clock }: DbContext<'clock'>,
  challenge: string,
  use: ChallengeUse,
): Promise<boolean> {
  const { purpose, user_id, ticket_id } = columnsOf(use)
  const row = await db
    .selectFrom('webauthn_challenges')
    .select('id')
    .where('id', '=', idOf(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', user_id)
    .where('ticket_id', 'is not distinct from', ticket_id)
    .where('expires_at', '>', clock())
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up a challenge in one statement. @returns whether this call did */
export async function claimChallenge(
  { db, clock }: TrxContext<'clock'>,
  challenge: string,
  use: ChallengeUse,
): Promise<boolean> {
  const { purpose, user_id, ticket_id } = columnsOf(use)
  const { numDeletedRows } = await db
    .deleteFrom('webauthn_challenges')
    .where('id', '=', idOf(challenge))
    .where('purpose', '=', purpose)
    .where('user_id', 'is not distinct from', user_id)
    .where('ticket_id', 'is not distinct from', ticket_id)
    .where('expires_at', '>', clock())
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** @returns how many there were */
export async function deleteExpiredChallenges(db: Db, now: number): Promise<number> {
  const expired = db.deleteFrom('webauthn_challenges').where('expires_at', '<=', now)
  return Number((await expired.executeTakeFirst()).numDeletedRows)
}
