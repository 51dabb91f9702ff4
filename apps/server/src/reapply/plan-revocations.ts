import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { type AuthenticFact, isAuthentic, isRevocationKind } from '../features/audit-log/revocation.ts'

/** More is no accident of one server: whoever restores splits the log, or restores a newer backup. */
export const maxPlanned = 50_000

interface Known {
  readonly secrets: ServerSecrets
  /** The ids that the restored database has. */
  readonly ids: ReadonlySet<string>
  /** Older ones were deleted from the restored database, and are revoked in it. */
  readonly since: number
}

export interface Plan {
  /** What the restored database lacks, the oldest first. */
  readonly lacking: readonly AuthenticFact[]
  /** How many it has. */
  readonly known: number
  /** How many were not written under a secret of this server, or say nothing that this version can do. */
  readonly rejected: number
}

/** Two of the same thing are one: the newer one covers the older. */
const sameThing = ({ kind, user_id, project_id, environment_id, subject }: AuthenticFact) =>
  JSON.stringify([kind, user_id, project_id, environment_id, subject])

/** What is to be revoked again, from what a log or the replaced database says was revoked. */
export function planRevocations(found: Iterable<AuthenticFact>, { secrets, ids, since }: Known): Plan {
  const lacking = new Map<string, AuthenticFact>()
  let known = 0
  let rejected = 0
  for (const fact of found) {
    if (!isRevocationKind(fact.kind) || !isAuthentic(secrets, fact)) rejected++
    else if (ids.has(fact.id) || fact.at < since) known++
    else {
      const before = lacking.get(sameThing(fact))
      if (!before || before.at < fact.at) lacking.set(sameThing(fact), fact)
    }
  }
  return { lacking: [...lacking.values()].toSorted((left, right) => left.at - right.at), known, rejected }
}
