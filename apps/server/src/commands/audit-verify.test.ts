import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newServerSecret } from '@envhold/integrity/server-secret.ts'
import { beforeAll, expect, test } from 'vitest'
import { forEachEngine } from '../../../../dev/world/app-for-tests.ts'
import { sayProgram } from '../../../../dev/world/run-program.ts'
import { signUp } from '../../../../dev/world/sign-up.ts'
import { withServer } from '../../../../dev/world/with-server.ts'
import { connect } from '../db/connect.ts'

const run = (settings: Readonly<Record<string, string>>) => sayProgram('audit verify', settings)

forEachEngine((engine) => {
  const server = withServer(engine)
  beforeAll(async () => {
    await signUp(server.url)
    await signUp(server.url, { masterPassword: null })
    await server.end()
  })

  test('accepts valid chains, and then finds the changed entry', async () => {
    const whole = await run(server.settings)
    expect(whole).toMatchObject({
      code: 0,
      said: expect.stringMatching(/^activity: [23] chains, \d+ entries checked\.$/m),
    })
    expect(whole.said).toMatch(/^usage: 0 chains, 0 entries checked\.$/m)

    const database = connect({ databaseUrl: server.settings.DATABASE_URL, dataDir: server.dataDir })
    await database.db
      .updateTable('activity')
      .set({ severity: 'low', ip: '1.1.1.1' })
      .where('sequence', '=', 2)
      .execute()
    await database.close()
    const changed = await run(server.settings)
    expect(changed).toMatchObject({
      code: 1,
      said: expect.stringMatching(/^activity\/\S+: BROKEN at entry [12]: it was changed/m),
    })
  })

  test('rejects another secret, like the server', async () => {
    const refused = await run({ ...server.settings, SERVER_SECRET: newServerSecret() })
    expect(refused).toMatchObject({
      code: 78,
      said: expect.stringContaining('not the secret of this database'),
    })
  })
})

test('creates nothing where there is no database', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-audit-'))
  const refused = await run({ DATA_DIR: folder })
  expect(refused).toMatchObject({
    code: 78,
    said: expect.stringContaining('There is no database in DATA_DIR'),
  })
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true })
})
