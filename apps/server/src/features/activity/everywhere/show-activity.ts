import { eventTypes } from '@envhold/contract/event-types.ts'
import type { AuditEvent } from '@envhold/contract/operator/audit.ts'
import type { Db } from '../../../db/connect.ts'
import { wireTime } from '../../../http/wire-time.ts'
import { namesOfUsers } from '../../users/user-name-store.ts'
import type { StoredEvent } from './activity-of-all-store.ts'
import { namesOfEnvironments, namesOfProjects } from './entry-names-store.ts'
import { shownDescription } from './shown-description.ts'

/** The different ids of entries, without those that are missing. */
export const idsOf = <Entry>(entries: readonly Entry[], idOf: (entry: Entry) => number | null): number[] => [
  ...new Set(entries.flatMap((entry) => idOf(entry) ?? [])),
]

/** An id with its name. */
const namedAs = (id: number | null, names: ReadonlyMap<number, string>) =>
  id === null ? null : { id, name: names.get(id) ?? null }

const categories: Readonly<Record<string, AuditEvent['category']>> = eventTypes

/** Entries of activity as operators see them: with current names, and without names of variables. */
export async function showActivity(db: Db, entries: readonly StoredEvent[]): Promise<AuditEvent[]> {
  const users = await namesOfUsers(
    db,
    idsOf(entries, ({ user_id }) => user_id),
  )
  const projects = await namesOfProjects(
    db,
    idsOf(entries, ({ project_id }) => project_id),
  )
  const environments = await namesOfEnvironments(
    db,
    idsOf(entries, ({ environment_id }) => environment_id),
  )
  return entries.map((entry) => ({
    id: entry.sequence,
    event_type: entry.event_type,
    category: categories[entry.event_type] ?? 'account',
    severity: entry.severity,
    description: shownDescription(entry.event_type, entry.description),
    created_at: wireTime(entry.at),
    user:
      entry.user_id === null
        ? null
        : { id: entry.user_id, username: null, email: null, ...users.get(entry.user_id) },
    token_id: entry.token_id,
    project: namedAs(entry.project_id, projects),
    environment: namedAs(entry.environment_id, environments),
    ip_address: entry.ip,
    request_id: entry.request_id,
    chain: entry.chain,
    position: entry.position,
  }))
}
