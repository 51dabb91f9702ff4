import { cp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { seedApiKey, seedEnvironment } from '../../../dev/world/seed-project.ts'
import { signUp } from '../../../dev/world/sign-up.ts'
import { StartError, type StartedServer, startServer } from '../../../dev/world/start-server.ts'
import { writeOutside } from '../../../dev/world/write-outside.ts'
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
  while ((await markOf(server)).activity.sequence === 0) await sleep(100)
  await server.kill()
  await cp(server.dataDir, `${server.dataDir}-copy`, { recursive: true })

  await rm(`${database}-wal`)
  const withoutLog = await refusalOf(server)
  expect(withoutLog.exitCode).toBe(78)
  expect(withoutLog.output).toMatch(/older than the last state that .* saw: it lacks activity \d+, root \d/)
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

forEachEngine((engine) => {
  test('a database restored from a minute earlier is found, although only calls were made since', async () => {
    const server = await startServer({ engine })
    const owner = await signUp(server.url)
    const { projectId } = await seedEnvironment(owner)
    const { apiKey } = await seedApiKey(owner, projectId)
    const call = async () => {
      const path = `${server.url}/api/v1/inject/${projectId}/production`
      expect((await fetch(path, { headers: { 'x-api-key': apiKey } })).status).toBe(200)
    }
    await call()
    // The owner's event of the first use is on record now.
    await expect.poll(async () => (await markOf(server)).usage?.sequence, { timeout: 20_000 }).toBe(1)
    const { activity } = await markOf(server)
    const sql = (statement: string) => writeOutside(contextOf(server), statement)
    const tables = ['usage_heads', 'usage_packs', 'key_counters']
    for (const table of tables) await sql(`create table earlier_${table} as select * from ${table}`)
    for (const _ of [1, 2, 3]) await call()
    await server.end()
    expect(await markOf(server)).toMatchObject({ activity, usage: { projectId, sequence: 4 } })
    for (const table of tables) {
      await sql(`delete from ${table}`)
      await sql(`insert into ${table} select * from earlier_${table}`)
    }
    const refused = await refusalOf(server)
    expect(refused.output).toMatch(new RegExp(`older than .* or call 4 of project ${projectId}`))
    const accepted = await server.startAgain('--accept-restored')
    await accepted.end()
    await (await server.startAgain()).stop()
  })
})

/** What {@link writeOutside} needs of a server. */
const contextOf = ({ dataDir, settings }: StartedServer) => {
  const { DATABASE_URL } = settings
  return {
    ctx: { config: { dataDir, databaseUrl: DATABASE_URL && { reveal: () => DATABASE_URL } } },
  } as never
}
