import { deviceName } from '@envhold/contract/device-name.ts'
import type { Within } from '../../context.ts'
import type { Origin } from '../../http/route.ts'
import { noticeVariables } from '../../mail/origin-variables.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { momentOf } from '../../mail/wording.ts'
import { type AttemptRule, raiseAttempts } from '../users/attempt-store.ts'
import { findUser } from '../users/user-store.ts'
import { type Attempter, placeNames, type SecretCount } from './secret-limits.ts'
import { findSession, type Session } from './session-store.ts'

/** An attack goes on for days, and the first mails say what to do. The activity log has every lock. */
const mailsADay: AttemptRule = { kind: 'lock-mail', limit: 3, windowMs: 24 * 3_600_000 }

/**
 * Mails the owner of an account what wrong attempts have locked, and in which session they were made.
 * @returns the same for the activity log
 */
export async function reportLock(
  tx: Within<'clock' | 'mail' | 'secrets'>,
  { place, attempts }: SecretCount,
  { userId, session }: Attempter,
  origin: Origin,
): Promise<string> {
  const started = session && (await findSession(tx.db, session.id))
  const user = await findUser(tx, userId)
  if (user && (await raiseAttempts(tx, mailsADay, String(userId))).count <= mailsADay.limit)
    await queueMail(tx, 'attemptsLocked', {
      to: user.email,
      variables: {
        ...noticeVariables(tx, userId, origin),
        place,
        attempts,
        signedInAt: started?.created_at ?? 0,
        signedInWith: started?.user_agent ?? '',
        signedInFrom: started?.ip ?? '',
      },
    })
  return `no more are accepted ${placeNames[place]} for 15 minutes${started ? describe(started) : ''}`
}

const describe = ({ user_agent, created_at, ip }: Session) =>
  ` (session of ${deviceName(user_agent)}, signed in on ${momentOf(created_at)} from ${ip})`
