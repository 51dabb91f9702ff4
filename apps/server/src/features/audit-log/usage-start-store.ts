import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import type { TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { usageHeads } from '../../db/schema/usage.ts'
import type { Row } from '../../db/tables.ts'
import type { Trx } from '../../db/transaction.ts'
import type { ChainPoint } from './verdict.ts'

/**
 * Authenticates the link before the first stored pack. Without it, someone who deletes the beginning of a chain could
 * write a matching link.
 */
export const startMac = usageHeads.mac

/** Where the chain of a project begins. @returns null when this server did not write it */
export function startOf(
  secrets: ServerSecrets,
  {
    project_id,
    start_sequence,
    start_link,
    start_mac,
  }: Omit<Row<'usage_heads'>, 'sequence' | 'at' | 'link' | 'mac'>,
): ChainPoint | null {
  if (start_sequence === 0 && start_link === null && start_mac === null) return { sequence: 0, link: null }
  if (start_link === null || start_mac === null) return null
  try {
    startMac.check(secrets, { project_id, start_sequence, start_link, mac: start_mac })
    return { sequence: start_sequence, link: start_link }
  } catch {
    return null
  }
}

/**
 * The MAC of a chain's start under the newest server secret; null while nothing was trimmed.
 * @throws TamperedRowError
 */
export function renewStartMac(
  secrets: ServerSecrets,
  { project_id, start_sequence, start_link, start_mac }: Row<'usage_heads'>,
): Uint8Array | null {
  if (start_link === null || start_mac === null) return null
  startMac.check(secrets, { project_id, start_sequence, start_link, mac: start_mac })
  return startMac.of(secrets, { project_id, start_sequence, start_link })
}

export const readUsageHead = (db: Db, projectId: number): Promise<Row<'usage_heads'> | undefined> =>
  db.selectFrom('usage_heads').selectAll().where('project_id', '=', projectId).executeTakeFirst()

/** Reads at most `limit` heads of the projects after one, in the order of their ids. */
export const readUsageHeadsAfter = (
  db: Db,
  projectId: number,
  limit: number,
): Promise<Row<'usage_heads'>[]> =>
  db
    .selectFrom('usage_heads')
    .selectAll()
    .where('project_id', '>', projectId)
    .orderBy('project_id')
    .limit(limit)
    .execute()

/** Reads the head of a project's usage, and locks it until the transaction ends. */
export const lockUsageHead = (
  { db, engine }: TrxContext<'engine'>,
  projectId: number,
): Promise<Row<'usage_heads'> | undefined> =>
  db
    .selectFrom('usage_heads')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(engine === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()

/** Moves the beginning of a project's chain. */
export async function moveUsageStart(
  { db, secrets }: { readonly db: Trx; readonly secrets: ServerSecrets },
  projectId: number,
  { sequence, link }: { readonly sequence: number; readonly link: Uint8Array },
): Promise<void> {
  const start = { project_id: projectId, start_sequence: sequence, start_link: link }
  await db
    .updateTable('usage_heads')
    .set({ start_sequence: sequence, start_link: link, start_mac: startMac.of(secrets, start) })
    .where('project_id', '=', projectId)
    .execute()
}
