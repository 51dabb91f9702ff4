/** What was revoked after a backup, and works again once that backup is restored. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { operatorEndpoint } from './operator-calls.ts'
import { pageQuery, pagination } from './paging.ts'

/** Each kind of revocation, as people call it, and whether a machine can repeat it or only tell who it is about. */
export const revocations = {
  api_key: { label: 'API key deleted', repeats: true },
  api_key_off: { label: 'API key switched off', repeats: true },
  api_key_limits: { label: 'API key limited', repeats: false },
  api_key_environment: { label: 'Environment withdrawn from an API key', repeats: true },
  personal_token: { label: 'Personal token revoked', repeats: true },
  collaborator: { label: 'Collaborator removed', repeats: true },
  collaborator_role: { label: 'Collaborator may only read', repeats: true },
  collaborator_environment: { label: 'Environment withdrawn from a collaborator', repeats: true },
  invitation: { label: 'Invitation ended', repeats: true },
  session: { label: 'Session ended', repeats: true },
  sessions: { label: 'Sessions ended', repeats: true },
  passkey: { label: 'Passkey removed', repeats: true },
  identity: { label: 'Identity provider unlinked', repeats: true },
  role: { label: 'Role withdrawn', repeats: true },
  suspension: { label: 'Account suspended', repeats: true },
  account: { label: 'Account deleted', repeats: true },
  project: { label: 'Project deleted', repeats: true },
  environment_key: { label: 'Environment key rotated', repeats: true },
  password: { label: 'Password changed', repeats: true },
  master_password: { label: 'Master password changed', repeats: true },
  recovery_key: { label: 'Recovery key renewed', repeats: false },
  recovery_codes: { label: 'Recovery codes used or renewed', repeats: false },
  second_factor: { label: 'Second factor added', repeats: false },
  email: { label: 'E-mail address changed', repeats: false },
  role_permissions: { label: 'Role limited or deleted', repeats: false },
  environment: { label: 'Environment deleted', repeats: false },
  values: { label: 'Values changed', repeats: false },
} as const satisfies Record<string, { readonly label: string; readonly repeats: boolean }>

export type RevocationKind = keyof typeof revocations
export const revocationKinds = Object.keys(revocations) as [RevocationKind, ...RevocationKind[]]

const name = z.string().max(limits.nameLength).nullable()

const revocation = z
  .object({
    id: z.string().max(40),
    kind: z.enum(revocationKinds),
    /** When it was revoked, in the history that the restore replaced. */
    revoked_at: field.time,
    /** The account, project and environment that it is about, as the restored database knows them. */
    username: name,
    project: name,
    environment: name,
    /** The key, token, passkey or role. */
    subject: z.string().max(200),
  })
  .meta({ id: 'PendingRevocation' })
export type PendingRevocation = z.output<typeof revocation>

export const listRevocations = operatorEndpoint('GET /admin/revocations', {
  name: 'listRevocations',
  summary:
    'List what was revoked after the backup that was restored, and is not revoked in this database yet.',
  query: z.object(pageQuery(20)),
  output: z.object({
    revocations: z.array(revocation).max(100),
    counts: z.partialRecord(z.enum(revocationKinds), field.count),
    pagination,
  }),
})
export type RevocationList = z.output<typeof listRevocations.output>

export const dismissRevocations = operatorEndpoint('POST /admin/revocations/dismiss', {
  name: 'dismissRevocations',
  summary: 'Leave everything as the backup has it: the list is emptied, and nothing in it is revoked.',
  output: field.message,
})
