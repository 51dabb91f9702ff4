import { openAccountInvitation } from '@envhold/contract/accounts/account-invitations.ts'
import { readSession, readUserStatus, register } from '@envhold/contract/accounts/accounts.ts'
import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import { readInstanceSettings, updateSignUps } from '@envhold/contract/operator/instance-settings.ts'
import * as calls from '@envhold/contract/operator/user-invitations.ts'
import { startUserReset } from '@envhold/contract/operator/users.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { appForTests, forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { bytesOf, dumpTables } from '../../../../../../dev/world/dump-database.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { assignRole, writeRole } from '../../../../../../dev/world/write-role.ts'
import { sweepAccountInvitations } from '../../accounts/sweep-sign-ins.ts'

const day = 86_400_000
const password = 'correct horse'

forEachEngine((engine) => {
  const app = withApp(engine)
  const admin = withPerson(app, { masterPassword: null })

  let door: Person
  beforeAll(async () => {
    await writeRole(app, 'DOOR', ['user.unsuspend'])
    door = await addPerson(app, { masterPassword: null })
    await assignRole(app, door.userId, 'DOOR')
    await setMode('closed')
  })
  beforeEach(async () => {
    await app.ctx.db.deleteFrom('account_invitations').execute()
    await app.ctx.db.deleteFrom('attempts').execute()
  })

  const setMode = async (mode: 'approval' | 'closed') => {
    const { sign_ups } = await admin.client.call(readInstanceSettings, {})
    await admin.client.call(updateSignUps, { body: { mode, revision: sign_ups.revision } })
  }
  const invite = (email: string, by = admin) => by.client.call(calls.inviteUser, { body: { email } })
  const mailTo = async (email: string) =>
    (await mailsOf(app)).findLast(({ to, template }) => to === email && template === 'account-invitation')
  const secretTo = async (email: string) => new URL((await mailTo(email))?.link ?? '').hash.slice(1)
  const join = (email: string, invitation?: string) =>
    app.as().call(register, { body: { email, password, ...(invitation && { invitation }) } })
  const open = (token: string) => app.as().call(openAccountInvitation, { body: { token } })
  const listed = async () => (await admin.client.call(calls.listUserInvitations, {})).invitations

  test('a link lets one address in, whose e-mail is verified with it, although the sign-up is closed', async () => {
    await expect(join('guest@example.com')).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const answer = await invite('Guest@Example.com')
    const secret = await secretTo('Guest@example.com')
    expect(JSON.stringify(answer)).not.toContain(secret)
    expect(bytesOf(await dumpTables(app)).includes(secret.slice(18))).toBe(false)
    expect((await open(secret)).invitation).toMatchObject({ email: 'guest@example.com' })
    expect(await listed()).toMatchObject([{ email: 'guest@example.com', invited_by: admin.username }])
    await expect(join('other@example.com', secret)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const { token } = await join('guest@example.com', secret)
    const guest = app.as({ token })
    expect(await guest.call(readUserStatus, {})).toMatchObject({ userStatus: 'ACTIVE' })
    expect((await guest.call(readSession, {})).user).toMatchObject({ email_verified: true })
    expect(await listed()).toEqual([])
    await expect(open(secret)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { logs } = await admin.client.call(listActivityLogs, {})
    const recorded = logs.map(({ description }) => description).join()
    expect(recorded).toContain('As an operator, invited someone to create an account')
    expect(recorded).not.toContain('guest@example.com')
  })

  test('an invitation needs no approval', async () => {
    await setMode('approval')
    await invite('approved@example.com')
    const { token } = await join('approved@example.com', await secretTo('approved@example.com'))
    expect(await app.as({ token }).call(readUserStatus, {})).toMatchObject({ userStatus: 'ACTIVE' })
    await setMode('closed')
  })

  test('a later link replaces an earlier one; a withdrawn or old one lets nobody in', async () => {
    const email = 'twice@example.com'
    await invite(email)
    const first = await secretTo(email)
    await invite(email)
    const second = await secretTo(email)
    await expect(open(first)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await open(second)
    const [invitation] = await listed()
    const params = { id: invitation?.id ?? '' }
    await admin.client.call(calls.withdrawUserInvitation, { params })
    await expect(admin.client.call(calls.withdrawUserInvitation, { params })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(join(email, second)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await invite(email)
    const third = await secretTo(email)
    app.advance(calls.userInvitationDays * day)
    await expect(open(third)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(join(email, third)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await sweepAccountInvitations(app.ctx)).toBe(1)
    app.advance(-calls.userInvitationDays * day)
  })

  test('an address with an account is refused, and so is one that got three mails today', async () => {
    await expect(invite(admin.email)).rejects.toMatchObject({ code: 'CONFLICT' })
    for (let n = 0; n < 3; n++) await invite('often@example.com')
    await expect(invite('often@example.com')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    await expect(invite('no address')).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [{ path: 'email' }],
    })
  })

  test('an operator who cannot read users invites nobody: the answer says who has an account', async () => {
    await expect(invite('someone@example.com', door)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await mailTo('someone@example.com')).toBeUndefined()
  })

  test('an invitation that was planted or moved to another address lets nobody in', async () => {
    await invite('mine@example.com')
    const secret = await secretTo('mine@example.com')
    await app.ctx.db
      .updateTable('account_invitations')
      .set({ email_canonical: 'theirs@example.com' })
      .execute()
    await expect(open(secret)).rejects.toMatchObject({ code: 'INTERNAL' })
    await expect(join('theirs@example.com', secret)).rejects.toMatchObject({ code: 'INTERNAL' })
  })
})

test('e-mails that did not leave use up no limit', async () => {
  const app = await appForTests('sqlite', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'vault@example.com' })
  const admin = await addPerson(app, { masterPassword: null })
  const { userId } = await addPerson(app, { masterPassword: null })
  for (let n = 0; n < 4; n++) {
    const failed = { code: 'UNAVAILABLE' }
    const body = { email: 'often@example.com' }
    await expect(admin.client.call(calls.inviteUser, { body })).rejects.toMatchObject(failed)
    const reset = { params: { id: userId }, body: { reason: 'Asked by phone' } }
    await expect(admin.client.call(startUserReset, reset)).rejects.toMatchObject(failed)
  }
  await app.stop()
})
