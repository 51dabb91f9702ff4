import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'

/** How long a delayed change can be stopped. */
export const changeDelayHours = 72
/** What is typed to start an empty vault. */
export const emptyVaultPhrase = 'start an empty vault'

export const delayedChange = z
  .object({
    id: z.string().max(32),
    /** `empty-vault` discards the keys of the vault; `remove-factors` removes the second factors. */
    kind: z.enum(['empty-vault', 'remove-factors']),
    /** Whether an operator asked for it. */
    by_operator: z.boolean(),
    /** Why, in the words of the operator. */
    reason: z.string().max(limits.descriptionLength).nullable(),
    created_at: field.time,
    due_at: field.time,
  })
  .meta({ id: 'DelayedChange' })
export type DelayedChangeView = z.output<typeof delayedChange>

export const listDelayedChanges = endpoint({
  name: 'listDelayedChanges',
  tag: 'Accounts',
  summary: 'List the changes of the account that take effect later unless they are stopped.',
  method: 'GET',
  path: '/auth/delayed-changes',
  audience: 'session',
  output: z.object({ changes: z.array(delayedChange).max(10) }),
})

export const startEmptyVault = endpoint({
  name: 'startEmptyVault',
  tag: 'Accounts',
  summary:
    'Replace a vault that nobody can open any more by an empty one, 72 hours from now unless it is stopped. Environments that nobody else can open are deleted; shared ones come back when another member opens their vault.',
  method: 'POST',
  path: '/auth/delayed-changes/empty-vault',
  audience: 'session',
  stepUp: 'always',
  body: z.object({
    confirmation: z.literal(emptyVaultPhrase, `Type "${emptyVaultPhrase}" to confirm`),
  }),
  output: z.object({ change: delayedChange }),
  success: 201,
  errors: ['CONFLICT'],
})

export const stopDelayedChange = endpoint({
  name: 'stopDelayedChange',
  tag: 'Accounts',
  summary: 'Stop a change before it takes effect.',
  method: 'DELETE',
  path: '/auth/delayed-changes/{id}',
  audience: 'session',
  params: z.object({ id: field.tokenId }),
  output: field.message,
  errors: ['NOT_FOUND'],
})
