import type { DbContext } from '../../../context.ts'
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

async function countUsableIdentities(ctx: DbContext<'secrets'>, userId: number): Promise<number> {
  const settings = await readProviderSettings(ctx)
  if (!settings) return 0
  const { count } = await ctx.db
    .selectFrom('oidc_identities')
    .where('user_id', '=', userId)
    .where('issuer', '=', settings.issuer)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Removes the authenticator app, the recovery codes and the passkeys of an account, and sign-ins that wait for them. */
export async function deleteFactors(trx: Trx, userId: number): Promise<void> {
  for (const table of ['mfa_tickets', 'totp_factors', 'recovery_codes', 'passkeys'] as const)
    await trx.deleteFrom(table).where('user_id', '=', userId).execute()
}
