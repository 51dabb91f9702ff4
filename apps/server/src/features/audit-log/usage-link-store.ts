import type { Db } from '../../db/connect.ts'
import { readUsageHead } from './usage-start-store.ts'
import type { ChainPoint } from './verdict.ts'

/**
 * The link of a project's usage at a sequence number; undefined unless a commit ends there, or the trimmed part of the
 * chain does.
 */
export async function readUsageLinkAt(
  db: Db,
  projectId: number,
  sequence: number,
): Promise<ChainPoint | undefined> {
  const head = await readUsageHead(db, projectId)
  if (head?.start_sequence === sequence) return { sequence, link: head.start_link }
  const pack = await db
    .selectFrom('usage_packs')
    .select(['last_sequence', 'link'])
    .where('project_id', '=', projectId)
    .where('first_sequence', '<=', sequence)
    .orderBy('first_sequence', 'desc')
    .limit(1)
    .executeTakeFirst()
  return pack?.last_sequence === sequence && pack.link ? { sequence, link: pack.link } : undefined
}
