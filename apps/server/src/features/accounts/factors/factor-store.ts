import type { DbContext, TrxContext } from '../../../context.ts'
import type { Db } from '../../../db/connect.ts'
import { recoveryCodes, totpFactors } from '../../../db/schema/factors.ts'
import { signedRows } from '../../../db/signed-rows.ts'
import { tableRows } from '../../../db/table-rows.ts'
import type { Row } from '../../../db/tables.ts'
import type { Trx } from '../../../db/transaction.ts'
import { readProviderSettings } from '../../../identity-provider/provider-settings-store.ts'

/** What an account can prove its owner's identity with. */
export interface Factors {
  readonly password: boolean
  /** Whether an authenticator app is in use. Signing in then needs a second factor. */
  readonly totp: boolean
  /** How many recovery codes are left. */
  readonly recoveryCodes: number
  /** Passkeys for the host of this instance; those of another host are unusable. */
  readonly passkeys: number
  /** Linked accounts at the OpenID provider of this instance; those of a former one sign nobody in. */
  readonly identities: number
}

/** Counts what an account can be proved with, in one statement unless it is linked to a provider. */
export async function readFactors(ctx: DbContext<'config' | 'secrets'>, userId: number): Promise<Factors> {
  const { db, config } = ctx
  const row = await db
    .selectFrom('users')
    .where('users.id', '=', userId)
    .select((eb) => [
      'users.password_hash',
      eb
        .selectFrom('totp_factors')
        .whereRef('totp_factors.user_id', '=', 'users.id')
        .where('confirmed_at', 'is not', null)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('totp'),
      eb
        .selectFrom('recovery_codes')
        .whereRef('recovery_codes.user_id', '=', 'users.id')
        .where('used_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('codes'),
      eb
        .selectFrom('passkeys')
        .whereRef('passkeys.user_id', '=', 'users.id')
        .where('rp_id', '=', new URL(config.publicUrl).hostname)
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('passkeys'),
      eb
        .selectFrom('oidc_identities')
        .whereRef('oidc_identities.user_id', '=', 'users.id')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .as('identities'),
    ])
    .executeTakeFirst()
  return {
    password: (row?.password_hash ?? '') !== '',
    totp: Number(row?.totp) > 0,
    recoveryCodes: Number(row?.codes ?? 0),
    passkeys: Number(row?.passkeys ?? 0),
    identities: Number(row?.identities) > 0 ? await countUsableIdentities(ctx, userId) : 0,
  }
}

async function countUsableIdentities(ctx: DbContext<'secrets'>, userId: number) {
  const settings = await readProviderSettings(ctx)
  return settings
    ? await tableRows('oidc_identities').count(ctx, { user_id: userId, issuer: settings.issuer })
    : 0
}

/** Removes the authenticator app, the recovery codes and the passkeys of an account, and sign-ins that wait for them. */
export async function deleteFactors(db: Trx, user_id: number): Promise<void> {
  for (const table of ['mfa_tickets', 'totp_factors', 'recovery_codes', 'passkeys'] as const)
    await tableRows(table).remove({ db }, { user_id })
}

export type RecoveryCode = Row<'recovery_codes'>

export const recoveryCodeRowMac = recoveryCodes.mac

const storedCodes = signedRows(recoveryCodes)

/** The codes of an account that were not used. @throws TamperedRowError */
export const listRecoveryCodes = (ctx: DbContext<'secrets'>, userId: number) =>
  storedCodes.list(ctx, { user_id: userId, used_at: null }, { orderBy: ['id'] })

/** How many codes of an account were not used. */
export const countRecoveryCodes = (db: Db, userId: number) =>
  storedCodes.count({ db }, { user_id: userId, used_at: null })

export const insertRecoveryCodes = storedCodes.insertAll

/** Marks a code as used, unless another call did first: of all calls on all nodes, one succeeds. */
export const markRecoveryCodeUsed = async (ctx: TrxContext<'secrets'>, code: RecoveryCode, usedAt: number) =>
  (await storedCodes.change(ctx, code, { used_at: usedAt }, { used_at: null })) !== undefined

export const deleteRecoveryCodes = (trx: Trx, userId: number) =>
  storedCodes.remove({ db: trx }, { user_id: userId })

/** When the secrets of an account were changed; undefined if there is no such account. No MAC covers these times. */
export const findSecretTimes = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .leftJoin('user_keys', 'user_keys.user_id', 'users.id')
    .where('users.id', '=', userId)
    .select([
      'users.password_changed_at',
      'user_keys.created_at as master_password_set_at',
      'user_keys.password_changed_at as master_password_changed_at',
      'user_keys.recovery_made_at',
      'user_keys.recovery_checked_at',
    ])
    .executeTakeFirst()

/** How long a set-up may take. */
export const setUpMs = 3_600_000

export type TotpFactor = Row<'totp_factors'>

export const totpFactorMac = totpFactors.mac

const storedFactors = signedRows(totpFactors)

/** The authenticator app that is in use. @throws TamperedRowError */
export const findTotpFactor = (ctx: DbContext<'secrets'>, userId: number) =>
  storedFactors.find(ctx, (is) => is.and([is('user_id', '=', userId), is('confirmed_at', 'is not', null)]))

/** The authenticator app that is being set up. @throws TamperedRowError */
export const findUnconfirmedTotpFactor = (ctx: DbContext<'secrets'>, userId: number) =>
  storedFactors.find(ctx, { user_id: userId, confirmed_at: null })

/** Stores an app that is being set up, in place of an earlier one that was not confirmed. */
export async function replaceUnconfirmedTotpFactor(
  ctx: TrxContext<'secrets'>,
  factor: Omit<TotpFactor, 'mac'>,
): Promise<void> {
  await storedFactors.remove(ctx, { user_id: factor.user_id, confirmed_at: null })
  await storedFactors.insert(ctx, factor)
}

type Acceptance = Pick<TotpFactor, 'last_step' | 'last_used_at' | 'confirmed_at' | 'sealed'>

/**
 * Stores that a step's code was accepted, unless that step or a later one was accepted meanwhile: of all calls on all
 * nodes, one succeeds.
 */
export const acceptTotpStep = async (
  ctx: TrxContext<'secrets'>,
  factor: TotpFactor,
  acceptance: Acceptance,
): Promise<boolean> =>
  (await storedFactors.change(ctx, factor, acceptance, (is) =>
    is('last_step', '<', acceptance.last_step),
  )) !== undefined

/** Deletes every authenticator app of an account. @returns whether there was one */
export const deleteTotpFactors = async (trx: Trx, userId: number) =>
  (await storedFactors.remove({ db: trx }, { user_id: userId })) > 0

/** Deletes apps whose set-up was not finished. @returns how many there were */
export const deleteUnconfirmedTotpFactors = (db: Db, before: number) =>
  storedFactors.remove({ db }, (is) =>
    is.and([is('confirmed_at', 'is', null), is('created_at', '<=', before)]),
  )
