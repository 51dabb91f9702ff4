/**
 * What `envhold-server move` stores in `instance`. A moved database and an incomplete copy are not served: two
 * databases would otherwise continue one history.
 */

import { z } from 'zod'
import type { Db } from '../connect.ts'
import { parseStored } from '../parse-stored.ts'
import { StorageRejection } from '../storage-errors.ts'

const movedTo = 'moved-to'
const copyOf = 'copy-of'

/** The rows of `instance` that belong to one database and are never copied. */
export const moveMarkKeys: readonly string[] = [movedTo, copyOf]

const movedMark = z.object({ id: z.string(), to: z.string(), at: z.number() })
const copyMark = z.object({ id: z.string(), instanceId: z.string() })

export type MovedMark = z.infer<typeof movedMark>
export type CopyMark = z.infer<typeof copyMark>

export interface MoveMarks {
  /** The database was copied completely to another one, which replaces it. */
  readonly moved?: MovedMark
  /** The database is a copy that is incomplete, or that was given up. */
  readonly copy?: CopyMark
}

export async function readMoveMarks(db: Db): Promise<MoveMarks> {
  const rows = await db.selectFrom('instance').selectAll().where('key', 'in', moveMarkKeys).execute()
  const find = (key: string) => rows.find((row) => row.key === key)?.value
  const [moved, copy] = [find(movedTo), find(copyOf)]
  return {
    ...(moved !== undefined && { moved: parseStored(movedMark, moved) }),
    ...(copy !== undefined && { copy: parseStored(copyMark, copy) }),
  }
}

const write = async (db: Db, key: string, mark: object | undefined) => {
  await db.deleteFrom('instance').where('key', '=', key).execute()
  if (mark)
    await db
      .insertInto('instance')
      .values({ key, value: JSON.stringify(mark) })
      .execute()
}

/** Sets the mark, or removes it. */
export const writeMovedMark = (db: Db, mark: MovedMark | undefined) => write(db, movedTo, mark)
export const writeCopyMark = (db: Db, mark: CopyMark | undefined) => write(db, copyOf, mark)

const runbook = 'docs/runbooks/move-to-postgresql.md'

/** @returns a sentence for operators when the database must not be served */
export async function findMoveFault(db: Db): Promise<string | undefined> {
  const { moved, copy } = await readMoveMarks(db)
  if (moved)
    return `The database was moved to ${moved.to} on ${new Date(moved.at).toISOString().slice(0, 10)}. Set DATABASE_URL to it, or go back with: envhold-server move --back (${runbook}).`
  if (copy)
    return `The database is an incomplete copy, or one that was given up. Run envhold-server move again (${runbook}).`
  return undefined
}

/** @throws StorageRejection when the database must not be served */
export async function requireNotMoved(db: Db): Promise<void> {
  const fault = await findMoveFault(db)
  if (fault) throw new StorageRejection(fault)
}
