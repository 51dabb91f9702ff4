import { createClient } from '@envhold/client/client.ts'
import { listDelayedChanges, stopDelayedChange } from '@envhold/contract/accounts/account-security.ts'
import { readSession } from '@envhold/contract/accounts/accounts.ts'
import { openPasswordReset, resetPassword } from '@envhold/contract/accounts/mailed-links.ts'
import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import * as calls from '@envhold/contract/operator/users.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { bytesOf, dumpTables } from '../../../../../../dev/world/dump-database.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { seedPersonalToken } from '../../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../../dev/world/with-second-node.ts'
import { signUpWithTotp } from '../../../../../../dev/world/with-totp.ts'
import { assignRole, writeRole } from '../../../../../../dev/world/write-role.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const second = withSecondNode(app)
  const admin = withPerson(app)

  const someone = () => addPerson(app, { masterPassword: null })
  const act = (
    call: typeof calls.startUserReset | typeof calls.endUserSessions | typeof calls.removeUserFactors,
    { userId }: Person,
    by: Person = admin,
  ) => by.client.call(call, { params: { id: userId }, body: { reason: 'Asked by phone' } })
  const mailsTo = async ({ email }: Person, template: string) =>
    (await mailsOf(app)).filter((mail) => mail.to === email && mail.template === template)
  const actsOn = async ({ userId }: Person) =>
    (await admin.client.call(calls.readUserDetail, { params: { id: userId } })).user.acts.map(
      ({ act, reason, operator }) => ({ act, reason, operator }),
    )
  const done = (act: string) => ({ act, reason: 'Asked by phone', operator: admin.username })
  const activityOf = async ({ client }: Person) => (await client.call(listActivityLogs, { query: {} })).logs

  test('a reset link is mailed to the user alone, three times an hour, and says nothing of the operator', async () => {
    const person = await someone()
    const answer = await act(calls.startUserReset, person)
    const [mail] = await mailsTo(person, 'reset-password')
    const token = new URL(mail?.link ?? '').hash.slice(1)
    expect(JSON.stringify(answer)).not.toContain(token)
    expect(bytesOf(await dumpTables(app)).includes(token.slice(18))).toBe(false)
    expect(await app.as().call(openPasswordReset, { body: { token } })).toMatchObject({ email: person.email })
    expect(mail?.text).not.toContain('127.0.0.1')
    expect(await actsOn(person)).toEqual([done('start_reset')])
    const requested = (await activityOf(person)).find(
      ({ event_type }) => event_type === 'password_reset_requested',
    )
    expect(requested).toMatchObject({ ip_address: null })
    await act(calls.startUserReset, person)
    await act(calls.startUserReset, person)
    await expect(act(calls.startUserReset, person)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await mailsTo(person, 'reset-password')).toHaveLength(3)
    expect(await actsOn(person)).toHaveLength(3)
    const newest = (await mailsTo(person, 'reset-password')).at(-1)?.link ?? ''
    const body = { token: new URL(newest).hash.slice(1), newPassword: 'quite another sentence' }
    await app.as().call(resetPassword, { body })
  })

  test('signing out everywhere ends every session on every node, and no token', async () => {
    const person = await addPerson(app)
    const { token } = await seedPersonalToken(person, ['read_projects'])
    const elsewhere = createClient({
      server: second.url,
      headers: () => ({ authorization: `Bearer ${person.token}` }),
    })
    await elsewhere.call(readSession, {})
    await act(calls.endUserSessions, person)
    for (const client of [person.client, elsewhere])
      await expect(client.call(readSession, {})).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await app.as({ token }).call(listProjects, {})
    const [mail] = await mailsTo(person, 'sessions-ended-by-operator')
    expect(mail?.text).toContain('Asked by phone')
    expect(await actsOn(person)).toEqual([done('end_sessions')])
    // Without a session there is nothing to end, and nothing fails.
    await act(calls.endUserSessions, person)
  })

  test('factors are removed after 72 hours, which the user is told at once and can stop', async () => {
    const person = await signUpWithTotp(app)
    await expect(act(calls.removeUserFactors, await someone())).rejects.toMatchObject({
      message: 'This account has no second factor.',
    })
    app.stopClock()
    const started = (await act(calls.removeUserFactors, person)) as { readonly due_at: string }
    expect(Date.parse(started.due_at)).toBe(app.ctx.clock() + 72 * 3_600_000)
    await expect(act(calls.removeUserFactors, person)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await actsOn(person)).toEqual([done('remove_factors')])
    const [mail] = await mailsTo(person, 'remove-factors-started')
    expect(mail?.text).toContain('Asked by phone')
    const { changes } = await person.client.call(listDelayedChanges, {})
    expect(changes).toMatchObject([{ kind: 'remove-factors', by_operator: true, reason: 'Asked by phone' }])
    await person.client.call(stopDelayedChange, { params: { id: changes[0]?.id ?? '' } })
    expect((await person.client.call(listDelayedChanges, {})).changes).toEqual([])
  })

  test('nobody does so to the own account, to one that may do more, or without the permission and a reason', async () => {
    const person = await someone()
    await writeRole(app, 'HELPER', ['user.read', 'user.suspend', 'user.unsuspend', 'user.force_delete'])
    await writeRole(app, 'READER', ['user.read'])
    const [helper, reader] = [await someone(), await someone()]
    await assignRole(app, helper.userId, 'HELPER')
    await assignRole(app, reader.userId, 'READER')
    const forbidden = { code: 'FORBIDDEN' }
    for (const call of [calls.startUserReset, calls.endUserSessions, calls.removeUserFactors]) {
      await expect(act(call, admin)).rejects.toMatchObject(forbidden)
      await expect(act(call, admin, helper)).rejects.toMatchObject(forbidden)
      await expect(act(call, person, reader)).rejects.toMatchObject(forbidden)
      const blank = { params: { id: person.userId }, body: { reason: ' ' } }
      await expect(admin.client.call(call, blank)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
      const nobody = { params: { id: 999_999 }, body: { reason: 'Asked' } }
      await expect(admin.client.call(call, nobody)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(await actsOn(person)).toEqual([])
  })
})
