import { readLiveness, readReadiness } from '@envhold/contract/health.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appForTests, forEachEngine, type TestApp } from '../../../../dev/world/app-for-tests.ts'

forEachEngine((engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await appForTests(engine)
  })
  afterAll(() => app.stop())

  test('says that the process lives and can work', async () => {
    expect(await app.as().call(readLiveness, {})).toMatchObject({ status: 'ok' })
    expect(await app.as().call(readReadiness, {})).toMatchObject({ status: 'ok', parts: { database: 'ok' } })
  })

  test('names the database when it fails, and lives on', async () => {
    const failing = await appForTests(engine)
    await failing.ctx.db.destroy()
    const refused = await failing
      .as()
      .call(readReadiness, {})
      .catch((error: unknown) => error)
    expect(refused).toMatchObject({ status: 503, code: 'UNAVAILABLE', details: [{ path: 'database' }] })
    expect(await failing.as().call(readLiveness, {})).toMatchObject({ status: 'ok' })
    await failing.stop()
  })
})
