import { readSession } from '@envhold/contract/accounts.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { stepUp } from './0008-step-up.ts'

forEachEngine((engine) => {
  const app = withApp(engine)

  test('an existing session stays valid, and its start counts as the latest proof of identity', async () => {
    const { db } = app.ctx
    const { token, userId } = await addPerson(app, { masterPassword: null })
    const before = await db.selectFrom('sessions').select(['id', 'mac']).execute()
    await sql`drop table idempotency_keys`.execute(db)
    await sql`alter table sessions drop column verified_at`.execute(db)
    await stepUp(db, engine)
    const after = await db.selectFrom('sessions').select(['id', 'mac', 'verified_at']).execute()
    expect(after).toEqual(before.map((row) => ({ ...row, verified_at: null })))
    const { user } = await app.as({ token }).call(readSession, {})
    expect(user.id).toBe(userId)
  })
})
