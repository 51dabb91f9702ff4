import { changePassword, login } from '@envhold/contract/accounts/accounts.ts'
import {
  changeMasterPassword,
  recoverMasterPassword,
  setUpMasterPassword,
  validateMasterPassword,
} from '@envhold/contract/keyring/keyring.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { type Person, signUp } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'

const rejected = {
  code: 'VALIDATION_FAILED',
  details: [
    { path: 'confirmSamePassword', message: expect.stringContaining('sign in and read every value') },
  ],
}

forEachEngine((engine) => {
  const app = withApp(engine)
  const opens = async ({ client }: Person, masterPassword: string) =>
    (await client.call(validateMasterPassword, { body: { masterPassword } })).valid

  test('the sign-in password is set as master password only when that is confirmed', async () => {
    const someone = await signUp(app.url, { masterPassword: null })
    const { password: masterPassword } = someone
    const setUp = (body: object) =>
      someone.client.call(setUpMasterPassword, { body: { masterPassword, ...body } })
    await expect(setUp({})).rejects.toMatchObject(rejected)
    await expect(setUp({ confirmSamePassword: false })).rejects.toMatchObject(rejected)
    await setUp({ confirmSamePassword: true })
    expect(await opens(someone, masterPassword)).toBe(true)
  })

  test('so it is when the master password changes or is recovered', async () => {
    const someone = await signUp(app.url)
    const { password: newMasterPassword, masterPassword: currentMasterPassword = '' } = someone
    const change = (body: object) =>
      someone.client.call(changeMasterPassword, {
        body: { currentMasterPassword, newMasterPassword, ...body },
      })
    await expect(change({})).rejects.toMatchObject(rejected)
    await expect(change({ leaked: true })).rejects.toMatchObject(rejected)
    const { recoveryKey = '' } = someone
    const recover = (body: object) =>
      someone.client.call(recoverMasterPassword, { body: { recoveryKey, newMasterPassword, ...body } })
    await expect(recover({})).rejects.toMatchObject(rejected)
    expect(await opens(someone, currentMasterPassword)).toBe(true)
    await change({ confirmSamePassword: true })
    expect(await opens(someone, newMasterPassword)).toBe(true)
  })

  test('the master password becomes the sign-in password only when that is confirmed', async () => {
    const someone = await signUp(app.url)
    const { password: currentPassword, masterPassword: newPassword = '', email } = someone
    const change = (body: object) =>
      someone.client.call(changePassword, { body: { currentPassword, newPassword, ...body } })
    await expect(change({})).rejects.toMatchObject(rejected)
    await change({ confirmSamePassword: true })
    await app.as().call(login, { body: { email, password: newPassword } })
  })

  test('asking counts as attempts at the other secret, and tells nothing once these are used up', async () => {
    const someone = await signUp(app.url)
    const { password, masterPassword: newPassword = '' } = someone
    const other = 'neither of the two'
    const { db } = app.ctx
    await db.deleteFrom('attempts').where('kind', '=', 'master-password').execute()
    await someone.client.call(changePassword, { body: { currentPassword: password, newPassword: other } })
    const counts = db.selectFrom('attempts').select('count').where('kind', '=', 'master-password')
    expect(await counts.execute()).toEqual([{ count: 1 }])
    await db.updateTable('attempts').set({ count: 10 }).where('kind', '=', 'master-password').execute()
    await someone.client.call(changePassword, { body: { currentPassword: other, newPassword } })
  })
})
