import { randomBytes } from 'node:crypto'
import { createClient } from '@envhold/client/client.ts'
import { deleteAccount } from '@envhold/contract/accounts/account-settings.ts'
import { login, readSession, readUserStatus } from '@envhold/contract/accounts/accounts.ts'
import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import { readUserBilling } from '@envhold/contract/operator/user-billing.ts'
import * as calls from '@envhold/contract/operator/users.ts'
import { deleteProject } from '@envhold/contract/projects/projects.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { insertPerson } from '../../../../../../dev/world/insert-person.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { seedEnvironment } from '../../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../../dev/world/share-project.ts'
import { type Person, signUp } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../../dev/world/with-second-node.ts'
import { assignRole, writeRole } from '../../../../../../dev/world/write-role.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { changeUser, findUser, type User } from '../../users/user-store.ts'

const day = 24 * 3_600_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const second = withSecondNode(app)
  const admin = withPerson(app)
  let person: Person
  beforeEach(async () => {
    person = await addPerson(app, { masterPassword: null })
  })

  const of = ({ userId }: Pick<Person, 'userId'>) => ({ params: { id: userId } })
  const suspend = (who: Person, reason = 'Spam', by = admin) =>
    by.client.call(calls.suspendUser, { ...of(who), body: { reason } })
  const forceDelete = (who: Person, by = admin) =>
    by.client.call(calls.forceDeleteUser, { ...of(who), body: { reason: 'Abuse' } })
  const detail = async (who: Pick<Person, 'userId'>) =>
    (await admin.client.call(calls.readUserDetail, of(who))).user
  const change = (who: Pick<Person, 'userId'>, set: Partial<Pick<User, 'status' | 'deleted_at'>>) =>
    inTransaction(app.ctx, async (tx) => {
      const user = await findUser(tx, who.userId)
      if (user) await changeUser(tx, user, set)
    })
  const find = async (search: string, more: object = {}) =>
    await admin.client.call(calls.listUsers, { query: { search, ...more } })
  const templatesTo = async ({ email }: Person) =>
    (await mailsOf(app)).filter(({ to }) => to === email).map(({ template }) => template)

  test('the list says who suspended whom, why, and what each user owns and shares', async () => {
    const owner = await addPerson(app)
    const { projectId, id } = await seedEnvironment(owner)
    const member = await addPerson(app)
    await shareProject(app, owner, projectId, member, { environments: [id] })
    await suspend(owner)
    const { users } = await find(owner.email.toUpperCase())
    expect(users).toEqual([
      {
        id: owner.userId,
        username: owner.username,
        email: owner.email,
        status: 'SUSPENDED',
        suspendedReason: 'Spam',
        suspendedBy: admin.username,
        suspendedAt: expect.stringMatching(/Z$/),
        grace_ends_at: null,
        created_at: expect.stringMatching(/Z$/),
        roles: [{ id: expect.any(Number), name: 'USER', display_name: 'User' }],
        plan: { name: 'starter', display_name: 'Free' },
        _count: { projects: 1, collaborations: 0 },
        stored_bytes: expect.any(Number),
      },
    ])
    expect((await find(member.username)).users).toMatchObject([
      { status: 'ACTIVE', suspendedBy: null, _count: { projects: 0, collaborations: 1 } },
    ])
  })

  test('it is searched, filtered, sorted and cut into pages by the server', async () => {
    const mark = randomBytes(4).toString('hex')
    const named: Person[] = []
    for (const name of ['b', 'c', 'a'])
      named.push(await addPerson(app, { email: `${name}-${mark}@example.com`, masterPassword: null }))
    const ids = named.map(({ userId }) => userId)
    await suspend(named[1] as Person)
    const userIds = async (more: object) =>
      (await find(`-${mark.toUpperCase()}`, more)).users.map(({ id }) => id)
    expect(await userIds({})).toEqual(ids.toReversed())
    expect(await userIds({ sort: 'oldest' })).toEqual(ids)
    expect(await userIds({ sort: 'name' })).toEqual([ids[2], ids[0], ids[1]])
    expect(await userIds({ status: 'SUSPENDED' })).toEqual([ids[1]])
    const { users, counts, pagination } = await find(mark, { page: 2, limit: 2, sort: 'oldest' })
    expect([users.map(({ id }) => id), pagination]).toEqual([
      [ids[2]],
      { page: 2, limit: 2, total: 3, pages: 2 },
    ])
    const everybody = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const { pagination: all } = await find('', { limit: 1 })
    expect(all).toEqual({ page: 1, limit: 1, total: everybody, pages: everybody })
    // Characters with a meaning in a pattern have none here.
    for (const term of ['%', '_', '\\', "'", 'no such user'])
      expect([term, (await find(`${term}${mark}`)).pagination.total]).toEqual([term, 0])
  })

  test('users are found by id and by name, and filtered by role and plan', async () => {
    const id = person.userId
    expect((await find(` ${id} `)).users.map((user) => user.id)).toContain(id)
    const mark = randomBytes(4).toString('hex')
    await app.ctx.db
      .updateTable('users')
      .set({ first_name: 'Ägidia', last_name: `Marr${mark}` })
      .where('id', '=', id)
      .execute()
    for (const search of [`marr${mark}`, `Ägidia Marr${mark}`, `MARR${mark}`])
      expect([search, (await find(search)).users.map((user) => user.id)]).toEqual([search, [id]])
    const totalOf = async (more: object) => (await find(person.email, more)).pagination.total
    expect(await totalOf({ plan: 'starter', role: 'USER' })).toBe(1)
    expect(await totalOf({ plan: 'pro' })).toBe(0)
    expect(await totalOf({ role: 'ADMIN' })).toBe(0)
    const admins = await admin.client.call(calls.listUsers, { query: { role: 'SUPER_ADMIN', limit: 1 } })
    expect(admins.users.every(({ roles }) => roles[0]?.name === 'SUPER_ADMIN')).toBe(true)
    const holders = await app.ctx.db
      .selectFrom('users')
      .select('id')
      .where('role', '=', 'SUPER_ADMIN')
      .execute()
    expect(admins.pagination.total).toBe(holders.length)
    expect(admins.roles).toContainEqual({ name: 'USER', display_name: 'User' })
    expect(admins.plans).toContainEqual({ name: 'starter', display_name: 'Free' })
    // A number that no account has, or that is too long for one, finds nobody and fails nothing.
    for (const search of ['999999999', '9'.repeat(15), '9'.repeat(40)])
      expect([search, (await find(search)).pagination.total]).toEqual([search, 0])
  })

  test('an export has what the filters leave, executes nothing in a spreadsheet, and is recorded', async () => {
    const named = await addPerson(app, { masterPassword: null })
    await app.ctx.db.updateTable('users').set({ username: '=1+1' }).where('id', '=', named.userId).execute()
    const file = await admin.client.call(calls.exportUsers, { query: { search: String(named.userId) } })
    const [head, ...lines] = file.trimEnd().split('\r\n')
    expect(head).toMatch(/^id,username,email,status,role,plan,/)
    const ofNamed = lines.find((line) => line.startsWith(`${named.userId},`))
    expect(ofNamed).toMatch(`${named.userId},'=1+1,${named.email},ACTIVE,USER,starter,0,0,`)
    const all = await admin.client.call(calls.exportUsers, { query: {} })
    const { pagination } = await find('', { limit: 1 })
    expect(all.trimEnd().split('\r\n')).toHaveLength(pagination.total + 1)
    const { logs } = await admin.client.call(listActivityLogs, { query: { search: 'exported' } })
    expect(logs.map(({ description }) => description)).toContain(
      'As an operator, exported the users of the instance as CSV, filtered by search',
    )
  })

  test('whom an operator looks at reads it once an hour, without a name, and the own account is left out', async () => {
    const viewed = async ({ client }: Person) =>
      (await client.call(listActivityLogs, { query: {} })).logs
        .filter(({ event_type }) => event_type === 'account_viewed')
        .map(({ description, ip_address }) => ({ description, ip_address }))
    const look = async (part: 'state' | 'billing') =>
      part === 'state' ? await detail(person) : await admin.client.call(readUserBilling, of(person))
    for (const part of ['state', 'state', 'billing', 'billing'] as const) await look(part)
    const seen = [
      {
        description: 'An operator looked at the subscriptions, invoices and failed payments of the account',
        ip_address: null,
      },
      { description: 'An operator looked at the state of the account and its last events', ip_address: null },
    ]
    expect(await viewed(person)).toEqual(seen)
    const own = (await viewed(admin)).map(({ description }) => description)
    expect(own).toContain(`As an operator, looked at the state of account ${person.userId}`)
    // An operator who does nothing for an hour is signed out.
    for (const minutes of [40, 21]) {
      app.advance(minutes * 60_000)
      await find('')
    }
    await look('state')
    app.advance(-61 * 60_000)
    expect(await viewed(person)).toEqual([seen[1], ...seen])
    await detail(admin)
    expect(
      (await viewed(admin)).some(({ description }) => description.endsWith(`account ${admin.userId}`)),
    ).toBe(false)
  })

  test('the accounts that store most come first, whatever they have deleted', async () => {
    const mark = randomBytes(4).toString('hex')
    const [small, none, large] = await Promise.all(
      ['small', 'none', 'large'].map((name) => addPerson(app, { email: `${name}-${mark}@example.com` })),
    )
    if (!small || !none || !large) throw new Error('Somebody is missing')
    await seedEnvironment(small)
    const { projectId } = await seedEnvironment(large, { A: 'x'.repeat(60_000) })
    await large.client.call(deleteProject, { params: { id: projectId } })
    const { users } = await find(mark, { sort: 'storage' })
    expect(users.map(({ id }) => id)).toEqual([large, small, none].map(({ userId }) => userId))
    const [max, less, min] = users.map(({ stored_bytes }) => stored_bytes)
    expect(max).toBeGreaterThan(68_000)
    expect(less).toBeGreaterThan(8_000)
    expect(min).toBe(0)
    expect(await detail(small)).toMatchObject({ stored_bytes: less })
  })

  test('a detail shows the state of an account and what was done to it, but no name out of its projects', async () => {
    const owner = await addPerson(app)
    const { projectId } = await seedEnvironment(owner, { SECRET_NAME: 'secret value' })
    await suspend(owner, 'Chargeback')
    await admin.client.call(calls.unsuspendUser, of(owner))
    const user = await detail(owner)
    expect(user).toMatchObject({
      status: 'ACTIVE',
      plan: { name: 'starter' },
      subscription: null,
      phase: { name: 'compliant', grace_end: null },
      factors: { password: true, totp: false, passkeys: 0, provider_identities: 0, master_password: true },
      sessions: 1,
      last_sign_in_at: expect.stringMatching(/Z$/),
      acts: [
        { act: 'unsuspend', operator: admin.username },
        { act: 'suspend', reason: 'Chargeback', operator: admin.username },
      ],
    })
    expect(user.events[0]).toEqual({ type: 'account_unsuspended', created_at: expect.stringMatching(/Z$/) })
    expect(projectId).toBeGreaterThan(0)
    const text = JSON.stringify(user)
    for (const hidden of ['SECRET_NAME', 'secret value', 'variable', 'project_created', 'password_hash'])
      expect(text).not.toContain(hidden)
    await expect(admin.client.call(calls.readUserDetail, { params: { id: 999_999 } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('suspending confines at once on every node, and asks for a reason', async () => {
    for (const reason of ['', '  \n'])
      await expect(suspend(person, reason)).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        details: [{ path: 'reason', message: 'Suspension reason is required' }],
      })
    await expect(suspend(person, 'x'.repeat(501))).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await suspend(person, ' Keys shared in public ')
    const elsewhere = createClient({
      server: second.url,
      headers: () => ({ authorization: `Bearer ${person.token}` }),
    })
    await expect(elsewhere.call(readSession, {})).rejects.toMatchObject({ code: 'ACCOUNT_SUSPENDED' })
    expect(await person.client.call(readUserStatus, {})).toMatchObject({
      suspendedReason: 'Keys shared in public',
    })
    await expect(suspend(person)).rejects.toMatchObject({ code: 'CONFLICT' })
    await admin.client.call(calls.unsuspendUser, of(person))
    await expect(admin.client.call(calls.unsuspendUser, of(person))).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    await elsewhere.call(readSession, {})
    expect(await templatesTo(person)).toEqual(
      expect.arrayContaining(['account-suspended', 'account-unsuspended']),
    )
  })

  test('its user reads every act with its reason, and the operator has it in the own activity', async () => {
    expect((await person.client.call(calls.listOwnOperatorActs, {})).acts).toEqual([])
    await suspend(person, 'A mistake')
    await admin.client.call(calls.unsuspendUser, of(person))
    const { acts } = await person.client.call(calls.listOwnOperatorActs, {})
    expect(acts).toMatchObject([
      { act: 'unsuspend', reason: '' },
      { act: 'suspend', reason: 'A mistake' },
    ])
    expect(JSON.stringify(acts)).not.toContain(admin.username)
    const { logs } = await admin.client.call(listActivityLogs, {})
    expect(logs.map(({ description }) => description)).toContain(
      `As an operator, on account ${person.userId}: Suspended the account. Reason: A mistake`,
    )
  })

  test('an account that waits for approval is approved once, and by a mail', async () => {
    await change(person, { status: 'PENDING' })
    await admin.client.call(calls.approveUser, of(person))
    await expect(admin.client.call(calls.approveUser, of(person))).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await detail(person)).toMatchObject({ status: 'ACTIVE', acts: [{ act: 'approve' }] })
    expect(await templatesTo(person)).toContain('account-approved')
  })

  test('a grace period is extended by 30 days, and at most to 365 days from now', async () => {
    const extend = (body: { days?: number } = {}) =>
      admin.client.call(calls.extendGracePeriod, { ...of(person), body })
    await expect(extend()).rejects.toMatchObject({ code: 'CONFLICT' })
    await person.client.call(deleteAccount, { body: { password: person.password } })
    const before = Date.parse((await detail(person)).grace_ends_at ?? '')
    expect(Date.parse((await extend()).grace_ends_at)).toBe(before + 30 * day)
    expect(Date.parse((await extend({ days: 1 })).grace_ends_at)).toBe(before + 31 * day)
    await expect(extend({ days: 335 })).rejects.toMatchObject({ code: 'CONFLICT' })
    for (const days of [0, -1, 1.5, 366])
      await expect(extend({ days })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    const { gracePeriodUsers, total } = await admin.client.call(calls.listGracePeriodUsers, {})
    expect(gracePeriodUsers.find(({ id }) => id === person.userId)).toMatchObject({
      email: person.email,
      grace_ends_at: new Date(before + 31 * day).toISOString(),
    })
    expect(total).toBe(gracePeriodUsers.length)
    // It is the grace period that the owner has.
    app.advance(40 * day)
    const { restored } = await app
      .as()
      .call(login, { body: { email: person.email, password: person.password } })
    expect(restored).toBe(true)
    app.advance(-40 * day)
  })

  test('a forced deletion is final, re-keys what the user could open, and says why', async () => {
    const owner = await addPerson(app)
    const { projectId, id } = await seedEnvironment(owner)
    const member = await addPerson(app)
    await shareProject(app, owner, projectId, member, { environments: [id] })
    await expect(forceDelete(member)).rejects.toMatchObject({ code: 'CONFLICT' })
    await suspend(member)
    await forceDelete(member)
    await expect(app.as().call(login, { body: member })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    await expect(detail(member)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const environment = await app.ctx.db
      .selectFrom('environments')
      .select('rekey_pending')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(environment.rekey_pending).toBeTruthy()
    const mail = (await mailsOf(app)).findLast(({ to }) => to === member.email)
    expect(mail).toMatchObject({ template: 'account-force-deleted' })
    expect(mail?.text).toContain('Abuse')
    const erasure = await app.ctx.db
      .selectFrom('erasures')
      .select('username')
      .where('user_id', '=', member.userId)
      .executeTakeFirst()
    expect(erasure).toEqual({ username: member.username })
  })

  test('nobody acts on the own account, or on one that may do more', async () => {
    for (const call of [calls.suspendUser, calls.forceDeleteUser])
      await expect(admin.client.call(call, { ...of(admin), body: { reason: 'Me' } })).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
    await writeRole(app, 'GUARD', ['user.read', 'user.suspend', 'user.unsuspend', 'user.force_delete'])
    const guard = await addPerson(app, { masterPassword: null })
    await assignRole(app, guard.userId, 'GUARD')
    await assignRole(app, person.userId, 'ADMIN')
    await expect(suspend(person, 'Coup', guard)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This account has permissions that you do not have.',
    })
    await suspend(person)
    await expect(forceDelete(person, guard)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(guard.client.call(calls.unsuspendUser, of(person))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await assignRole(app, person.userId, 'USER')
    await forceDelete(person, guard)
  })

  test('of the last two SUPER_ADMINs who suspend each other on two nodes, one stays', async () => {
    const other = await signUp(second.url, { masterPassword: null })
    await assignRole(app, other.userId, 'SUPER_ADMIN')
    for (let round = 0; round < 3; round++) {
      const outcomes = await Promise.allSettled([suspend(other), suspend(admin, 'Spam', other)])
      expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
      const left = await app.ctx.db
        .selectFrom('users')
        .select('id')
        .where('role', '=', 'SUPER_ADMIN')
        .where('status', '=', 'ACTIVE')
        .execute()
      expect(left).toHaveLength(1)
      const [winner, loser] = left[0]?.id === admin.userId ? [admin, other] : [other, admin]
      await winner.client.call(calls.unsuspendUser, of(loser))
    }
    await suspend(other)
    await forceDelete(other)
  })

  test('a deletion and a restoration at the same time leave a whole account or none', async () => {
    await change(person, { status: 'INACTIVE', deleted_at: app.ctx.clock() })
    const [deleted, restored] = await Promise.allSettled([
      forceDelete(person),
      app.as().call(login, { body: { email: person.email, password: person.password } }),
    ])
    const user = await findUser(app.ctx, person.userId)
    expect(user?.status).toBe(deleted.status === 'fulfilled' ? undefined : 'ACTIVE')
    if (deleted.status === 'fulfilled') expect(restored.status).toBe('rejected')
  })

  test('a list leaves out nobody for having no project', async () => {
    const { userId, email } = await insertPerson(app)
    expect((await find(email)).users).toMatchObject([
      { id: userId, _count: { projects: 0, collaborations: 0 } },
    ])
  })
})
