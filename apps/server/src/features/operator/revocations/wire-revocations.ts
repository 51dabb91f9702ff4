import type { PendingRevocation, RevocationKind } from '@envhold/contract/operator/revocations.ts'
import type { Db } from '../../../db/connect.ts'
import { wireTime } from '../../../http/responses/wire-time.ts'
import { namesOfEnvironments, namesOfProjects } from '../../activity/instance-wide/instance-store.ts'
import { idsOf } from '../../activity/instance-wide/show-entries.ts'
import { namesOfKeys } from '../../api-keys/api-key-store.ts'
import type { RevocationRow } from '../../audit-log/revocation.ts'
import { namesOfUsers } from '../../users/user-store.ts'
import { namesOfTokens } from './pending-revocation-store.ts'

/** With the names that this database has for the ids. */
export async function wireRevocations(db: Db, rows: readonly RevocationRow[]): Promise<PendingRevocation[]> {
  const users = await namesOfUsers(
    db,
    idsOf(rows, ({ user_id }) => user_id),
  )
  const projects = await namesOfProjects(
    db,
    idsOf(rows, ({ project_id }) => project_id),
  )
  const environments = await namesOfEnvironments(
    db,
    idsOf(rows, ({ environment_id }) => environment_id),
  )
  const subjectsOf = (pattern: RegExp) =>
    rows.flatMap(({ kind, subject }) => (pattern.test(kind) ? subject : []))
  const keys = await namesOfKeys(db, subjectsOf(/^api_key/))
  const tokens = await namesOfTokens(db, subjectsOf(/^personal_token$/))
  return rows.map(({ id, kind, at, user_id, project_id, environment_id, subject }) => ({
    id,
    kind: kind as RevocationKind,
    revoked_at: wireTime(at),
    username: (user_id && users.get(user_id)?.username) || null,
    project: (project_id && projects.get(project_id)) || null,
    environment: (environment_id && environments.get(environment_id)) || null,
    subject: keys.get(subject) ?? tokens.get(subject) ?? (/^role/.test(kind) ? subject : ''),
  }))
}
