import type { verifyEmail as endpoint } from '@envhold/contract/account-settings.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { sameBytes } from '@envhold/vault/same-bytes.ts'
import { parseToken, type Token, tokenAuthHash } from '@envhold/vault/token.ts'
import { AppError } from '../../app-error.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { addressIdentity } from '../../http/address-identity.ts'
import type { Call } from '../../http/route.ts'
import { appendActivity } from '../audit-log/append-activity.ts'
import type { AttemptRule } from './attempt-store.ts'
import { checkMailedToken, findMailedToken, takeMailedToken } from './mailed-token-store.ts'
import { requireRate } from './require-rate.ts'
import { changeUser, findUser, lockUser } from './user-store.ts'

const perAddress: AttemptRule = { kind: 'verify-address', limit: 60, windowMs: 15 * 60 * 1_000 }
/** No token has it. */
const nobody = new Uint8Array(32)

/** Unknown, used, expired and replaced ones are told in the same words. */
const noProof = () =>
  new AppError('NOT_FOUND', { message: 'This link is not valid any more. Ask for a new one.' })

/** Whoever brings back what was mailed reads the address. Nobody need be signed in where the mail is read. */
export async function verifyEmail(
  ctx: Context,
  { body, origin }: Call<typeof endpoint>,
): Promise<OutputOf<typeof endpoint>> {
  await requireRate(ctx, perAddress, addressIdentity(origin.ip))
  const token = readProof(body.token)
  const row = await findMailedToken(ctx.db, token.id)
  const isRight = sameBytes(tokenAuthHash(token), row?.auth_hash ?? nobody)
  if (!row || !isRight || row.expires_at <= ctx.clock()) throw noProof()
  checkMailedToken(ctx, row)
  await inTransaction(ctx.db, async (trx) => {
    await lockUser(ctx, trx, row.user_id)
    const user = await findUser(ctx, trx, row.user_id)
    if (user?.status !== 'ACTIVE' || user.email_canonical !== row.email_canonical) throw noProof()
    if (!(await takeMailedToken(trx, row.id))) throw noProof()
    if (user.email_verified_at !== null) return
    if (!(await changeUser(ctx, trx, user, { email_verified_at: ctx.clock() }))) throw noProof()
    const description = `${user.username} verified the e-mail address`
    await appendActivity(ctx, trx, [
      { type: 'email_verified', severity: 'low', description, userId: user.id, origin },
    ])
  })
  return { message: 'Your e-mail address is verified.' }
}

function readProof(text: string): Token<'eml'> {
  try {
    return parseToken(text, 'eml')
  } catch {
    throw noProof()
  }
}
