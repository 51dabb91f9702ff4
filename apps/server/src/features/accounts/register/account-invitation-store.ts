import { matchesAuthHash, parseToken } from '@envhold/integrity/token.ts'
import { ifAccepted } from '@envhold/integrity/vault-error.ts'
import type { DbContext } from '../../../context.ts'
import { accountInvitations } from '../../../db/schema/accounts.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import type { Row } from '../../../db/tables.ts'

export type AccountInvitation = Row<'account_invitations'>

export const accountInvitationRows = signedRows(accountInvitations)

/** The open invitation of a mailed link. An unknown link costs the same work as a wrong secret. @throws TamperedRowError */
export async function findLinkedInvitation(
  ctx: DbContext<'secrets' | 'clock'>,
  text: string,
): Promise<AccountInvitation | undefined> {
  const token = ifAccepted(() => parseToken(text.trim(), 'eml'))
  if (!token) return undefined
  const row = await accountInvitationRows.findUnchecked(ctx, { id: token.id })
  const isCorrect = matchesAuthHash(token, row?.auth_hash)
  if (!row || !isCorrect) return undefined
  accountInvitationRows.check(ctx, row)
  return row.expires_at > ctx.clock() ? row : undefined
}

/** A page of the open invitations, the newest first, each with the username of its operator. @throws TamperedRowError */
export async function listOpenInvitations(
  ctx: DbContext<'secrets' | 'clock'>,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<(AccountInvitation & { readonly username: string })[]> {
  const rows = await ctx.db
    .selectFrom('account_invitations')
    .innerJoin('users', 'users.id', 'account_invitations.invited_by')
    .selectAll('account_invitations')
    .select('users.username')
    .where('account_invitations.expires_at', '>', ctx.clock())
    .orderBy('account_invitations.created_at', 'desc')
    .orderBy('account_invitations.id')
    .limit(limit)
    .offset(offset)
    .execute()
  for (const row of rows) accountInvitationRows.check(ctx, row)
  return rows
}

export const countOpenInvitations = (ctx: DbContext<'clock'>): Promise<number> =>
  accountInvitationRows.count(ctx, (is) => is('expires_at', '>', ctx.clock()))
