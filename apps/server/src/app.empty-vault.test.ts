// A vault that its owner cannot open any more, and an attacker with the mailbox who starts an empty one.

import {
  emptyVaultPhrase,
  listDelayedChanges,
  startEmptyVault,
  stopDelayedChange,
} from '@envhold/contract/accounts/account-security.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import {
  requestPasswordReset,
  resetPassword,
  useProtection,
} from '@envhold/contract/accounts/mailed-links.ts'
import { confirmTotpSetUp, setUpTotp } from '@envhold/contract/accounts/second-factors.ts'
import { listApiKeys } from '@envhold/contract/api-keys.ts'
import {
  listCollaborators,
  removeCollaborator,
  returnEnvironments,
  updateCollaborator,
} from '@envhold/contract/collaborators/collaborators.ts'
import {
  createEnvironment,
  deleteEnvironment,
  listEnvironments,
} from '@envhold/contract/environments/environments.ts'
import { setUpMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { readMasterPasswordStatus } from '@envhold/contract/keyring/master-password-status.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { offerProjectTransfer } from '@envhold/contract/projects/transfers.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { codeAt } from '../../../dev/world/authenticator-app.ts'
import { changePlan } from '../../../dev/world/change-plan.ts'
import { bytesOf, dumpTables } from '../../../dev/world/dump-database.ts'
import { SecretSearch } from '../../../dev/world/find-secrets.ts'
import { mailsOf } from '../../../dev/world/mails.ts'
import { seedApiKey, seedPersonalToken, seedProject } from '../../../dev/world/seed-project.ts'
import { invite, markEmailVerified, shareProject } from '../../../dev/world/share-project.ts'
import { signInAs } from '../../../dev/world/sign-in-as.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { signUpWithTotp } from '../../../dev/world/with-totp.ts'
import { inTransaction } from './db/transaction.ts'
import { startFactorRemoval } from './features/accounts/delayed/delay-change.ts'
import { listDelayedChangesOf } from './features/accounts/delayed/delayed-change-store.ts'
import { sweepDelayedChanges } from './features/accounts/delayed/sweep-delayed-changes.ts'
import { transact } from './features/audit-log/tx.ts'
import { endInvitationsTo } from './features/collaborators/end-invitation.ts'
import { insertInvitation, listSealedInvitations } from './features/collaborators/invitation-store.ts'
import { verifyEverything } from './verify/verify-everything.ts'

const hour = 3_600_000
const secrets = { alone: 'canary of the environment alone', shared: 'canary of the shared one' }
const attackerPassword = 'the attacker wrote this one'

forEachEngine((engine) => {
  const app = withApp(engine)
  beforeEach(async () => {
    await app.ctx.db.deleteFrom('attempts').execute()
  })
  const sweep = () => sweepDelayedChanges(app.ctx)
  const mailsTo = async ({ email }: Person, template: string) =>
    (await mailsOf(app)).filter((mail) => mail.to === email && mail.template === template)
  const tokenOf = (link = '') => new URL(link).hash.slice(1)
  const ask = ({ client }: Pick<Person, 'client'>) =>
    client.call(startEmptyVault, { body: { confirmation: emptyVaultPhrase } })
  const changesOf = async ({ client }: Pick<Person, 'client'>) =>
    (await client.call(listDelayedChanges, {})).changes
  /** Three days pass, with a sweep every hour on the last of them. */
  const threeDays = async () => {
    app.advance(49 * hour)
    await sweep()
    app.advance(23 * hour)
    const made = await sweep()
    app.advance(-72 * hour)
    return made
  }
  const broken = async () => {
    const lines: string[] = []
    await verifyEverything(app.ctx, [], (line) => void (line.startsWith('BROKEN') && lines.push(line)))
    return lines
  }

  test('it is announced, reminded of and stopped: by a session, and by the mailed link', async () => {
    const someone = await addPerson(app)
    await expect(
      someone.client.call(startEmptyVault, { body: { confirmation: 'yes' as never } }),
    ).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    const { change } = await ask(someone)
    expect(await changesOf(someone)).toEqual([change])
    await expect(ask(someone)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await sweep(), 'it is not due').toBe(0)
    await expect(
      (await addPerson(app)).client.call(stopDelayedChange, { params: { id: change.id } }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await someone.client.call(stopDelayedChange, { params: { id: change.id } })
    expect(await changesOf(someone)).toEqual([])
    expect(await mailsTo(someone, 'delayed-change-stopped')).toHaveLength(1)

    await ask(someone)
    const token = tokenOf((await mailsTo(someone, 'empty-vault-started')).at(-1)?.link)
    await app.as().call(useProtection, { body: { token } })
    expect(await changesOf(someone)).toEqual([])
    await expect(app.as().call(useProtection, { body: { token } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await threeDays()).toBe(0)
    expect(await someone.client.call(readMasterPasswordStatus, {})).toEqual({ hasMasterPassword: true })
  })

  test('a late reminder gives its user the time to stop it', async () => {
    const someone = await addPerson(app)
    await ask(someone)
    app.advance(80 * hour)
    expect(await sweep(), 'no server ran: the reminder goes out first').toBe(0)
    const [mail] = await mailsTo(someone, 'empty-vault-reminder')
    expect(mail?.link).toContain('/stop-change#stop-change.')
    app.advance(22 * hour)
    expect(await sweep()).toBe(0)
    app.advance(2 * hour)
    expect(await sweep()).toBe(1)
    app.advance(-104 * hour)
  })

  test('it needs a recent proof of identity and a vault', async () => {
    const someone = await addPerson(app, { masterPassword: null })
    await expect(ask(someone)).rejects.toMatchObject({ code: 'CONFLICT' })
    app.advance(11 * 60_000)
    await expect(ask({ client: app.as({ token: someone.token }) })).rejects.toMatchObject({
      code: 'STEP_UP_REQUIRED',
    })
    app.advance(-11 * 60_000)
  })

  test('one mail names all projects that concern its recipient', async () => {
    await changePlan(app, 'starter', { max_projects: 2 })
    const [owner, collaborator] = [await addPerson(app), await addPerson(app)]
    for (const [from, to] of [
      [owner, collaborator],
      [owner, collaborator],
      [collaborator, owner],
      [collaborator, owner],
    ] as const) {
      const { project, environments } = await seedProject(from, 'shared')
      await shareProject(app, from, project.id, to, { environments: environments.map(({ id }) => id) })
    }
    await ask(owner)
    await threeDays()
    for (const template of ['owner-vault-emptied', 'collaborator-vault-emptied'])
      expect(await mailsTo(collaborator, template)).toMatchObject([
        { subject: expect.stringContaining('of 2 projects lost their keys') },
      ])
  })

  test('an attacker with the mailbox destroys after three days, and reads nothing', async () => {
    const [owner, member] = [await addPerson(app), await addPerson(app)]
    const own = await seedProject(owner, 'alone', 'shared')
    const key = await seedApiKey(owner, own.project.id, { environment_access: [String(own.ids.alone)] })
    await seedPersonalToken(owner)
    for (const name of ['alone', 'shared'] as const)
      await owner.client.call(writeVariables, {
        params: { id: own.ids[name] },
        body: { variables: { SECRET: secrets[name] }, mode: 'replace' },
      })
    await shareProject(app, owner, own.project.id, member, { environments: [own.ids.shared] })
    const foreign = await seedProject(member, 'theirs')
    await member.client.call(writeVariables, {
      params: { id: foreign.ids.theirs },
      body: { variables: { SECRET: 'canary of the foreign one' }, mode: 'replace' },
    })
    await shareProject(app, member, foreign.project.id, owner, { environments: [foreign.ids.theirs] })
    await member.client.call(offerProjectTransfer, {
      params: { id: foreign.project.id },
      body: { user_id: owner.userId, remaining_role: 'none' },
    })
    const before = await dumpTables(app)

    // The attacker has the mailbox: everything that a mail can pass.
    await app.as().call(requestPasswordReset, { body: { email: owner.email } })
    await expect.poll(() => mailsTo(owner, 'reset-password')).toHaveLength(1)
    const token = tokenOf((await mailsTo(owner, 'reset-password'))[0]?.link)
    await app.as().call(resetPassword, { body: { token, newPassword: attackerPassword } })
    const body = { email: owner.email, password: attackerPassword }
    const session = (await app.as().call(login, { body })).token
    const attacker = { client: app.as({ token: session, masterPassword: attackerPassword }) }
    const read = (client: Person['client'], id: number) =>
      client.call(readVariables, { params: { id } }).then(
        ({ variables }) => variables.SECRET,
        ({ code }) => code,
      )
    expect(await read(attacker.client, own.ids.alone)).toBe('INVALID_MASTER_PASSWORD')
    await ask(attacker)
    expect(await threeDays()).toBe(1)
    expect(await mailsTo(owner, 'empty-vault-done')).toHaveLength(1)
    await attacker.client.call(setUpMasterPassword, {
      body: { masterPassword: attackerPassword, confirmSamePassword: true },
    })

    const { environments } = await attacker.client.call(listEnvironments, {
      params: { projectId: own.project.id },
    })
    expect(environments.map(({ name }) => name)).toEqual(['shared'])
    expect(await read(attacker.client, own.ids.shared)).toBe('FORBIDDEN')
    expect(await read(attacker.client, foreign.ids.theirs)).toBe('NOT_FOUND')
    // The other member works on, which runs pending key work, and still gives nothing away.
    expect(await read(member.client, own.ids.shared)).toBe(secrets.shared)
    expect(await read(member.client, foreign.ids.theirs)).toBe('canary of the foreign one')
    expect(await read(attacker.client, own.ids.shared)).toBe('FORBIDDEN')
    const values = [...Object.values(secrets), 'canary of the foreign one']
    for (const dump of [before, await dumpTables(app)])
      expect([...new SecretSearch(values).in(bytesOf(dump))]).toEqual([])

    const { api_keys } = await attacker.client.call(listApiKeys, { params: { id: own.project.id } })
    expect(api_keys.map(({ id }) => id)).not.toContain(key.id)
    expect(await broken()).toEqual([])

    // The owner asked the member by phone, and each gives back what the other lost.
    expect(await mailsTo(member, 'owner-vault-emptied')).toHaveLength(1)
    expect(await mailsTo(member, 'collaborator-vault-emptied')).toHaveLength(1)
    expect(await mailsTo(member, 'transfer-ended')).toHaveLength(1)
    await member.client.call(returnEnvironments, { params: { id: own.project.id } })
    const { collaborators } = await member.client.call(listCollaborators, {
      params: { id: foreign.project.id },
    })
    expect(collaborators).toMatchObject([{ shared_environments: [] }])
    await member.client.call(updateCollaborator, {
      params: { id: foreign.project.id, userId: owner.userId },
      body: { environments: [foreign.ids.theirs] },
    })
    expect(await read(attacker.client, own.ids.shared)).toBe(secrets.shared)
    expect(await read(attacker.client, foreign.ids.theirs)).toBe('canary of the foreign one')
    expect((await attacker.client.call(listProjects, {})).projects).toHaveLength(2)
    expect(await broken()).toEqual([])
  })

  test('an environment is given back only after a new vault, and by somebody who can open it', async () => {
    const [owner, member, other] = [await addPerson(app), await addPerson(app), await addPerson(app)]
    const { project, ids } = await seedProject(owner, 'shared')
    await shareProject(app, owner, project.id, member, { environments: [ids.shared] })
    const give = ({ client }: Person) => client.call(returnEnvironments, { params: { id: project.id } })
    await expect(give(other)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await give(member)).toEqual({ returned: 0, remaining: 0 })
    await ask(owner)
    await threeDays()
    await expect(give(member)).rejects.toMatchObject({ code: 'CONFLICT' })
    await owner.client.call(setUpMasterPassword, { body: { masterPassword: owner.masterPassword ?? '' } })
    expect(await give(member)).toEqual({ returned: 1, remaining: 0 })
    expect(await give(member)).toEqual({ returned: 0, remaining: 0 })
    expect(await owner.client.call(readVariables, { params: { id: ids.shared } })).toMatchObject({
      variables: {},
    })
    expect(await broken()).toEqual([])
  })

  test('the last person who can open an environment leaves only after giving its key back', async () => {
    const [owner, collaborator] = [await addPerson(app), await addPerson(app)]
    const { project, ids, environments } = await seedProject(owner, 'kept', 'deleted')
    await shareProject(app, owner, project.id, collaborator, {
      environments: environments.map(({ id }) => id),
    })
    for (const id of Object.values(ids))
      await collaborator.client.call(writeVariables, {
        params: { id },
        body: { variables: { SECRET: secrets.shared }, mode: 'replace' },
      })
    await ask(owner)
    await threeDays()
    const params = { id: project.id, userId: collaborator.userId }
    const left = { code: 'CONFLICT', message: expect.stringContaining('"kept" and "deleted"') }
    const remove = ({ client }: Pick<Person, 'client'>) => client.call(removeCollaborator, { params })
    await expect(remove(collaborator)).rejects.toMatchObject(left)
    await owner.client.call(setUpMasterPassword, { body: { masterPassword: owner.masterPassword ?? '' } })
    await expect(remove({ client: app.as({ token: collaborator.token }) })).rejects.toMatchObject(left)
    await expect(remove(owner)).rejects.toMatchObject(left)
    const select = (environmentIds: number[]) =>
      owner.client.call(updateCollaborator, { params, body: { environments: environmentIds } })
    await expect(select([ids.kept])).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('open "deleted".'),
    })
    await expect(owner.client.call(readVariables, { params: { id: ids.kept } })).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('Ask a member'),
    })

    // Nobody is shut in: the owner deletes what must not be waited for.
    await owner.client.call(deleteEnvironment, {
      params: { projectId: project.id, envId: ids.deleted },
    })
    await collaborator.client.call(returnEnvironments, { params: { id: project.id } })
    await remove(collaborator)
    expect(await owner.client.call(readVariables, { params: { id: ids.kept } })).toMatchObject({
      variables: { SECRET: secrets.shared },
    })
    expect(await broken()).toEqual([])
  })

  test('an environment that nobody can open says so', async () => {
    const [owner, collaborator] = [await addPerson(app), await addPerson(app)]
    const { project, ids } = await seedProject(owner, 'shared')
    await shareProject(app, owner, project.id, collaborator, { environments: [ids.shared] })
    for (const person of [owner, collaborator]) {
      await ask(person)
      await threeDays()
    }
    await owner.client.call(setUpMasterPassword, { body: { masterPassword: owner.masterPassword ?? '' } })
    const body = { variables: { SECRET: 'new' }, mode: 'replace' } as const
    for (const call of [
      owner.client.call(readVariables, { params: { id: ids.shared } }),
      owner.client.call(writeVariables, { params: { id: ids.shared }, body }),
    ])
      await expect(call).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('Nobody can open this environment'),
      })
    await owner.client.call(deleteEnvironment, {
      params: { projectId: project.id, envId: ids.shared },
    })
    expect(await broken()).toEqual([])
  })

  test('a collaborator gets environments back only after a new vault', async () => {
    const [owner, collaborator] = [await addPerson(app), await addPerson(app)]
    const { project, ids } = await seedProject(owner, 'shared')
    await shareProject(app, owner, project.id, collaborator, { environments: [ids.shared] })
    await ask(collaborator)
    await threeDays()
    const params = { id: project.id, userId: collaborator.userId }
    const select = () =>
      owner.client.call(updateCollaborator, { params, body: { environments: [ids.shared] } })
    await expect(select()).rejects.toMatchObject({ code: 'CONFLICT' })
    await collaborator.client.call(setUpMasterPassword, {
      body: { masterPassword: collaborator.masterPassword ?? '' },
    })
    await select()
    expect(await collaborator.client.call(readVariables, { params: { id: ids.shared } })).toMatchObject({
      variables: {},
    })
    expect(await broken()).toEqual([])
  })

  test('before its keys are given back, tokens of the owner create environments like a session does', async () => {
    const [owner, collaborator] = [await addPerson(app), await addPerson(app)]
    const { project, ids } = await seedProject(owner, 'shared')
    await shareProject(app, owner, project.id, collaborator, { environments: [ids.shared] })
    const earlier = await seedPersonalToken(owner)
    await ask(owner)
    await threeDays()
    await owner.client.call(setUpMasterPassword, { body: { masterPassword: owner.masterPassword ?? '' } })
    const later = await seedPersonalToken(owner)
    const callers = [app.as(earlier), owner.client, app.as(later), app.as(earlier)]
    for (const [n, client] of callers.entries()) {
      const params = { projectId: project.id }
      await client.call(createEnvironment, { params, body: { name: `new-${n}` } })
    }
    expect(await broken()).toEqual([])
  })

  test('invitations to it end in short transactions, until none is left', async () => {
    const [owner, invitee] = [await addPerson(app), await addPerson(app)]
    await markEmailVerified(app, invitee)
    const { project, ids } = await seedProject(owner, 'shared')
    await invite(app, owner, project.id, invitee.email, { environments: [ids.shared] })
    const sealed = () => listSealedInvitations(app.ctx, invitee.userId, 100)
    const [first] = await sealed()
    if (!first) throw new Error('No invitation')
    const { id: _, mac: __, ...row } = first
    for (let n = 1; n < 60; n++) {
      const other = { token: `more-${n}`, link_id: `more-${n}`, email_canonical: `more-${n}@example.com` }
      await inTransaction(app.ctx, (tx) => insertInvitation(tx, { ...row, ...other }))
    }
    await transact(app.ctx, { userId: null, origin: null }, async (tx) => {
      await tx.lock([invitee.userId])
      expect(await endInvitationsTo(tx, invitee.userId)).toBe(true)
    })
    expect(await sealed()).toHaveLength(35)
    await ask(invitee)
    expect(await threeDays()).toBe(1)
    expect(await sealed()).toEqual([])
    expect(await broken()).toEqual([])
  })

  test('an operator removes second factors after three days, unless it is stopped', async () => {
    const someone = await addPerson(app, { masterPassword: null })
    const now = app.ctx.clock()
    await app.ctx.db
      .insertInto('recovery_codes')
      .values({
        id: `code${engine}`,
        user_id: someone.userId,
        code_mac: new Uint8Array(32),
        created_at: now,
        used_at: null,
        mac: new Uint8Array(33),
      } as never)
      .execute()
    const start = (reason: string) =>
      transact(app.ctx, { userId: null, origin: null }, (tx) =>
        startFactorRemoval(tx, { id: someone.userId }, reason),
      )
    await expect(start(' ')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    await start('Lost the phone')
    expect(await changesOf(someone)).toMatchObject([{ kind: 'remove-factors', by_operator: true }])
    const [mail] = await mailsTo(someone, 'remove-factors-started')
    expect(mail?.text).toContain('Lost the phone')
    await app.as().call(useProtection, { body: { token: tokenOf(mail?.link) } })
    expect(await threeDays()).toBe(0)
    await start('Lost the phone')
    expect(await threeDays()).toBe(1)
    const left = app.ctx.db.selectFrom('recovery_codes').select('id').where('user_id', '=', someone.userId)
    expect(await left.execute()).toEqual([])
    expect(await mailsTo(someone, 'remove-factors-done')).toHaveLength(1)
    await expect(changesOf(someone)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await broken()).toEqual([])
  })

  test('removed factors are told until one is set up, the notice is dismissed, or a month has passed', async () => {
    const removed = async () => {
      const person = await signUpWithTotp(app)
      await transact(app.ctx, { userId: null, origin: null }, (tx) =>
        startFactorRemoval(tx, { id: person.userId }, 'Lost the phone'),
      )
      await threeDays()
      return { ...person, client: await signInAs(app, person) }
    }
    const setUp = await removed()
    expect(await changesOf(setUp)).toMatchObject([{ kind: 'factors-removed', reason: null }])
    const { secret } = await setUp.client.call(setUpTotp, {})
    const on = await setUp.client.call(confirmTotpSetUp, { body: { code: codeAt(secret, app.ctx.clock()) } })
    setUp.client = app.as({ token: on.token })
    expect(await changesOf(setUp)).toEqual([])

    const dismissing = await removed()
    const [notice] = await changesOf(dismissing)
    const params = { id: notice?.id ?? '' }
    await expect(setUp.client.call(stopDelayedChange, { params })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await dismissing.client.call(stopDelayedChange, { params })).toEqual({
      message: 'The notice is dismissed.',
    })
    expect(await changesOf(dismissing)).toEqual([])
    expect(await mailsTo(dismissing, 'delayed-change-stopped')).toHaveLength(0)

    const waiting = await removed()
    app.advance(32 * 24 * hour)
    await sweep()
    expect(await listDelayedChangesOf(app.ctx, waiting.userId)).toHaveLength(1)
    app.advance(24 * hour)
    expect(await sweep()).toBe(0)
    expect(await listDelayedChangesOf(app.ctx, waiting.userId)).toEqual([])
  })
})
