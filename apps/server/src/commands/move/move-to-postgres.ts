import { randomUUID } from 'node:crypto'
import { writeCopyMark, writeMovedMark } from '../../db/marks/move-mark.ts'
import { readStoredState } from '../../db/marks/stored-heads.ts'
import { lockMigrations, migrateWithin } from '../../db/migrate.ts'
import { StorageRejection } from '../../db/storage-errors.ts'
import { createUsageDaysFrom } from '../../db/usage-partitions.ts'
import { verifyEverything } from '../../verify/verify-everything.ts'
import type { PrintLine } from '../command.ts'
import { checkTarget, readContent, requireEmpty } from './check-target.ts'
import { digestTarget, findDifferences } from './compare-tables.ts'
import { copyTables, matchTables } from './copy-tables.ts'
import type { Source } from './open-source.ts'
import type { PostgresCopy } from './postgres-copy-store.ts'
import { readOldestUsageTime } from './sqlite-rows-store.ts'
import { displayedUrl } from './target-url.ts'

interface Move {
  readonly source: Source
  readonly target: PostgresCopy
  readonly url: string
  readonly info: PrintLine
}

/**
 * Copies the instance in three commits, so that at no moment both databases can be served: the complete copy, marked as
 * incomplete; the mark of the source as moved; the end of the target's mark. Before the second one the source is served
 * as before. After it, running the command again continues.
 * @throws StorageRejection, or a database error
 */
export async function moveToPostgres(move: Move): Promise<void> {
  const { source, target, url, info } = move
  await checkTarget(target)
  const id = source.moved?.id ?? (await copy(move))
  if (!source.moved) {
    await writeMovedMark(source.db, { id, to: displayedUrl(url), at: Date.now() })
    await source.commit()
  }
  await finish(move, id)
  const secret = 'SERVER_SECRET to the content of server-secret in the data folder, unless it is set already'
  info(`The instance is now in ${displayedUrl(url)}, and the data folder is marked as moved.`)
  info(`Set DATABASE_URL to it and ${secret}, then start the server.`)
  info('Until the first write there, envhold-server move --back makes the data folder the instance again.')
}

/** @returns the id of the move */
async function copy({ source, target, info }: Move): Promise<string> {
  const { instanceId } = await readStoredState(source.db)
  requireEmpty(await readContent(target), instanceId)
  await requireValid(source.db, 'sqlite', source, info)
  const id = randomUUID()
  await target.transact(async () => {
    await lockMigrations(target.db)
    requireEmpty(await readContent(target), instanceId)
    await migrateWithin(target.db, 'postgres', source.secrets)
    await createPartitions(source, target)
    const tables = matchTables(source.rows.tables(), await target.readTables())
    await target.emptyTables(tables)
    await writeCopyMark(target.db, { id, instanceId })
    const read = await copyTables(source.rows, target, tables, info)
    await target.analyze()
    info('Comparing both databases …')
    const different = findDifferences(read, await digestTarget(target, tables))
    if (different.length > 0)
      throw new StorageRejection(
        `PostgreSQL returned other rows than SQLite contains, in: ${different.join(', ')}. Nothing was changed.`,
      )
    await requireValid(target.db, 'postgres', source, info)
  })
  return id
}

/** Ends the target's mark, from where on it can be served. */
async function finish({ source, target, url }: Move, id: string): Promise<void> {
  const { copy } = await readContent(target)
  if (copy && copy.id !== id) throw new StorageRejection(otherCopy(url))
  if (!copy) {
    const { instanceId } = await readStoredState(source.db)
    const { tables } = await readContent(target)
    if (tables.length === 0 || (await readStoredState(target.db)).instanceId !== instanceId)
      throw new StorageRejection(otherCopy(url, source.moved?.to))
    return
  }
  await target.transact(() => writeCopyMark(target.db, undefined))
}

const otherCopy = (url: string, movedTo = 'another database') =>
  `The instance has moved to ${movedTo}, and ${displayedUrl(url)} does not contain that copy.`

const maxUsageDays = 400
const dayMs = 24 * 3_600_000

/** Usage of a day without a partition could later be deleted row by row only. */
async function createPartitions(source: Source, target: PostgresCopy): Promise<void> {
  const now = Date.now()
  const oldest = (await readOldestUsageTime(source.db)) ?? now
  await createUsageDaysFrom(target.db, Math.max(oldest, now - maxUsageDays * dayMs), now)
}

/** Verifies one side completely. @throws StorageRejection unless everything is valid */
async function requireValid(
  db: Source['db'],
  engine: 'sqlite' | 'postgres',
  { secrets }: Pick<Source, 'secrets'>,
  info: PrintLine,
): Promise<void> {
  const name = engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'
  info(`Verifying the instance in ${name} …`)
  const lines: string[] = []
  const problems = await verifyEverything({ db, engine, secrets }, [], (line) => lines.push(line))
  if (problems === 0) return
  for (const line of lines) if (line.includes('BROKEN')) info(line)
  throw new StorageRejection(
    `The instance in ${name} does not verify. Nothing was changed. See docs/runbooks/verify.md.`,
  )
}
