import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { createDatabase } from '../../../dev/world/postgres-database.ts'
import { signUp } from '../../../dev/world/sign-up.ts'
import { type StartedServer, startServer } from '../../../dev/world/start-server.ts'
import { connect } from './db/connect.ts'

const run = (settings: Readonly<Record<string, string>>): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const file = join(import.meta.dirname, 'audit-rollups.ts')
    execFile(process.execPath, [file], { env: { ...settings } }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stdout + stderr }),
    )
  })

forEachEngine((engine) => {
  let server: StartedServer
  beforeAll(async () => {
    const DATABASE_URL =
      engine === 'postgres' &&
      (await createDatabase(inject('postgresUrl'), `rollups_${randomBytes(6).toString('hex')}`))
    server = await startServer({ engine, settings: DATABASE_URL ? { DATABASE_URL } : {} })
    await signUp(server.url, { masterPassword: null })
    await server.end()
  })
  afterAll(() => server.stop())

  test('says whether the rollups were right, and fixes them', async () => {
    expect(await run(server.settings)).toEqual({
      code: 0,
      said: 'activity: rollups of 0 blocks, correct.\nusage: rollups of 0 blocks, correct.\n',
    })
    const database = connect({ databaseUrl: server.settings.DATABASE_URL, dataDir: server.dataDir })
    await database.db
      .insertInto('usage_tallies')
      .values({ project_id: 1, block: 0, entries: 7, first_at: 0, last_at: Date.now() })
      .execute()
    await database.close()
    const mended = await run(server.settings)
    expect(mended.said).toContain('usage: rollups of 0 blocks, 1 DIFFERED from the entries and were rebuilt.')
    expect((await run(server.settings)).said).not.toContain('DIFFERED')
  })
})
