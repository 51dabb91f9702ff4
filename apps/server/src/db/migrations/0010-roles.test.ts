import { readUserStatus } from '@envhold/contract/accounts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appForTests, forEachEngine, type TestApp } from '../../../../../dev/world/app-for-tests.ts'
import { signUp } from '../../../../../dev/world/sign-up.ts'
import { roles } from './0010-roles.ts'

forEachEngine((engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await appForTests(engine)
  })
  afterAll(() => app.stop())

  test('accounts from before keep the role that the code gave them', async () => {
    const people = [await signUp(app.url), await signUp(app.url)]
    const { db, secrets } = app.ctx
    await db.schema.dropTable('roles').execute()
    await roles(db, engine, secrets)
    const found = await Promise.all(people.map(({ client }) => client.call(readUserStatus, {})))
    expect(found.map(({ user }) => user.roles)).toEqual([
      [{ id: 3, name: 'SUPER_ADMIN', display_name: 'Super administrator', permissions: ['*'] }],
      [
        {
          id: 1,
          name: 'USER',
          display_name: 'User',
          permissions: [
            'project.collaborate',
            'project.create',
            'project.delete',
            'project.read',
            'project.update',
          ],
        },
      ],
    ])
  })
})
