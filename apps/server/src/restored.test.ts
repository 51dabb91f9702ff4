import { cp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { signUp } from '../../../dev/world/sign-up.ts'
import { StartError, type StartedServer, startServer } from '../../../dev/world/start-server.ts'
import { connect } from './db/connect.ts'

const refusalOf = async (server: StartedServer): Promise<StartError> => {
  const again = await server.startAgain().catch((error: unknown) => error)
  if (again instanceof StartError) return again
  await (again as StartedServer).end?.()
  throw new Error('The server should not have started', { cause: again })
}

const markOf = async ({ dataDir }: StartedServer) =>
  JSON.parse(await readFile(join(dataDir, 'high-water-mark.json'), 'utf8'))

const eventTypesOf = async ({ dataDir }: StartedServer) => {
  const database = connect({ databaseUrl: undefined, dataDir })
  const rows = await database.db
    .selectFrom('activity')
    .select(['event_type', 'severity'])
    .orderBy('sequence')
    .execute()
  await database.close()
  return rows
}

test('a vault that loses its write-ahead log or its file is rejected, not started as an empty one', async () => {
  const server = await startServer({ engine: 'sqlite' })
  const database = join(server.dataDir, 'envhold.db')
  const before = (await stat(database)).size
  expect(before).toBeGreaterThan(100_000)
  await signUp(server.url)
  while ((await markOf(server)).heads.activity.sequence === 0) await sleep(100)
  await server.kill()
  await cp(server.dataDir, `${server.dataDir}-copy`, { recursive: true })

  await rm(`${database}-wal`)
  const withoutLog = await refusalOf(server)
  expect(withoutLog.exitCode).toBe(78)
  expect(withoutLog.output).toMatch(
    /older than the last state that .* saw: it has 0 audit entries instead of at least \d/,
  )
  expect(withoutLog.output).toMatch(/restore envhold\.db and envhold\.db-wal together.*--accept-restored/)

  await rm(database)
  const withoutFile = await refusalOf(server)
  expect(withoutFile.output).toMatch(
    /The database is empty, but .* belongs to a vault with \d+ audit entries/,
  )

  await cp(`${server.dataDir}-copy/envhold.db`, database)
  await cp(`${server.dataDir}-copy/envhold.db-wal`, `${database}-wal`)
  const whole = await server.startAgain()
  await signUp(whole.url)
  await whole.stop()
  await rm(`${server.dataDir}-copy`, { recursive: true })
})

test('a restored backup is accepted once, and that is recorded', async () => {
  const server = await startServer({ engine: 'sqlite' })
  const database = join(server.dataDir, 'envhold.db')
  await server.end()
  const backup = await readFile(database)
  const second = await server.startAgain()
  await signUp(second.url)
  expect(await second.end()).toBe(0)
  await expect(stat(`${database}-wal`), 'the stop leaves one complete file').rejects.toThrow('ENOENT')
  const newest = await readFile(database)

  await writeFile(database, backup)
  expect((await refusalOf(second)).exitCode).toBe(78)
  const accepted = await second.startAgain('--accept-restored')
  await accepted.end()
  expect(await eventTypesOf(second)).toEqual([{ event_type: 'database_restored', severity: 'high' }])
  const third = await second.startAgain()
  await signUp(third.url)
  await third.end()

  // The other history reaches the same number of entries, and is still another one.
  await writeFile(database, newest)
  expect((await refusalOf(second)).output).toMatch(/history of the database differs|older than/)

  const mark = join(server.dataDir, 'high-water-mark.json')
  await writeFile(mark, (await readFile(mark, 'utf8')).replace('"sequence":', '"sequence":1'))
  expect((await refusalOf(second)).output).toMatch(/is damaged, or was not written under this server secret/)
  await second.stop()
})
