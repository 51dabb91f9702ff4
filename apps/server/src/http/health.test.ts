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
})
