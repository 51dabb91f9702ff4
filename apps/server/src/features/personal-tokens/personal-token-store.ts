import { personalTokenPermissions } from '@envhold/contract/permissions.ts'
import { z } from 'zod'
import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { parseStored } from '../../db/parse-stored.ts'
import { personalTokens } from '../../db/schema/accounts.ts'
import { signedRows } from '../../db/signed-rows.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'
import { isLive } from '../keyring/grant-store.ts'

export type PersonalTokenRow = Row<'personal_tokens'>

export const personalTokenMac = personalTokens.mac

const stored = signedRows(personalTokens)

const names = z.array(z.enum(personalTokenPermissions))

export const permissionsOfToken = ({ permissions }: Pick<PersonalTokenRow, 'permissions'>) =>
  parseStored(names, permissions)

/**
 * Finds a token's row. The caller compares the secret before checking the MAC, so that an unknown id costs the same
 * work.
 */
export const findPersonalToken = (db: Db, id: string) => stored.findUnchecked({ db }, { id })

/** @throws TamperedRowError */
export const checkPersonalToken = stored.check

export const listPersonalTokenRows = (db: Db, user_id: number) =>
  tableRows('personal_tokens').list({ db }, { user_id }, { orderBy: ['created_at desc', 'id'] })

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

export const insertPersonalToken = (
  ctx: TrxContext<'secrets' | 'clock'>,
  token: Omit<PersonalTokenRow, 'created_at' | 'last_used_at' | 'mac'>,
) => stored.insert(ctx, { ...token, created_at: ctx.clock(), last_used_at: null })

export const markPersonalTokenUsed = (db: Db, id: string, at: number) =>
  stored.touch({ db }, { id }, { last_used_at: at })

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
