import { writeCopyMark, writeMovedMark } from '../../db/marks/move-mark.ts'
import { readStoredState } from '../../db/marks/stored-heads.ts'
import { lockMigrations } from '../../db/migrate.ts'
import { StorageRejection } from '../../db/storage-errors.ts'
import type { PrintLine } from '../command.ts'
import { readContent } from './check-target.ts'
import { digestSource, digestTarget, findDifferences } from './compare-tables.ts'
import { matchTables } from './copy-tables.ts'
import type { Source } from './open-source.ts'
import type { PostgresCopy } from './postgres-copy-store.ts'
import type { Table } from './table.ts'
import { countSessions } from './target-store.ts'

/** Tables that a server writes although nothing happened. */
const writtenAnyway: ReadonlySet<string> = new Set(['leases'])

interface Back {
  readonly source: Source
  /** Opens the target; may throw when it does not answer. */
  readonly openTarget: () => Promise<PostgresCopy>
  readonly acceptLoss: boolean
  readonly info: PrintLine
}

/**
 * Makes the SQLite file the instance again. First the target is marked as given up, then the source's mark ends, so
 * that at no moment both can be served.
 * @throws StorageRejection when something was written to the target
 */
export async function moveBack({ source, openTarget, acceptLoss, info }: Back): Promise<void> {
  const { moved } = source
  if (!moved) throw new StorageRejection('The instance in the data folder has not moved.')
  const target = await openTarget().catch((error: unknown) => {
    if (!acceptLoss) throw error
    info(`${moved.to} does not answer. Do not start a server on it again.`)
    return undefined
  })
  try {
    if (target) await giveUp({ source, acceptLoss, info }, target, moved.id)
  } finally {
    await target?.close()
  }
  await writeMovedMark(source.db, undefined)
  await source.commit()
  info('The data folder is the instance again. Remove DATABASE_URL, then start the server.')
  if (acceptLoss)
    info(
      'If the start says that the database is older than the folder, start once with: envhold-server serve --accept-restored',
    )
}

/** Marks the target as given up. @throws StorageRejection when it is in use or was written to */
async function giveUp(
  { source, acceptLoss, info }: Omit<Back, 'openTarget'>,
  target: PostgresCopy,
  id: string,
): Promise<void> {
  const { instanceId } = await readStoredState(source.db)
  await target.transact(async () => {
    await lockMigrations(target.db)
    const { tables, copy } = await readContent(target)
    if (copy?.id === id) return
    if (copy || tables.length === 0 || (await readStoredState(target.db)).instanceId !== instanceId) {
      const other = `This PostgreSQL database does not contain the copy in ${source.moved?.to}.`
      if (!acceptLoss) throw new StorageRejection(other)
      return info(`${other} Do not start a server on that copy again.`)
    }
    const others = await countSessions(target.db)
    if (others > 0)
      throw new StorageRejection(
        `${others} other connections to the PostgreSQL database are open. Stop every server and pooler first.`,
      )
    if (!acceptLoss) await requireUnwritten(source, target, tables)
    await writeCopyMark(target.db, { id, instanceId })
  })
}

async function requireUnwritten(
  source: Source,
  target: PostgresCopy,
  changedTables: readonly Table[],
): Promise<void> {
  const tables = matchTables(source.rows.tables(), changedTables)
  const written = findDifferences(
    digestSource(source.rows, tables),
    await digestTarget(target, tables),
  ).filter((name) => !writtenAnyway.has(name))
  if (written.length > 0)
    throw new StorageRejection(
      `The PostgreSQL database was written to since the move (${written.join(', ')}). Going back loses that. To do it anyway: envhold-server move --back --accept-loss`,
    )
}
