import { readSession } from '@envhold/contract/accounts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appForTests, forEachEngine, type TestApp } from '../../../../../dev/world/app-for-tests.ts'
import { signUp } from '../../../../../dev/world/sign-up.ts'
import { stepUp } from './0008-step-up.ts'

forEachEngine((engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await appForTests(engine)
  })
  afterAll(() => app.stop())

  test('a session from before goes on, its start the latest proof of its user', async () => {
    const { db } = app.ctx
    const { token, userId } = await signUp(app.url, { masterPassword: null })
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
