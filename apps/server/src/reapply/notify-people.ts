import { type RevocationKind, revocations } from '@envhold/contract/operator/revocations.ts'
import { type RevocationRow, revocationMac } from '../features/audit-log/revocation.ts'
import type { Tx } from '../features/audit-log/tx.ts'
import { endDeviceTokens } from '../features/sessions/device-store.ts'
import { deleteSessionsBefore } from '../features/sessions/session-store.ts'
import { findUser, type User } from '../features/users/user-store.ts'
import { queueMail } from '../mail/queue-mail.ts'
import type { Outcome, Subject } from './revoked-subject.ts'
import { claimNotified } from './subject-store.ts'

/** Who knows the former password may be signed in with it. */
const endsSessions = ['password', 'master_password'] satisfies RevocationKind[]
const ofAccount: readonly RevocationKind[] = [
  ...endsSessions,
  'recovery_key',
  'recovery_codes',
  'second_factor',
  'email',
]
const ofProject: readonly RevocationKind[] = ['api_key_limits', 'environment', 'values']
const maxDetailLength = 700

/**
 * Tells the account, or the owner of the project, what the restore undid and no machine can do again. One mail tells
 * all of it, and one entry of their activity.
 */
export async function notifyPeople(tx: Tx, { row, user, project }: Subject): Promise<Outcome> {
  const to = project ? await findUser(tx, project.owner_id) : user
  if (!to) return 'missing'
  const rows = [row, ...(await claimNotified(tx.db, row, project ? ofProject : ofAccount))]
  for (const one of rows) revocationMac.check(tx.secrets, one)
  if (!project) await endSessions(tx, to, rows)
  const changes = [...new Set(rows.map(({ kind }) => revocations[kind as RevocationKind].label))]
  await queueMail(tx, 'changesUndone', {
    to: to.email,
    variables: { project: project ? [project.name] : [], changes },
  })
  const details = [...new Set(rows.flatMap(({ detail }) => detail ?? []))]
    .join('; ')
    .slice(0, maxDetailLength)
  tx.record({
    type: 'changes_undone',
    severity: 'high',
    description: `A backup was restored. Undone since: ${changes.join(', ')}${details && ` (${details})`}`,
    userId: project ? null : to.id,
    tokenId: null,
    origin: null,
    ...(project && { projectId: project.id }),
  })
  return 'told'
}

async function endSessions(tx: Tx, { id }: User, rows: readonly RevocationRow[]): Promise<void> {
  const times = rows.filter(({ kind }) => endsSessions.some((one) => one === kind)).map(({ at }) => at)
  if (times.length === 0) return
  await deleteSessionsBefore(tx.db, id, Math.max(...times))
  await endDeviceTokens(tx.db, id)
}
