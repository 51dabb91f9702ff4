import { deleteAccount, verifyEmail } from '@envhold/contract/accounts/account-settings.ts'
import { login, readSession, readUserStatus, register } from '@envhold/contract/accounts/accounts.ts'
import { inviteCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { acceptInvitation, listInvitations } from '@envhold/contract/collaborators/invitations.ts'
import { readSchema } from '@envhold/contract/inject.ts'
import { listProjects, readProject } from '@envhold/contract/projects/projects.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { dumpTables } from '../../../../../dev/world/dump-database.ts'
import { eventsDuring } from '../../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { seedApiKey, seedEnvironment, seedPersonalToken } from '../../../../../dev/world/seed-project.ts'
import { type Person, signUp } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { sweepsOf } from '../../instance/sweeps.ts'
import { findUser, userMac } from '../users/user-store.ts'

const day = 24 * 3_600_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const operator = withPerson(app)

  const leave = ({ client, password }: Person) => client.call(deleteAccount, { body: { password } })
  const signIn = ({ email, password }: Pick<Person, 'email' | 'password'>) =>
    app.as().call(login, { body: { email, password } })
  const sweep = async () => {
    for (const { run } of sweepsOf(app.ctx)) await run()
  }
  const mailsTo = async (email: string) => (await mailsOf(app)).filter(({ to }) => to === email)
  const unauthenticated = { code: 'UNAUTHENTICATED', status: 401 }

  /** Shares one of the owner's environments with `member`, who verifies their e-mail address first. */
  const share = async (owner: Person, collaborator: Person) => {
    const seeded = await seedEnvironment(owner)
    await expect.poll(async () => (await mailsTo(collaborator.email)).length).toBeGreaterThan(0)
    const proof = (await mailsTo(collaborator.email)).find(
      ({ template }) => template === 'verify-email',
    )?.link
    await collaborator.client.call(verifyEmail, { body: { token: new URL(proof ?? '').hash.slice(1) } })
    await owner.client.call(inviteCollaborator, {
      params: { id: seeded.projectId },
      body: { email: collaborator.email, role: 'write', environments: [seeded.id] },
    })
    const { invitations } = await collaborator.client.call(listInvitations, {})
    const token = invitations[0]?.token ?? ''
    await collaborator.client.call(acceptInvitation, { params: { token }, body: {} })
    return seeded
  }

  test('ends everything at once: sessions, tokens, API keys and access for collaborators', async () => {
    const [person, member] = [await signUp(app.url), await signUp(app.url)]
    const { projectId, id } = await share(person, member)
    const { apiKey } = await seedApiKey(person, projectId)
    const { token } = await seedPersonalToken(person)
    const second = await signIn(person)
    const events = await eventsDuring(app, async () => {
      expect(await leave(person)).toMatchObject({ deleted_at: expect.any(String) })
    })
    expect(events).toEqual(['account_deleted'])
    for (const ended of [person.token, second.token, token])
      await expect(app.as({ token: ended }).call(readSession, {})).rejects.toMatchObject(unauthenticated)
    await expect(
      app.as({ apiKey }).call(readSchema, { params: { projectId, environment: 'production' } }),
    ).rejects.toMatchObject(unauthenticated)
    const params = { id }
    await expect(member.client.call(readVariables, { params, query: {} })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await member.client.call(listProjects, {})).toMatchObject({
      projects: [],
      unavailable: [{ id: projectId, reason: 'owner_deleted' }],
    })
    const [mail, ...more] = (await mailsTo(person.email)).filter(
      ({ template }) => template === 'account-deleted',
    )
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Your account was deleted')
  })

  test('signing in within 30 days restores everything and records it', async () => {
    const [person, member] = [await signUp(app.url), await signUp(app.url)]
    const { projectId, id } = await share(person, member)
    const { apiKey } = await seedApiKey(person, projectId)
    await leave(person)
    app.advance(30 * day - 60_000)
    await sweep()
    await expect(signIn({ ...person, password: 'wrong' })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    const events = await eventsDuring(app, async () => {
      const back = await signIn(person)
      expect(back.restored).toBe(true)
      expect(await app.as({ token: back.token }).call(readUserStatus, {})).toMatchObject({
        userStatus: 'ACTIVE',
      })
    })
    expect(events).toEqual(['account_restored', 'login'])
    expect((await signIn(person)).restored).toBeUndefined()
    await app.as({ apiKey }).call(readSchema, { params: { projectId, environment: 'production' } })
    const again = await signIn(member)
    const client = app.as({ token: again.token, masterPassword: member.masterPassword ?? '' })
    const { variables } = await client.call(readVariables, { params: { id }, query: {} })
    expect(variables).toEqual({ HELLO: 'world' })
    app.advance(2 * day)
    await sweep()
    await client.call(readProject, { params: { id: projectId } })
  })

  test('after 30 days nothing of the account is left except its audit log entries and what was revoked', async () => {
    const [person, owner] = [await signUp(app.url), await signUp(app.url)]
    const own = await seedEnvironment(person)
    await seedApiKey(person, own.projectId)
    const shared = await share(owner, person)
    const token = await seedPersonalToken(person)
    await person.client.call(writeVariables, {
      params: { id: shared.id },
      body: { variables: { WRITTEN: 'by the member' }, mode: 'merge' },
    })
    await leave(person)
    await mailsOf(app)
    app.advance(30 * day)
    await sweep()
    await expect(signIn(person)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })

    const back = await signIn(owner)
    const client = app.as({ token: back.token, masterPassword: owner.masterPassword ?? '' })
    expect(await environmentsOf(shared.projectId)).toMatchObject([{ rekey_pending: 1, epoch: 1 }])
    await client.call(writeVariables, {
      params: { id: shared.id },
      body: { variables: { AFTER: 'it' }, mode: 'merge' },
    })
    expect(await environmentsOf(shared.projectId)).toMatchObject([{ rekey_pending: 0, epoch: 2 }])
    const { variables } = await client.call(readVariables, { params: { id: shared.id }, query: {} })
    expect(variables).toEqual({ HELLO: 'world', WRITTEN: 'by the member', AFTER: 'it' })

    const left = async () =>
      new Set(
        [...(await dumpTables(app))].flatMap(([table, rows]) =>
          rows.filter((row) => isOf(row, person, token.id)).map(() => table),
        ),
      )
    // What has to be erased, until nothing can be written about the account any more.
    expect(await left()).toEqual(new Set(['activity', 'environment_versions', 'erasures', 'revocations']))
    app.advance(day / 24)
    await sweep()
    expect(await left()).toEqual(new Set(['activity', 'environment_versions', 'revocations']))
    const again = await app.as().call(register, {
      body: { email: person.email, password: 'another password', username: person.username },
    })
    expect(again.data.user.id).not.toBe(person.userId)
  })

  const environmentsOf = (projectId: number) =>
    app.ctx.db.selectFrom('environments').selectAll().where('project_id', '=', projectId).execute()
  /** Whether a row contains the account, its e-mail address or its token. */
  const isOf = (row: Readonly<Record<string, unknown>>, { userId, email, username }: Person, token: string) =>
    Object.entries(row).some(
      ([column, cell]) =>
        [email, username, token].includes(String(cell)) ||
        (/^(user|owner|inviter|creator|author)_id$/.test(column) && Number(cell) === userId) ||
        (column === 'principal' && String(cell) === String(userId)),
    )

  test('requires the password, under the same limit as signing in', async () => {
    const person = await signUp(app.url, { masterPassword: null })
    const wrongly = () => leave({ ...person, password: 'wrong' }).catch(({ code }) => code)
    const events = await eventsDuring(app, async () => {
      expect(await wrongly()).toBe('INVALID_CREDENTIALS')
    })
    expect(events).toEqual(['unauthorized_access'])
    const answers = []
    for (let i = 0; i < 10; i++) answers.push(await wrongly())
    expect(answers.at(-1)).toBe('LOCKED_OUT')
    await person.client.call(readSession, {})
    expect(await mailsTo(person.email)).not.toContainEqual(
      expect.objectContaining({ template: 'account-deleted' }),
    )
  })

  const makeOperator = async ({ userId }: Person) => {
    const user = await findUser(app.ctx, userId)
    if (!user) throw new Error('missing')
    const mac = userMac.of(app.ctx.secrets, { ...user, role: 'SUPER_ADMIN' })
    await app.ctx.db.updateTable('users').set({ role: 'SUPER_ADMIN', mac }).where('id', '=', userId).execute()
  }

  test('the last operator cannot leave; of two operators who leave at the same time, one succeeds', async () => {
    await app.ctx.db.deleteFrom('attempts').execute()
    const again = async (person: Person) => {
      const { token } = await signIn(person)
      return { ...person, token, client: app.as({ token }) }
    }
    const first = await again(operator)
    await expect(leave(first)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'This is the only operator of this server. Make someone else an operator first.',
    })
    await first.client.call(readSession, {})
    const second = await signUp(app.url, { masterPassword: null })
    await makeOperator(second)
    const both = await Promise.allSettled([leave(first), leave(second)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const refused = both.find((result) => result.status === 'rejected')
    expect(refused?.reason).toMatchObject({ code: 'FORBIDDEN' })
  })

  test('a writer of the database can neither restore an account nor bring its deletion forward', async () => {
    const person = await signUp(app.url, { masterPassword: null })
    await leave(person)
    const users = app.ctx.db.updateTable('users').where('id', '=', person.userId)
    await users.set({ deleted_at: 1 }).execute()
    await expect(signIn(person)).rejects.toMatchObject({ code: 'INTERNAL' })
    // It stops nothing but its own deletion.
    const other = await signUp(app.url, { masterPassword: null })
    await leave(other)
    app.advance(31 * day)
    await expect(sweep()).rejects.toThrow()
    const stored = async (id: number) =>
      (await app.ctx.db.selectFrom('users').select('id').where('id', '=', id).execute()).length
    expect([await stored(person.userId), await stored(other.userId)]).toEqual([1, 0])
    await users.set({ deleted_at: null }).execute()
    await expect(signIn(person)).rejects.toMatchObject({ code: 'INTERNAL' })
  })
})
