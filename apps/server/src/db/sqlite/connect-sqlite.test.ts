import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from '../connect.ts'
import type { Trx } from '../transaction.ts'
import { walOf } from './connect-sqlite.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envhold-wal-'))
})
afterEach(() => rm(folder, { recursive: true }))

const failures: unknown[] = []
const onSyncFailure = (error: unknown): never => {
  failures.push(error)
  throw error
}

test('a failed sync is reported as such, and every caller that waited for it fails', async () => {
  // The kernel cannot sync a device without a disk.
  await symlink('/dev/null', join(folder, 'a-wal'))
  const log = walOf(join(folder, 'a'), onSyncFailure)
  const outcomes = await Promise.allSettled([log.sync(), log.sync(), log.sync()])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(failures).toMatchObject([{ code: 'EINVAL', syscall: 'fdatasync' }])
})

test('closing lets waiting callers finish, and later calls do not count as a disk failure', async () => {
  failures.length = 0
  await writeFile(join(folder, 'b-wal'), 'x')
  const log = walOf(join(folder, 'b'), onSyncFailure)
  await log.sync()
  const waiting = [log.sync(), log.sync()]
  const closing = log.close()
  await expect(log.sync()).rejects.toThrow('is closed')
  await Promise.all([...waiting, closing])
  expect(failures).toEqual([])
})

test('while the disk works on a group commit, other work is done', async () => {
  const { db, groupCommit, close } = connect({ databaseUrl: undefined, dataDir: folder })
  await sql`create table things (id int)`.execute(db)
  const seen: unknown[] = []
  const insert = (trx: Trx) => sql`insert into things values (1)`.execute(trx)
  await groupCommit(insert, { whileCommitting: () => void seen.push('other work') })
  seen.push('durable')
  expect(seen).toEqual(['other work', 'durable'])
  await close()
})
