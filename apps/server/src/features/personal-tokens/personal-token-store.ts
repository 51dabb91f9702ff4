import { personalTokenPermissions } from '@envhold/contract/permissions.ts'
import { z } from 'zod'
import type { SecretsContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { parseStored } from '../../db/parse-stored.ts'
import { personalTokens } from '../../db/schema/accounts.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'
import { isLive } from '../keyring/grant-store.ts'

export type PersonalTokenRow = Row<'personal_tokens'>

export const personalTokenMac = personalTokens.mac

const names = z.array(z.enum(personalTokenPermissions))

export const permissionsOfToken = ({ permissions }: Pick<PersonalTokenRow, 'permissions'>) =>
  parseStored(names, permissions)

/**
 * Finds a token's row. The caller compares the secret before checking the MAC, so that an unknown id costs the same
 * work.
 */
export const findPersonalToken = (db: Db, id: string) =>
  db.selectFrom('personal_tokens').selectAll().where('id', '=', id).executeTakeFirst()

/** @throws TamperedRowError */
export const checkPersonalToken = ({ secrets }: SecretsContext, row: PersonalTokenRow) =>
  personalTokenMac.check(secrets, row)

export const listPersonalTokenRows = (db: Db, userId: number) =>
  db
    .selectFrom('personal_tokens')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()

/** Expired tokens that are still granted keys. */
export const listExpiredHolders = (db: Db, now: number) =>
  db
    .selectFrom('personal_tokens')
    .innerJoin('principals', 'principals.id', 'personal_tokens.id')
    .select(['personal_tokens.id', 'personal_tokens.user_id', 'token_name'])
    .where('expires_at', '<=', now)
    .where('principals.kind', '=', 'personal-token')
    .where('principals.revoked', '=', 0)
    .execute()

export async function insertPersonalToken(
  { db, secrets, clock }: TrxContext<'secrets' | 'clock'>,
  token: Omit<PersonalTokenRow, 'created_at' | 'last_used_at' | 'mac'>,
): Promise<PersonalTokenRow> {
  const row = { ...token, created_at: clock(), last_used_at: null, mac: personalTokenMac.of(secrets, token) }
  await db.insertInto('personal_tokens').values(row).execute()
  return row
}

export async function markPersonalTokenUsed(db: Db, id: string, at: number): Promise<void> {
  await db.updateTable('personal_tokens').set({ last_used_at: at }).where('id', '=', id).execute()
}

/** @returns the deleted row, if it belonged to this user */
export const deletePersonalToken = (trx: Trx, userId: number, id: string) =>
  trx
    .deleteFrom('personal_tokens')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returningAll()
    .executeTakeFirst()

/** The personal tokens of a user that can open nothing. */
export const listIdleTokens = (db: Db, userId: number) =>
  db
    .selectFrom('personal_tokens')
    .select(['personal_tokens.id', 'token_name'])
    .where('user_id', '=', userId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('grants')
            .select('grants.environment_id')
            .where('grants.kind', '=', 'personal-token')
            .whereRef('grants.principal', '=', 'personal_tokens.id')
            .where(isLive),
        ),
      ),
    )
    .execute()
