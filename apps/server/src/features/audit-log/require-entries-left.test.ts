import { createVariable, deleteVariable, readVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { requireEntriesLeft } from './require-entries-left.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const other = withPerson(app)

  test('an account that fills the log can delete, and nobody else notices', async () => {
    const { id } = await seedEnvironment(owner, { A: 'a', B: 'b' })
    const theirs = await seedEnvironment(other)
    const failed = { type: 'login_failed', userId: other.userId } as const
    for (let n = 0; n < 6_000; n++) requireEntriesLeft(app.ctx, [failed])
    const read = { type: 'variables_read', userId: owner.userId } as const
    expect(() => {
      for (let n = 0; n < 6_000; n++) requireEntriesLeft(app.ctx, [read])
    }).toThrow()
    const params = { id }
    const limited = { code: 'RATE_LIMITED', retryAfter: expect.any(Number) }
    await expect(owner.client.call(readVariables, { params })).rejects.toMatchObject(limited)
    await expect(
      owner.client.call(createVariable, { params, body: { key: 'C', value: 'c' } }),
    ).rejects.toMatchObject(limited)
    await owner.client.call(deleteVariable, { params: { id, key: 'B' } })
    await other.client.call(readVariables, { params: { id: theirs.id } })
    app.advance(60 * 60 * 1_000)
    const { variables } = await owner.client.call(readVariables, { params })
    expect(variables).toEqual({ A: 'a' })
  })
})
