import type { Context } from '../../../context.ts'
import type { Origin } from '../../../http/route.ts'
import { originVariables } from '../../../mail/origin-variables.ts'
import { queueMail } from '../../../mail/queue-mail.ts'
import { transact } from '../../audit-log/tx.ts'
import type { User } from '../../users/user-store.ts'

export type CodeMethod = 'totp' | 'recovery-code'

/** A code that somebody gave for an account. */
export interface GivenCode {
  readonly user: User
  readonly method: CodeMethod
  readonly code: string
  /** Why the code is asked for. */
  readonly purpose: 'sign-in' | 'step-up'
  readonly origin: Origin
}

const nouns: Readonly<Record<CodeMethod, string>> = {
  totp: 'code of the authenticator app',
  'recovery-code': 'recovery code',
}
const factors: Readonly<Record<CodeMethod, string>> = {
  totp: 'authenticator app',
  'recovery-code': 'recovery codes',
}

/** Records a wrong code, and mails the owner if it has locked the factor. */
export const recordWrongCode = (
  ctx: Context,
  { user, method, purpose, origin }: Omit<GivenCode, 'code'>,
  locksFactor: boolean,
): Promise<void> =>
  transact(ctx, { userId: user.id, origin }, async (tx) => {
    const type = purpose === 'sign-in' ? 'mfa_failed' : 'step_up_failed'
    const lock = locksFactor ? '; no more are accepted for 15 minutes' : ''
    const description = `A wrong ${nouns[method]} was given for ${user.username}${lock}`
    tx.record({ type, severity: locksFactor ? 'high' : 'medium', description })
    if (!locksFactor) return
    const variables = { ...originVariables(tx, origin), userId: user.id, factor: factors[method] }
    await queueMail(tx, 'secondFactorLocked', { to: user.email, variables })
  })
