import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../dev/world/app-for-tests.ts'
import { describeDatabase } from '../../../../dev/world/described-schema/describe-database.ts'
import { describeSchema } from '../../../../dev/world/described-schema/describe-schema.ts'
import { withApp } from '../../../../dev/world/with-app.ts'

forEachEngine((engine) => {
  const app = withApp(engine)

  test('a migrated database has what the schema describes, and nothing else', async () => {
    expect(await describeDatabase(app.ctx.db, engine)).toEqual(describeSchema(engine))
  })
})
