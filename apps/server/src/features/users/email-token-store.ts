import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { mailedTokens } from '../../db/schema/accounts.ts'
import { signedRows } from '../../db/signed-rows.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'

export type EmailToken = Row<'mailed_tokens'>

export const emailTokenMac = mailedTokens.mac
const stored = signedRows(mailedTokens)

/** Finds the row with this id. It proves nothing yet: the caller compares the secret and checks the MAC. */
export const findEmailToken = (db: Db, id: string) => stored.findUnchecked({ db }, { id })

/** @throws TamperedRowError */
export const checkEmailToken = stored.check

/** Stores a token in place of the user's earlier tokens of the same kind. @param replaced only these of them */
export async function replaceEmailTokens(
  ctx: TrxContext<'secrets'>,
  token: Omit<EmailToken, 'mac'>,
  replaced: Partial<Pick<EmailToken, 'email_canonical'>> = {},
) {
  await stored.remove(ctx, { user_id: token.user_id, kind: token.kind, ...replaced })
  await stored.insert(ctx, token)
}

/** Uses up a token. Returns whether it still existed. */
export const consumeEmailToken = async (trx: Trx, id: string) =>
  (await stored.remove({ db: trx }, { id })) === 1

/** Ends the links of an account that have these kinds. @param mailedTo only those mailed to this address */
export const deleteEmailTokensOf = (
  db: Trx,
  userId: number,
  kind: readonly EmailToken['kind'][],
  mailedTo: Partial<Pick<EmailToken, 'email_canonical'>> = {},
) => stored.remove({ db }, { user_id: userId, kind, ...mailedTo })

/** @returns how many there were */
export const deleteExpiredEmailTokens = (db: Db, now: number) =>
  stored.remove({ db }, (is) => is('expires_at', '<=', now))
