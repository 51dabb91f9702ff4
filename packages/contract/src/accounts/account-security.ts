import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { authMethods } from './step-up.ts'

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

export const readAccountSecurity = endpoint({
  name: 'readAccountSecurity',
  tag: 'Accounts',
  summary: 'Read how the account is protected: passwords, second factors and the recovery key.',
  method: 'GET',
  path: '/auth/security',
  audience: 'session',
  output: z.object({ security: accountSecurity }),
})

export const confirmRecoveryKey = endpoint({
  name: 'confirmRecoveryKey',
  tag: 'Master password',
  summary: 'Store that the user has the recovery key on a sheet. The key itself is not sent.',
  method: 'POST',
  path: '/auth/master-password/recovery-key/checked',
  audience: 'session',
  output: field.message,
})
