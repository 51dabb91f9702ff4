import { readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import { awaitVersion } from '@envhold/contract/environments/environments.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { type Credentials, forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { seedApiKey, seedEnvironment, seedPersonalToken } from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../dev/world/with-second-node.ts'
import { assignRole } from '../../../../../dev/world/write-role.ts'
import { transact } from '../audit-log/tx.ts'
import { createUnlockCache, dropKeysOfInactive } from '../keyring/unlock-cache.ts'
import { findUser, listInactive } from '../users/user-store.ts'
import { suspendAccount, unsuspendAccount } from './suspend-account.ts'

const reason = 'The terms were broken.'

forEachEngine((engine) => {
  const app = withApp(engine, { SUPPORT_EMAIL: 'help@example.com', SUSPENSION_MESSAGE: 'Ask us for help.' })
  const second = withSecondNode(app)
  const operator = withPerson(app)
  let person: Person
  beforeEach(async () => {
    person = await addPerson(app)
  })

  const machine = { userId: null, origin: null }
  const suspend = (id = person.userId, why = reason) =>
    transact(app.ctx, machine, (tx) => suspendAccount(tx, { id }, why))
  const unsuspend = (id = person.userId) => transact(app.ctx, machine, (tx) => unsuspendAccount(tx, { id }))

  /** What each node answers to a read of the variables, and to a program's read. */
  async function answersOf(path: string, credentials: Credentials) {
    const urls = [app.url, second.url]
    return await Promise.all(
      urls.map(async (url) => {
        const answer = await fetch(`${url}/api${path}`, { headers: headersOf(credentials) })
        return [answer.status, ((await answer.json()) as { error?: string }).error]
      }),
    )
  }
  const both = (status: number, error?: string) => [
    [status, error],
    [status, error],
  ]

  test('every credential is refused on every node from the next call on, and works again after it', async () => {
    const { id, projectId } = await seedEnvironment(person)
    const { token } = await seedPersonalToken(person)
    const { apiKey } = await seedApiKey(person, projectId)
    const session = { token: person.token, masterPassword: person.masterPassword ?? '' }
    const read = `/env/environments/${id}/variables`
    const inject = `/v1/inject/${projectId}/production?format=json`
    const everything = async () => [
      await answersOf(read, session),
      await answersOf(read, { token }),
      await answersOf(inject, { apiKey }),
    ]
    const works = [both(200), both(200), both(200)]
    expect(await everything()).toEqual(works)
    await suspend()
    expect(await everything()).toEqual([
      both(403, 'ACCOUNT_SUSPENDED'),
      both(403, 'ACCOUNT_SUSPENDED'),
      both(401, 'UNAUTHENTICATED'),
    ])
    await unsuspend()
    expect(await everything()).toEqual(works)
  })

  test('its user reads why and where to get help', async () => {
    await suspend()
    expect(await person.client.call(readUserStatus, {})).toMatchObject({
      userStatus: 'SUSPENDED',
      suspendedReason: reason,
      supportEmail: 'help@example.com',
      suspensionMessage: 'Ask us for help.',
    })
  })

  test('the mails say why and where to get help, and the account sees both events in its activity', async () => {
    await suspend()
    await unsuspend()
    const mails = (await mailsOf(app)).filter(({ to }) => to === person.email)
    const [suspended, active] = mails.filter(({ template }) => template.startsWith('account-'))
    expect(suspended).toMatchObject({
      template: 'account-suspended',
      link: `${app.ctx.config.publicUrl}/suspended`,
    })
    expect(suspended?.text).toContain(reason)
    expect(suspended?.text).toContain('help@example.com')
    expect(active).toMatchObject({ template: 'account-unsuspended' })
    expect(active?.text).toContain('help@example.com')

    const { logs } = await person.client.call(listActivityLogs, {})
    expect(logs.slice(0, 2)).toMatchObject([
      {
        event_type: 'account_unsuspended',
        description: 'An operator on this machine ended the suspension of the account',
      },
      {
        event_type: 'account_suspended',
        description: `An operator on this machine suspended the account: ${reason}`,
      },
    ])
  })

  // Without the wake-up the call would outlast the test.
  test('a call that waits for a change ends', async () => {
    const { id } = await seedEnvironment(person)
    const { token } = await seedPersonalToken(person)
    const query = { params: { id }, query: { after: 1, wait: 25 } }
    const waiting = [person.client, app.as({ token })].map((client) =>
      client.call(awaitVersion, query).catch(({ code }) => code),
    )
    await new Promise((resolve) => setTimeout(resolve, 300))
    await suspend()
    expect(await Promise.all(waiting)).toEqual(['ACCOUNT_SUSPENDED', 'ACCOUNT_SUSPENDED'])
  })

  test('unlocked keys leave the memory of a node that served no call of the account', async () => {
    const cache = createUnlockCache(app.ctx.clock)
    const entry = { sessionId: '', keyVersion: 1, storedHash: new Uint8Array(), blob: new Uint8Array() }
    cache.put('a', { ...entry, userId: person.userId })
    cache.put('b', { ...entry, userId: operator.userId })
    await dropKeysOfInactive(app.ctx.db, cache)
    expect(cache.users().toSorted()).toEqual([operator.userId, person.userId].toSorted())
    await suspend()
    await dropKeysOfInactive(app.ctx.db, cache)
    expect(cache.users()).toEqual([operator.userId])
  })

  test('thousands of accounts are asked about in a few statements', async () => {
    await suspend()
    const many = Array.from({ length: 2_000 }, (_, index) => 1_000_000 + index)
    expect(await listInactive(app.ctx.db, [...many, person.userId, operator.userId])).toEqual([person.userId])
  })

  test('the reason cannot be changed from outside', async () => {
    await suspend()
    await app.ctx.db
      .updateTable('users')
      .set({ suspended_reason: 'Another reason' })
      .where('id', '=', person.userId)
      .execute()
    await expect(findUser(app.ctx, person.userId)).rejects.toThrow('users')
  })

  test.each([
    ['', 'VALIDATION_FAILED'],
    [' \n ', 'VALIDATION_FAILED'],
    ['x'.repeat(501), 'VALIDATION_FAILED'],
    ['nul\0', 'VALIDATION_FAILED'],
  ])('the reason %j is refused', async (why, code) => {
    await expect(suspend(person.userId, why)).rejects.toMatchObject({ code })
    expect(await person.client.call(readUserStatus, {})).toMatchObject({ userStatus: 'ACTIVE' })
  })

  test('only an active account is suspended, and only a suspended one unsuspended', async () => {
    await expect(unsuspend()).rejects.toMatchObject({ code: 'CONFLICT' })
    await suspend()
    const before = (await activityOf(app)).length
    await expect(suspend()).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(suspend(999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(unsuspend(999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await activityOf(app)).length).toBe(before)
  })

  test('of two operators, each other one can be suspended, but not the last', async () => {
    await expect(suspend(operator.userId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await assignRole(app, person.userId, 'SUPER_ADMIN')
    const outcomes = await Promise.allSettled([suspend(operator.userId), suspend(person.userId)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const suspended = (await findUser(app.ctx, person.userId))?.status === 'SUSPENDED' ? person : operator
    await unsuspend(suspended.userId)
    await suspend(person.userId)
    await expect(suspend(operator.userId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('a collaborator’s own projects are not touched by another’s suspension', async () => {
    const { id } = await seedEnvironment(operator)
    await suspend()
    expect((await operator.client.call(listProjects, {})).projects.length).toBeGreaterThan(0)
    expect((await operator.client.call(readVariables, { params: { id } })).variables).toEqual({
      HELLO: 'world',
    })
  })
})
