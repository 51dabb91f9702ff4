// This version opens what every release left, on both engines: migrates it, verifies it and reads all of it.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '../world/postgres-database.ts'
import { sayProgram } from '../world/run-program.ts'
import { startServer } from '../world/start-server.ts'
import { engines, listReleases, openRelease, readEverything } from './stored-release.ts'

const releases = await listReleases()

test('the data of a release is stored', () => expect(releases.length).toBeGreaterThan(0))

describe.each(releases)('data of %s', (version) => {
  test.each(engines)('on %s is migrated, verified and read', async (engine) => {
    const folder = await mkdtemp(join(tmpdir(), 'envhold-upgrade-'))
    const cluster = inject('postgresUrl')
    const databaseUrl =
      engine === 'postgres'
        ? await createDatabase(cluster, `upgrade_${version.replaceAll('.', '_')}`)
        : undefined
    try {
      const expected = await openRelease(version, engine, { folder, databaseUrl })
      const settings = {
        DATA_DIR: folder,
        SERVER_SECRET: expected.serverSecret,
        SMTP_URL: '',
        ...(databaseUrl && { DATABASE_URL: databaseUrl }),
      }
      const dry = await sayProgram('migrate', settings, ['--dry-run'])
      expect(dry).toMatchObject({ code: 0, said: expect.stringMatching(/ would run\.|is up to date/) })
      const server = await startServer({ engine, settings })
      const { read, versions, activity } = await readEverything(server.url, expected)
      for (const variables of read) expect(variables).toEqual(expected.variables)
      expect(versions).toBe(expected.versions)
      // Signing in is recorded.
      expect(activity).toBeGreaterThanOrEqual(expected.activity)
      expect(await server.end()).toBe(0)
      expect(await sayProgram('verify', settings)).toMatchObject({ code: 0 })
      await server.stop()
    } finally {
      await rm(folder, { recursive: true, force: true })
      if (databaseUrl) await dropDatabase(cluster, databaseUrl)
    }
  })
})
