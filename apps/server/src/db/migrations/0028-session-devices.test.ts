import { login, readSession } from '@envhold/contract/accounts.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { nextStep, signUpWithTotp } from '../../../../../dev/world/with-totp.ts'
import { sessionDevices } from './0028-session-devices.ts'

forEachEngine((engine) => {
  const app = withApp(engine)

  test('existing sessions stay valid, and existing devices count as proved as far as their sign-ins show', async () => {
    const { db } = app.ctx
    const [vault, none] = [await addPerson(app), await addPerson(app, { masterPassword: null })]
    const early = await signUpWithTotp(app)
    const late = await signUpWithTotp(app)
    nextStep(app)
    const devices = db.updateTable('devices').where('user_id', '=', late.userId)
    await devices.set({ last_seen_at: app.ctx.clock() }).execute()
    for (const [table, column] of [
      ['sessions', 'device_id'],
      ['mfa_tickets', 'device_id'],
      ['devices', 'vault_opened_at'],
      ['devices', 'second_factor_at'],
    ] as const)
      await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(db)
    await sessionDevices(db)
    const rows = await db
      .selectFrom('devices')
      .select(['user_id', 'last_seen_at', 'vault_opened_at', 'second_factor_at'])
      .execute()
    const provedOf = ({ userId }: { readonly userId: number }) =>
      rows
        .filter(({ user_id }) => user_id === userId)
        .map((row) => [row.vault_opened_at === row.last_seen_at, row.second_factor_at === row.last_seen_at])
    expect([vault, none, early, late].map(provedOf)).toEqual([
      [[true, false]],
      [[false, false]],
      [[false, false]],
      [[false, true]],
    ])
    expect((await app.as({ token: vault.token }).call(readSession, {})).user.id).toBe(vault.userId)
    const { email, password } = vault
    await app.as().call(login, { body: { email, password } })
  })
})
