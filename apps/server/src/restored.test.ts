import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { type Program, sayProgram } from '../../../dev/world/run-program.ts'
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
  // Whether the log was moved into the file before it was lost depends on how long the sign-up took.
  expect(withoutLog.output).toMatch(
    /older than the last state that .* saw: it lacks activity \d+, root \d|envhold\.db-wal in .* is missing/,
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

const settingsOf = ({ settings, dataDir }: StartedServer) => ({ ...settings, DATA_DIR: dataDir })
const logOf = ({ dataDir }: StartedServer) => join(dataDir, 'envhold.db-wal')
const openMarkOf = ({ dataDir }: StartedServer) => join(dataDir, 'envhold.db-open')
const exists = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  )

test('a write-ahead log that is lost with what was written since the last mark is noticed', async () => {
  let server = await startServer({ engine: 'sqlite' })
  // At the start, while accounts are created, and when the log was moved into the file and one account came after that.
  for (const timeOf of ['start', 'load', 'load', 'idle']) {
    if (timeOf === 'load') {
      let isWorking = true
      const working = (async () => {
        while (isWorking) await signUp(server.url).catch(() => {})
      })()
      await sleep(300 + 700 * Math.random())
      isWorking = false
      await server.kill()
      await working
    } else {
      if (timeOf === 'idle') {
        await signUp(server.url)
        await sleep(11_000)
        await signUp(server.url)
      }
      await server.kill()
    }
    expect(await exists(openMarkOf(server))).toBe(true)
    await cp(logOf(server), `${logOf(server)}.kept`)

    await rm(logOf(server))
    const refused = await refusalOf(server)
    expect(refused.exitCode, timeOf).toBe(78)
    expect(refused.output).toMatch(/envhold\.db-wal in .* is missing|older than the last state/)
    await cp(`${logOf(server)}.kept`, logOf(server))
    server = await server.startAgain()
  }
  expect(await server.end()).toBe(0)
  expect([await exists(logOf(server)), await exists(openMarkOf(server))]).toEqual([false, false])
  server = await server.startAgain()
  await server.kill()
  await rm(logOf(server))
  expect((await refusalOf(server)).output).toMatch(
    /is missing, and the last server was killed.*--accept-restored/,
  )
  server = await server.startAgain('--accept-restored')
  await server.end()
  expect(await eventTypesOf(server)).toContainEqual({ event_type: 'database_restored', severity: 'high' })
  await (await server.startAgain()).stop()
})

test('a killed instance starts again, also after tools opened its database or a backup replaced it', async () => {
  let server = await startServer({ engine: 'sqlite' })
  await signUp(server.url)
  const opened: readonly (readonly [program: Program, ...args: string[]])[] = [
    ['verify'],
    ['backup', 'create'],
    ['operator', 'announce', 'We are back.'],
    ['audit rollups'],
    ['payments', 'test-mode', 'on'],
    ['secret', 'rotate'],
  ]
  for (const [program, ...args] of opened) {
    await server.kill()
    expect(await sayProgram(program, settingsOf(server), args)).toMatchObject({ code: 0 })
    server = await server.startAgain()
  }
  await server.kill()
  const { dataDir } = server
  const [backup = ''] = (await readdir(join(dataDir, 'backups'))).filter((name) => name.endsWith('.db'))
  // As docs/runbooks/back-up-and-restore.md has it.
  const before = join(dataDir, 'before-restore')
  await mkdir(before)
  for (const name of await readdir(dataDir))
    if (name.startsWith('envhold.db')) await rename(join(dataDir, name), join(before, name))
  await cp(join(dataDir, 'backups', backup), join(dataDir, 'envhold.db'))
  expect((await refusalOf(server)).output).toMatch(/older than the last state/)
  server = await server.startAgain('--accept-restored')
  await server.end()
  await (await server.startAgain()).stop()
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
  expect((await refusalOf(second)).output).toMatch(
    /is damaged, .* or was not written under this server secret/,
  )
  await second.stop()
})

test('an answer of a version that a restore has lost is not current again', async () => {
  const server = await startServer({ engine: 'sqlite', hasFixedPort: true })
  const owner = await signUp(server.url)
  const { projectId, id } = await seedEnvironment(owner, { A: 'kept' })
  const { apiKey } = await seedApiKey(owner, projectId)
  await server.end()
  const database = join(server.dataDir, 'envhold.db')
  const backup = await readFile(database)
  const read = (server: StartedServer, known: Record<string, string> = {}) =>
    fetch(`${server.url}/api/v1/inject/${projectId}/production`, {
      headers: { 'x-api-key': apiKey, ...known },
    })
  const write = (value: string) =>
    owner.client.call(writeVariables, { params: { id }, body: { variables: { A: value }, mode: 'replace' } })

  const second = await server.startAgain()
  await write('lost')
  const tag = (await read(second)).headers.get('etag') ?? ''
  await second.end()
  await writeFile(database, backup)
  const restored = await second.startAgain('--accept-restored')
  await write('written again')
  const answer = await read(restored, { 'if-none-match': tag })
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('written again')])
  await restored.stop()
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
