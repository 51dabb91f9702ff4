import { z } from 'zod'
import { endpointsOf } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { authMethods } from './step-up.ts'

const endpoint = endpointsOf('Accounts')

/** How an account is protected, without any secret. */
const accountSecurity = z
  .object({
    /** Null if the account has no password. `changed_at` is null while it is the first one. */
    password: z.object({ changed_at: field.time.nullable() }).nullable(),
    /** Null until it is set. `recovery_key_checked_at`: when the user proved to have the recovery key. */
    master_password: z
      .object({
        set_at: field.time,
        changed_at: field.time.nullable(),
        recovery_key_made_at: field.time,
        recovery_key_checked_at: field.time.nullable(),
      })
      .nullable(),
    /** Whether an authenticator app is in use. */
    totp: z.boolean(),
    recovery_codes: field.count,
    passkeys: field.count,
    /** Linked accounts at the OpenID provider. */
    provider_identities: field.count,
    step_up_methods: z.array(z.enum(authMethods)).max(authMethods.length),
    /** An operator without a second factor. */
    needs_second_factor: z.boolean(),
    /** From when on the operator area opens to them only with one; null: it opens without, or they are no such operator. */
    second_factor_due: field.time.nullable(),
  })
  .meta({ id: 'AccountSecurity' })

export const readAccountSecurity = endpoint('GET /auth/security', {
  name: 'readAccountSecurity',
  summary: 'Read how the account is protected: passwords, second factors and the recovery key.',
  audience: 'session',
  output: z.object({ security: accountSecurity }),
})

export const confirmRecoveryKey = endpointsOf('Master password')(
  'POST /auth/master-password/recovery-key/checked',
  {
    name: 'confirmRecoveryKey',
    summary: 'Store that the user has the recovery key on a sheet. The key itself is not sent.',
    audience: 'session',
    output: field.message,
  },
)

/** How long a delayed change can be stopped. */
export const changeDelayHours = 72
/** What is typed to start an empty vault. */
export const emptyVaultPhrase = 'start an empty vault'

export const delayedChange = z
  .object({
    id: z.string().max(32),
    /**
     * `empty-vault` discards the keys of the vault; `remove-factors` removes the second factors. `factors-removed` is the
     * notice that it did at `created_at`, until the owner sets one up or dismisses it, at most until `due_at`.
     */
    kind: z.enum(['empty-vault', 'remove-factors', 'factors-removed']),
    /** Whether an operator asked for it. */
    by_operator: z.boolean(),
    /** Why, in the words of the operator. */
    reason: z.string().max(limits.descriptionLength).nullable(),
    created_at: field.time,
    due_at: field.time,
  })
  .meta({ id: 'DelayedChange' })
export type DelayedChangeView = z.output<typeof delayedChange>

export const listDelayedChanges = endpoint('GET /auth/delayed-changes', {
  name: 'listDelayedChanges',
  summary:
    'List the changes of the account that take effect later unless they are stopped, and the notice of one that did.',
  audience: 'session',
  output: z.object({ changes: z.array(delayedChange).max(10) }),
})

export const startEmptyVault = endpoint('POST /auth/delayed-changes/empty-vault', {
  name: 'startEmptyVault',
  summary:
    'Replace a vault that nobody can open with an empty one, 72 hours from now unless it is stopped. Environments that nobody else can open are deleted; shared ones come back when another member opens their vault.',
  audience: 'session',
  stepUp: 'always',
  body: z.object({ confirmation: z.literal(emptyVaultPhrase, `Type "${emptyVaultPhrase}" to confirm`) }),
  output: z.object({ change: delayedChange }),
  success: 201,
  errors: ['CONFLICT'],
})

export const stopDelayedChange = endpoint('DELETE /auth/delayed-changes/{id}', {
  name: 'stopDelayedChange',
  summary: 'Stop a change before it takes effect, or dismiss the notice of one that did.',
  audience: 'session',
  params: z.object({ id: field.tokenId }),
  output: field.message,
  errors: ['NOT_FOUND'],
})
