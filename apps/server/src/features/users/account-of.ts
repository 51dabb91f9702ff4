import type { Account } from '@envhold/contract/accounts/accounts.ts'
import type { Context } from '../../context.ts'
import { wireTime } from '../../http/responses/wire-time.ts'
import type { User } from './user-store.ts'

/** A user's own view of their account. */
export const accountOf = (
  {
    mail,
    config,
  }: {
    readonly mail: Pick<Context['mail'], 'hasServer'>
    readonly config: Pick<Context['config'], 'publicUrl'>
  },
  user: User,
): Account => ({
  id: user.id,
  username: user.username,
  email: user.email,
  firstName: user.first_name,
  lastName: user.last_name,
  email_verified: user.email_verified_at !== null,
  can_verify_email: mail.hasServer,
  public_url: config.publicUrl,
  time_zone: user.time_zone,
  created_at: wireTime(user.created_at),
})
