import { findPostgresFault } from '../../db/marks/check-recording.ts'
import { type CopyMark, readMoveMarks } from '../../db/marks/move-mark.ts'
import { StorageRejection } from '../../db/storage-errors.ts'
import type { PostgresCopy } from './postgres-copy-store.ts'
import type { Table } from './table.ts'
import { findTargetFault } from './target-store.ts'

/** @throws StorageRejection when PostgreSQL cannot hold an instance safely */
export async function checkTarget(target: PostgresCopy): Promise<void> {
  const fault = (await findTargetFault(target.db)) ?? (await findPostgresFault(target.db))?.text
  if (fault) throw new StorageRejection(`The PostgreSQL database cannot be used: ${fault}`)
}

/** What is in the target: nothing, an instance, or a copy that is incomplete. */
export interface TargetContent {
  readonly tables: readonly Table[]
  readonly copy?: CopyMark
  readonly instanceId?: string
}

const hasInstance = (tables: readonly Table[]) =>
  tables.some(({ name }) => name === 'instance') && tables.some(({ name }) => name === 'chain_heads')

export async function readContent({ db, readTables }: PostgresCopy): Promise<TargetContent> {
  const tables = await readTables()
  if (!hasInstance(tables)) return { tables }
  const { copy } = await readMoveMarks(db)
  return { tables, ...(copy && { copy }) }
}

const maxListed = 5

/** @throws StorageRejection unless the target is empty, or has an incomplete copy of this instance */
export function requireEmpty({ tables, copy }: TargetContent, instanceId: string): void {
  if (tables.length === 0 || copy?.instanceId === instanceId) return
  if (copy)
    throw new StorageRejection(
      'The PostgreSQL database contains an incomplete copy of another instance. Name an empty database.',
    )
  const names = tables.slice(0, maxListed).map(({ name }) => name)
  throw new StorageRejection(
    `The PostgreSQL database is not empty: it has ${tables.length} tables (${names.join(', ')}${tables.length > maxListed ? ' …' : ''}). Name an empty database.`,
  )
}
