import { afterAll, beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { appForTests, type TestApp } from '../../../../../dev/world/app-for-tests.ts'
import { seedApiKey, seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import { Turns } from '../../http/turns/turns.ts'

class WatchedTurns extends Turns {
  readonly accounts: number[] = []

  override sawKeyOf(account: number): void {
    this.accounts.push(account)
    super.sawKeyOf(account)
  }
}

const turns = new WatchedTurns({ aloneAfterMs: -1 })
let app: TestApp
beforeAll(async () => {
  app = await appForTests('sqlite', {}, { turns })
})
afterAll(() => app.stop())

test('a fetch counts as the owner of its key, and one with a wrong key as nobody', async () => {
  await addPerson(app)
  const owner = await addPerson(app)
  const { projectId } = await seedEnvironment(owner, { A: '1' })
  const { apiKey } = await seedApiKey(owner, projectId)
  const statusOf = async (name: string, key: string) => {
    const response = await app.fetch(`/api/v1/inject/${projectId}/${name}`, { headers: { 'x-api-key': key } })
    return response.status
  }
  expect([
    await statusOf('production', apiKey),
    await statusOf('production', apiKey),
    await statusOf('nothing', apiKey),
    await statusOf('production', 'pak_wrong'),
  ]).toEqual([200, 200, 404, 401])
  expect(turns.accounts).toEqual([owner.userId, owner.userId, owner.userId])
})
