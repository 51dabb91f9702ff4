import { deleteAccount, updateProfile } from '@envhold/contract/accounts/account-settings.ts'
import { changePassword, login, readSession } from '@envhold/contract/accounts/accounts.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf, eventsDuring } from '../../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { transact } from '../audit-log/tx.ts'
import { changeUser, requireUser } from '../users/user-store.ts'

forEachEngine((engine) => {
  const app = withApp(engine)

  const person = () => addPerson(app, { masterPassword: null })

  test('changes the given fields, keeps the others and clears a name', async () => {
    const { client, email, password } = await person()
    const first = await client.call(updateProfile, {
      body: { username: '  Ada ', firstName: 'Ada', lastName: 'Lovelace' },
    })
    expect(first.user).toMatchObject({ username: 'Ada', firstName: 'Ada', lastName: 'Lovelace', email })
    const second = await client.call(updateProfile, { body: { lastName: null } })
    expect(second.user).toMatchObject({ username: 'Ada', firstName: 'Ada', lastName: null })
    const third = await client.call(updateProfile, { body: { firstName: '  ' } })
    expect(third.user).toMatchObject({ username: 'Ada', firstName: null })
    expect((await client.call(readSession, {})).user).toEqual(third.user)
    const again = await app.as().call(login, { body: { email: 'ADA', password } })
    expect(again.data.user).toEqual(third.user)
  })

  test('records what changed, and records nothing when nothing changed', async () => {
    const { client, username } = await person()
    const change = (body: object) => eventsDuring(app, () => client.call(updateProfile, { body }))
    expect(await change({ username: `${username}-too`, firstName: 'Eve' })).toEqual(['account_updated'])
    const event = (await activityOf(app)).at(-1)
    expect(event?.description).toBe(`${username} changed the username and the first name`)
    expect(await change({ username: `${username}-too`, firstName: ' Eve', lastName: '' })).toEqual([])
    expect(await change({})).toEqual([])
  })

  test('e-mails write dates in the time zone of the account, which is not an event', async () => {
    const { client, userId, email } = await person()
    const zone = (time_zone: string) => client.call(updateProfile, { body: { time_zone } })
    await expect(zone('Nowhere/Land')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'time_zone' }],
    })
    expect(await eventsDuring(app, () => zone('Asia/Tokyo'))).toEqual([])
    expect((await client.call(readSession, {})).user).toMatchObject({ time_zone: 'Asia/Tokyo' })
    const until = Date.UTC(2026, 11, 22, 23, 30)
    await transact(app.ctx, { userId, origin: null }, (tx) =>
      queueMail(tx, 'accountDeleted', { to: email.toUpperCase(), variables: { until } }),
    )
    const mail = (await mailsOf(app)).find(({ template }) => template === 'account-deleted')
    expect(mail?.text).toContain('Dec 23, 2026, 08:30 GMT+9')
  })

  test('names the field when the username is taken, in any spelling', async () => {
    const [taken, other] = [await person(), await person()]
    const refused = other.client.call(updateProfile, {
      body: { username: taken.username.toUpperCase(), firstName: 'Not kept' },
    })
    await expect(refused).rejects.toMatchObject({
      code: 'CONFLICT',
      details: [{ path: 'username', message: 'An account with this username already exists' }],
    })
    const { user } = await other.client.call(readSession, {})
    expect(user).toMatchObject({ username: other.username, firstName: null })
    const mine = await taken.client.call(updateProfile, { body: { username: taken.username.toUpperCase() } })
    expect(mine.user.username).toBe(taken.username.toUpperCase())
  })

  test('an account with a username of full width, from before they were rejected, works as before', async () => {
    const someone = await person()
    const username = '\uff41lice'
    await app.ctx.db
      .updateTable('users')
      .set({ username, username_canonical: username })
      .where('id', '=', someone.userId)
      .execute()
    expect(
      await app.as().call(login, { body: { email: username, password: someone.password } }),
    ).toMatchObject({
      username,
    })
    const { user } = await someone.client.call(updateProfile, { body: { username, firstName: 'Ada' } })
    expect(user).toMatchObject({ username, firstName: 'Ada' })
  })

  /** Changes the account all the time that a call takes, as a payment or a verified address does. */
  const whileChanging = async (userId: number, call: Promise<unknown>) => {
    let isOver = false
    const change = async () => {
      for (let times = 1; !isOver; times++)
        await transact(app.ctx, { userId, origin: null }, async (tx) => {
          await tx.lock([userId])
          await changeUser(tx, await requireUser(tx, userId), { email_verified_at: tx.clock() + times })
        })
    }
    const ended = call.finally(() => {
      isOver = true
    })
    await Promise.all([ended, change()])
  }

  test('a right password counts while the account is changed at the same time', async () => {
    // The first account is that of the operator, which cannot be deleted.
    await person()
    const { client, userId, email, password } = await person()
    const newPassword = 'quite another sentence'
    const body = { currentPassword: password, newPassword }
    await whileChanging(userId, client.call(changePassword, { body }))
    const again = await app.as().call(login, { body: { email, password: newPassword } })
    const leaving = app.as(again).call(deleteAccount, { body: { password: newPassword } })
    await whileChanging(userId, leaving)
  })

  test.each([
    [{ username: ' ' }, 'username', 'Username is required'],
    [{ username: 'somebody@example.com' }, 'username', 'A username cannot contain @'],
    [{ username: '\uFB2C'.repeat(34) }, 'username', 'Must be at most 100 characters'],
    [{ firstName: 'x'.repeat(101) }, 'firstName', 'Must be at most 100 characters'],
    [{ lastName: 'nul\0' }, 'lastName', 'Must not hold NUL or broken Unicode'],
  ])('rejects %j', async (body, path, message) => {
    const { client } = await person()
    await expect(client.call(updateProfile, { body })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path, message }],
    })
  })
})
