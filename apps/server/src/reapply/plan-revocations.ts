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
export function planRevocations(facts: Iterable<AuthenticFact>, { secrets, ids, since }: Known): Plan {
  const newest = new Map<string, AuthenticFact>()
  const counted = new Set<string>()
  let rejected = 0
  const isKnown = ({ id, at }: AuthenticFact) => ids.has(id) || at < since
  for (const fact of facts) {
    if (!isRevocationKind(fact.kind) || !isAuthentic(secrets, fact)) {
      rejected++
      continue
    }
    if (isKnown(fact)) counted.add(fact.id)
    const before = newest.get(sameThing(fact))
    if (!before || before.at < fact.at) newest.set(sameThing(fact), fact)
  }
  const lacking = [...newest.values()].filter((fact) => !isKnown(fact))
  return { lacking: lacking.toSorted((left, right) => left.at - right.at), known: counted.size, rejected }
}
