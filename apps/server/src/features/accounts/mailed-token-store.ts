import type { Context } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { rowSeal } from '../../db/row-seal.ts'
import type { MailedTokensTable } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'

export type MailedToken = MailedTokensTable
type Secrets = Pick<Context, 'secrets'>

export const mailedTokenSeal = rowSeal<Omit<MailedToken, 'mac'>>(
  'mailed_tokens',
  ({ id }) => id,
  ({ kind, user_id, email_canonical, auth_hash, expires_at }) => ({
    kind,
    user_id,
    email_canonical,
    auth_hash,
    expires_at,
  }),
)

/** The row under this id, if there is one: nothing is proved yet, and its seal is not looked at. */
export const findMailedToken = (db: Db, id: string): Promise<MailedToken | undefined> =>
  db.selectFrom('mailed_tokens').selectAll().where('id', '=', id).executeTakeFirst()

/** @throws TamperedRowError */
export const checkMailedToken = ({ secrets }: Secrets, row: MailedToken): void =>
  mailedTokenSeal.check(secrets, row)

/** Puts a token in the place of those of its kind that its user was mailed before. */
export async function replaceMailedTokens(
  { secrets }: Secrets,
  trx: Trx,
  token: Omit<MailedToken, 'mac'>,
): Promise<void> {
  await trx
    .deleteFrom('mailed_tokens')
    .where('user_id', '=', token.user_id)
    .where('kind', '=', token.kind)
    .execute()
  await trx
    .insertInto('mailed_tokens')
    .values({ ...token, mac: mailedTokenSeal.of(secrets, token) })
    .execute()
}

/** Uses a token up; says whether it was there still. */
export async function takeMailedToken(trx: Trx, id: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('mailed_tokens').where('id', '=', id).executeTakeFirst()
  return numDeletedRows === 1n
}

/** @returns how many there were */
export async function deleteExpiredMailedTokens(db: Db, now: number): Promise<number> {
  const expired = db.deleteFrom('mailed_tokens').where('expires_at', '<=', now)
  return Number((await expired.executeTakeFirst()).numDeletedRows)
}
