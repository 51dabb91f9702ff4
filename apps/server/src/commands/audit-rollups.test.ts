import { beforeAll, expect, test } from 'vitest'
import { forEachEngine } from '../../../../dev/world/app-for-tests.ts'
import { sayProgram } from '../../../../dev/world/run-program.ts'
import { signUp } from '../../../../dev/world/sign-up.ts'
import { withServer } from '../../../../dev/world/with-server.ts'
import { connect } from '../db/connect.ts'

const run = (settings: Readonly<Record<string, string>>) => sayProgram('audit rollups', settings)

forEachEngine((engine) => {
  const server = withServer(engine)
  beforeAll(async () => {
    await signUp(server.url, { masterPassword: null })
    await server.end()
  })

  test('says whether the rollups were right, and fixes them', async () => {
    expect(await run(server.settings)).toEqual({
      code: 0,
      said: expect.stringMatching(
        /^activity: rollups of 0 blocks, correct\.\nusage: rollups of 0 blocks, correct\.\nsearch: texts and lines of \d+ entr\w+, correct\.\n$/,
      ),
    })
    const database = connect({ databaseUrl: server.settings.DATABASE_URL, dataDir: server.dataDir })
    await database.db
      .insertInto('usage_tallies')
      .values({ project_id: 1, block: 0, entries: 7, first_at: 0, last_at: Date.now() })
      .execute()
    await database.db.updateTable('activity').set({ line: 0 }).execute()
    await database.close()
    const mended = await run(server.settings)
    expect(mended.said).toContain('usage: rollups of 0 blocks, 1 DIFFERED from the entries and were rebuilt.')
    expect(mended.said).toMatch(/search: texts and lines of \d+ entr\w+, \d+ DIFFERED from the entries/)
    expect((await run(server.settings)).said).not.toContain('DIFFERED')
  })
})
