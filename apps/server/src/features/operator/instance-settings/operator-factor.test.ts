import { createClient } from '@envhold/client/client.ts'
import { readAccountSecurity } from '@envhold/contract/accounts/account-security.ts'
import { readSession } from '@envhold/contract/accounts/accounts.ts'
import { readInstanceSettings, updateOperatorFactor } from '@envhold/contract/operator/instance-settings.ts'
import { listUsers } from '@envhold/contract/operator/users.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPasskey } from '../../../../../../dev/world/add-passkey.ts'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../../dev/world/events-of.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../../dev/world/with-second-node.ts'
import { signUpWithTotp } from '../../../../../../dev/world/with-totp.ts'
import { assignRole } from '../../../../../../dev/world/write-role.ts'
import { instanceSettingMac } from '../../../instance-settings/instance-settings-store.ts'
import { verifyEverything } from '../../../verify/verify-everything.ts'

const dayMs = 86_400_000
const missing = { code: 'SECOND_FACTOR_REQUIRED', status: 403 }

forEachEngine((engine) => {
  const app = withApp(engine)
  const first = withPerson(app, { masterPassword: null })
  const node = withSecondNode(app)

  /** As on a new instance: nothing is stored. */
  const forget = () =>
    app.ctx.db.deleteFrom('instance_settings').where('name', '=', 'operator-factor').execute()
  beforeEach(forget)
  /** As in a database from before operators needed a factor. @returns from when they need one */
  const migrated = async () => {
    const requiredFrom = Date.now() + 7 * dayMs
    const name = 'operator-factor' as const
    const row = { name, value: JSON.stringify({ requiredFrom }), updated_by: null, updated_at: 0 }
    await app.ctx.db
      .insertInto('instance_settings')
      .values({ ...row, mac: instanceSettingMac.of(app.ctx.secrets, row) })
      .execute()
    return requiredFrom
  }
  const securityOf = async ({ client } = first) => (await client.call(readAccountSecurity, {})).security
  const operatorWithTotp = async () => {
    const person = await signUpWithTotp(app)
    await assignRole(app, person.userId, 'SUPER_ADMIN')
    return person
  }

  test('the operator of a new instance enters with a second factor only; the account works', async () => {
    await expect(first.client.call(listUsers, {})).rejects.toMatchObject({
      ...missing,
      message: expect.stringContaining('Set one up under Security'),
    })
    const elsewhere = createClient({ server: node.url, headers: () => headersOf({ token: first.token }) })
    await expect(elsewhere.call(readInstanceSettings, {})).rejects.toMatchObject(missing)
    await first.client.call(readSession, {})
    await first.client.call(listProjects, {})
    expect(await securityOf()).toMatchObject({
      needs_second_factor: true,
      second_factor_due: expect.stringMatching(/^1970-/),
    })
    const operator = await operatorWithTotp()
    await operator.client.call(listUsers, {})
    expect(await securityOf(operator)).toMatchObject({ needs_second_factor: false, second_factor_due: null })
    const { operator_factor } = await operator.client.call(readInstanceSettings, {})
    expect(operator_factor).toEqual({ required: true, from: null, revision: 0, changed: null })
  })

  test('a passkey is a second factor, and an account that is no operator needs none', async () => {
    const [admin, customer] = [await addPerson(app), await addPerson(app)]
    await assignRole(app, admin.userId, 'ADMIN')
    await expect(admin.client.call(listUsers, {})).rejects.toMatchObject(missing)
    await addPasskey(app, admin)
    // Adding it proved it, so nothing more is asked for.
    await admin.client.call(listUsers, {})
    await expect(customer.client.call(listUsers, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await securityOf(customer)).toMatchObject({ needs_second_factor: false, second_factor_due: null })
  })

  test('operators turn it off and on, the latter only with a factor of their own', async () => {
    const operator = await operatorWithTotp()
    const update = (required: boolean, revision: number, by = operator) =>
      by.client.call(updateOperatorFactor, { body: { required, revision } })
    const off = (await update(false, 0)).operator_factor
    expect(off).toMatchObject({ required: false, from: null, changed: { by: { id: operator.userId } } })
    expect((await activityOf(app)).at(-1)).toMatchObject({
      event_type: 'operator_factor_changed',
      category: 'security_events',
      user_id: operator.userId,
      description: 'The second factor of operators was changed from required to not required',
    })
    await first.client.call(listUsers, {})
    expect(await securityOf()).toMatchObject({ needs_second_factor: true, second_factor_due: null })
    await expect(
      first.client.call(updateOperatorFactor, { body: { required: true, revision: off.revision } }),
    ).rejects.toMatchObject({ ...missing, message: expect.stringContaining('locked out') })
    await expect(update(true, 0)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await update(true, off.revision)).operator_factor).toMatchObject({ required: true, from: null })
    await expect(first.client.call(listUsers, {})).rejects.toMatchObject(missing)
  })

  test('operators of an instance from before have a week', async () => {
    const from = new Date(await migrated()).toISOString()
    const { operator_factor } = await first.client.call(readInstanceSettings, {})
    expect(operator_factor).toEqual({ required: true, from, revision: 0, changed: null })
    expect(await securityOf()).toMatchObject({ needs_second_factor: true, second_factor_due: from })
    app.advance(7 * dayMs)
    // The hour without activity is over, too.
    const again = await addPerson(app)
    await assignRole(app, again.userId, 'ADMIN')
    await expect(again.client.call(listUsers, {})).rejects.toMatchObject(missing)
  })

  test('a row that was changed or removed from outside opens nothing', async () => {
    const operator = await operatorWithTotp()
    await migrated()
    const row = { value: '{"requiredFrom":null}' }
    await app.ctx.db.updateTable('instance_settings').set(row).where('name', '=', 'operator-factor').execute()
    const admin = await addPerson(app)
    await assignRole(app, admin.userId, 'ADMIN')
    await expect(admin.client.call(listUsers, {})).rejects.toMatchObject({ code: 'INTERNAL' })
    // For an operator who has a factor the setting is not read.
    await operator.client.call(listUsers, {})
    await forget()
    await expect(admin.client.call(listUsers, {})).rejects.toMatchObject(missing)
    const broken: string[] = []
    await verifyEverything(app.ctx, [], (line) => void (line.startsWith('BROKEN ') && broken.push(line)))
    expect(broken).toEqual([expect.stringMatching(/^BROKEN instance_settings operator-factor: is missing/)])
  })
})
