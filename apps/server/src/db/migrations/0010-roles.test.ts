import { readUserStatus } from '@envhold/contract/accounts.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { roles } from './0010-roles.ts'

forEachEngine((engine) => {
  const app = withApp(engine)

  test('existing accounts keep their role', async () => {
    const people = [await addPerson(app), await addPerson(app)]
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
