import { readSession } from '@envhold/contract/accounts/accounts.ts'
import { readSubscriptionStatus } from '@envhold/contract/billing/subscription-status.ts'
import {
  cancelInvitation,
  inviteCollaborator,
  listCollaborators,
  listProjectPeople,
  removeCollaborator,
  updateCollaborator,
} from '@envhold/contract/collaborators/collaborators.ts'
import {
  acceptInvitation,
  declineInvitation,
  listInvitations,
  openInvitation,
} from '@envhold/contract/collaborators/invitations.ts'
import { createEnvironment, listEnvironments } from '@envhold/contract/environments/environments.ts'
import { setUpMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { listProjects, readProject } from '@envhold/contract/projects/projects.ts'
import { createVariable } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { environmentState } from '../../../../../dev/world/environment-state.ts'
import { eventsDuring } from '../../../../../dev/world/events-of.ts'
import { setSuspended } from '../../../../../dev/world/lapse.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import {
  seedEnvironment,
  seedPersonalToken,
  seedProject,
  variablesOf,
} from '../../../../../dev/world/seed-project.ts'
import { accept, invite, markEmailVerified, shareProject } from '../../../../../dev/world/share-project.ts'
import { type Person, signUp } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { buildApp } from '../../app.ts'
import { inTransaction } from '../../db/transaction.ts'
import { sweepsOf } from '../../instance/sweeps.ts'
import { changeUser, findUser } from '../users/user-store.ts'
import { requireInviteRate } from './create-invitation.ts'

const dayMs = 86_400_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  const locked = (person: Person) => ({ ...person, client: person.lockedClient })
  const put = (by: Pick<Person, 'client'>, id: number, key: string, value = '1') =>
    by.client.call(createVariable, { params: { id }, body: { key, value } })
  /** A project with three environments, each with a variable that has its name. */
  const shop = async (by = owner) => {
    const { project, ids } = await seedProject(by, 'production', 'staging', 'secret')
    const { production, staging, secret } = ids
    for (const id of [production, staging, secret]) await put(by, id, 'OF', String(id))
    return { projectId: project.id, production, staging, secret, shared: [production, staging] }
  }
  const stateOf = async (id: number) => {
    const { grants, ...head } = await environmentState(app, id)
    const live = grants.filter(({ sealed }) => sealed.length > 1_000)
    const names = (rows: typeof grants) => rows.map(({ kind, principal }) => `${kind}/${principal}`).sort()
    return { ...head, holders: names(live), inactive: names(grants.filter((grant) => !live.includes(grant))) }
  }
  const userOf = ({ userId }: Person) => `user/${userId}`
  const collaboratorsOf = async (projectId: number, by: Pick<Person, 'client'> = owner) =>
    (await by.client.call(listCollaborators, { params: { id: projectId } })).collaborators
  const remove = (by: Pick<Person, 'client'>, projectId: number, { userId }: Person) =>
    by.client.call(removeCollaborator, { params: { id: projectId, userId } })
  const rejection = (code: string) => ({ code })

  test('a user with a vault is invited, accepts, reads, writes, is demoted and leaves', async () => {
    const { projectId, production, staging, secret, shared } = await shop()
    const grace = await addPerson(app)
    await markEmailVerified(app, grace)
    const laptop = await seedPersonalToken(grace)
    const before = await stateOf(production)

    const invited = await invite(app, owner, projectId, grace.email, { environments: shared })
    // The keys are granted already, and open nothing yet.
    expect((await stateOf(production)).holders).toEqual([userOf(owner), userOf(grace)].sort())
    expect(await stateOf(secret)).toMatchObject({ holders: [userOf(owner)] })
    for (const client of [grace.client, app.as(laptop)])
      await expect(variablesOf({ client }, production)).rejects.toMatchObject(rejection('NOT_FOUND'))
    expect((await grace.client.call(listProjects, {})).projects).toEqual([])
    const later = await seedPersonalToken(grace)
    const { invitations } = await grace.client.call(listInvitations, {})
    expect(invitations).toMatchObject([
      {
        id: invited.id,
        token: invited.token,
        project_name: 'Shop',
        invited_by_username: owner.username,
        role: 'write',
        environment_count: 2,
        needs_link: false,
      },
    ])
    expect(await collaboratorsOf(projectId)).toMatchObject([
      { user_id: null, username: null, email: grace.email, status: 'pending', shared_environments: shared },
    ])

    const events = await eventsDuring(app, async () => {
      expect(await accept(grace, { token: invited.token })).toMatchObject({
        keys_pending: false,
        project: { id: projectId, user_role: 'write', environment_count: 2, variable_count: 2 },
      })
    })
    expect(events.slice(-2)).toEqual(['invitation_accepted', 'collaborator_added'])
    expect(await stateOf(production)).toMatchObject({ epoch: before.epoch, rekey_pending: 0 })
    for (const client of [grace.client, app.as(laptop), app.as(later)]) {
      expect(await variablesOf({ client }, production)).toEqual({ OF: String(production) })
      await expect(variablesOf({ client }, secret)).rejects.toMatchObject(rejection('NOT_FOUND'))
    }
    await put(grace, staging, 'BY_GRACE')
    expect(await variablesOf(owner, staging)).toEqual({ OF: String(staging), BY_GRACE: '1' })
    const [seen] = (await grace.client.call(listProjects, {})).projects
    expect(seen).toMatchObject({ environment_count: 2, variable_count: 3, collaborator_count: 1 })
    const listed = await grace.client.call(listEnvironments, { params: { projectId } })
    expect(listed.environments.map(({ id }) => id)).toEqual(shared)
    await expect(
      grace.client.call(createEnvironment, { params: { projectId }, body: { name: 'mine' } }),
    ).rejects.toMatchObject(rejection('FORBIDDEN'))

    await owner.client.call(updateCollaborator, {
      params: { id: projectId, userId: grace.userId },
      body: { role: 'read' },
    })
    await expect(put(grace, staging, 'NO')).rejects.toMatchObject(rejection('FORBIDDEN'))
    expect(await variablesOf(grace, staging)).toHaveProperty('BY_GRACE')

    // A later environment belongs to the owner alone. A later token of the collaborator opens what the collaborator
    // does.
    const { environment } = await owner.client.call(createEnvironment, {
      params: { projectId },
      body: { name: 'later' },
    })
    await expect(variablesOf(grace, environment.id)).rejects.toMatchObject(rejection('NOT_FOUND'))
    const third = await seedPersonalToken(grace)
    expect(await variablesOf({ client: app.as(third) }, staging)).toHaveProperty('BY_GRACE')

    expect(await remove(owner, projectId, grace)).toMatchObject({ rekey_pending: 0 })
    expect(await stateOf(production)).toMatchObject({
      epoch: before.epoch + 1,
      holders: [userOf(owner)],
      inactive: [],
    })
    for (const client of [grace.client, app.as(laptop), app.as(third)])
      await expect(variablesOf({ client }, production)).rejects.toMatchObject(rejection('NOT_FOUND'))
    expect(await variablesOf(owner, staging)).toEqual({ OF: String(staging), BY_GRACE: '1' })
    expect(await collaboratorsOf(projectId)).toEqual([])
    const templates = (await mailsOf(app))
      .filter(({ to }) => to === grace.email)
      .map(({ template }) => template)
    expect(templates).toEqual(expect.arrayContaining(['invitation', 'role-changed', 'removed-from-project']))
    expect((await mailsOf(app)).filter(({ to }) => to === owner.email)).toContainEqual(
      expect.objectContaining({ template: 'invitation-accepted' }),
    )
  })

  test('a user without a vault follows the link, and the link opens nothing afterwards', async () => {
    const { projectId, production, shared } = await shop()
    const heidi = await addPerson(app, { masterPassword: null })
    const invited = await invite(app, owner, projectId, heidi.email, { environments: shared, role: 'read' })
    const before = await stateOf(production)
    expect(before.holders.filter((name) => name.startsWith('invitation/'))).toHaveLength(1)
    expect((await heidi.client.call(listInvitations, {})).invitations).toEqual([])
    await expect(accept(heidi, invited)).rejects.toMatchObject(rejection('MASTER_PASSWORD_REQUIRED'))
    await heidi.client.call(setUpMasterPassword, { body: { masterPassword: 'of heidi' } })
    const withVault = { ...heidi, client: app.as({ token: heidi.token, masterPassword: 'of heidi' }) }
    await expect(accept(withVault, { token: invited.token })).rejects.toMatchObject(rejection('FORBIDDEN'))
    expect(await accept(withVault, invited)).toMatchObject({ keys_pending: false })
    expect(await stateOf(production)).toMatchObject({
      epoch: before.epoch + 1,
      holders: [userOf(owner), userOf(heidi)].sort(),
      inactive: [],
    })
    expect(await variablesOf(withVault, production)).toEqual({ OF: String(production) })
    await expect(put(withVault, production, 'NO')).rejects.toMatchObject(rejection('FORBIDDEN'))
    for (const again of [
      () => accept(withVault, invited),
      () => app.as().call(openInvitation, { body: { secret: invited.secret } }),
    ])
      await expect(again).rejects.toMatchObject(rejection('NOT_FOUND'))
    const { user } = await app.ctx.db
      .selectFrom('users')
      .select(['email_verified_at as user'])
      .where('id', '=', heidi.userId)
      .executeTakeFirstOrThrow()
    expect(user).not.toBeNull()
    expect(
      await app.ctx.db.selectFrom('principals').selectAll().where('kind', '=', 'invitation').execute(),
    ).toEqual([])
  })

  test('an acceptance without the link gets the keys when the owner is back', async () => {
    const { projectId, production, staging, shared } = await shop()
    const ivan = await addPerson(app, { masterPassword: null })
    const invited = await invite(app, owner, projectId, ivan.email, { environments: shared })
    await ivan.client.call(setUpMasterPassword, { body: { masterPassword: 'of ivan' } })
    const unlocked = { ...ivan, client: app.as({ token: ivan.token, masterPassword: 'of ivan' }) }
    await markEmailVerified(app, ivan)
    expect(await accept(unlocked, { token: invited.token })).toMatchObject({
      keys_pending: true,
      project: { keys_pending: true },
    })
    expect(await stateOf(production)).toMatchObject({ rekey_pending: 1, holders: [userOf(owner)] })
    await expect(variablesOf(unlocked, production)).rejects.toMatchObject(rejection('FORBIDDEN'))
    expect((await collaboratorsOf(projectId))[0]).toMatchObject({ keys_pending: true, status: 'accepted' })

    const other = await seedProject(owner, 'elsewhere')
    await variablesOf(owner, other.environments[0]?.id ?? 0)
    expect((await collaboratorsOf(projectId))[0]).toMatchObject({ keys_pending: false })
    const token = await seedPersonalToken(unlocked)
    for (const id of [production, staging]) {
      expect(await variablesOf(unlocked, id)).toEqual({ OF: String(id) })
      expect(await variablesOf({ client: app.as(token) }, id)).toEqual({ OF: String(id) })
      expect(await stateOf(id)).toMatchObject({ rekey_pending: 0, inactive: [] })
    }
    expect((await stateOf(production)).holders.join()).not.toContain('invitation')
  })

  test('a re-key by another writer keeps the reserved grants', async () => {
    const { projectId, production, shared } = await shop()
    const writer = await addPerson(app)
    await shareProject(app, owner, projectId, writer, { environments: shared })
    const judy = await addPerson(app)
    const invited = await invite(app, owner, projectId, judy.email, { environments: [production] })
    await markEmailVerified(app, judy)
    expect(await accept(judy, { token: invited.token })).toMatchObject({ keys_pending: true })
    await put(writer, production, 'BY_WRITER')
    expect(await stateOf(production)).toMatchObject({
      rekey_pending: 0,
      inactive: [expect.stringMatching(/^inv/)],
    })
    await expect(variablesOf(judy, production)).rejects.toMatchObject(rejection('FORBIDDEN'))
    await variablesOf(owner, production)
    expect(await variablesOf(judy, production)).toEqual({ OF: String(production), BY_WRITER: '1' })
    expect(await stateOf(production)).toMatchObject({ inactive: [] })
  })

  test.each(['canceled', 'declined', 'expired', 'canceled with the vault closed'] as const)(
    'an invitation that is %s opens nothing any more',
    async (end) => {
      const { projectId, production, shared } = await shop()
      const known = await addPerson(app)
      await markEmailVerified(app, known)
      const strange = await addPerson(app)
      for (const person of [known, strange]) {
        const { epoch } = await stateOf(production)
        const invited = await invite(app, owner, projectId, person.email, { environments: shared })
        const cancel = (by: Pick<Person, 'client'>) =>
          by.client.call(cancelInvitation, { params: { id: projectId }, body: { email: person.email } })
        if (end === 'canceled') await cancel(owner)
        else if (end === 'declined')
          await person.client.call(declineInvitation, { params: { token: invited.token } })
        else if (end === 'expired') {
          app.advance(7 * dayMs)
          await sweep()
        } else await cancel(locked(owner))
        const after = await stateOf(production)
        if (end === 'canceled')
          expect(after).toMatchObject({ epoch: epoch + 1, inactive: [], rekey_pending: 0 })
        else expect(after).toMatchObject({ epoch, rekey_pending: 1, inactive: [expect.anything()] })
        expect(after.holders).toEqual([userOf(owner)])
        await expect(accept(person, invited)).rejects.toMatchObject(rejection('NOT_FOUND'))
        await expect(accept(person, { token: invited.token })).rejects.toMatchObject(rejection('NOT_FOUND'))
        expect((await person.client.call(listInvitations, {})).invitations).toEqual([])
        expect(await collaboratorsOf(projectId)).toEqual([])
        expect(await variablesOf(owner, production)).toEqual({ OF: String(production) })
        expect(await stateOf(production)).toMatchObject({ epoch: epoch + 1, rekey_pending: 0, inactive: [] })
        // A second one is different.
        await shareProject(app, owner, projectId, person, { environments: [production] })
        expect(await variablesOf(person, production)).toEqual({ OF: String(production) })
        await remove(owner, projectId, person)
      }
    },
  )

  const sweep = async () => {
    await sweepsOf(app.ctx)
      .find(({ name }) => name === 'invitations')
      ?.run()
  }

  test('a person without an account registers with the link, which proves the e-mail address', async () => {
    const { projectId, production } = await shop()
    const email = `new-${engine}@example.com`
    const invited = await invite(app, owner, projectId, email, { environments: [production] })
    const opened = await app.as().call(openInvitation, { body: { secret: invited.secret } })
    expect(opened.invitation).toMatchObject({ email, has_account: false, needs_link: true })
    // With registration by invitation, the secret allows registration of this e-mail address only.
    const { ctx } = app
    const { server } = buildApp({ ...ctx, config: { ...ctx.config, signUps: 'invited' } })
    const url = await server.listen({ host: '127.0.0.1', port: 0 })
    try {
      for (const body of [
        { email },
        { email, invitation: 'inv_no' },
        { email: `other-${email}`, invitation: invited.secret },
      ])
        await expect(signUp(url, body)).rejects.toMatchObject(rejection('FORBIDDEN'))
      const registered = await signUp(url, { email, invitation: invited.secret, masterPassword: null })
      const { user } = await registered.client.call(readSession, {})
      expect(user).toMatchObject({ email, email_verified: true })
      expect((await registered.client.call(listInvitations, {})).invitations).toHaveLength(1)
    } finally {
      server.server.closeAllConnections()
      await server.close()
    }
    const secondEmail = `second-${email}`
    const second = await invite(app, owner, projectId, secondEmail, { environments: [production] })
    const unproved = await signUp(app.url, { email: secondEmail, invitation: invited.secret })
    expect((await unproved.client.call(readSession, {})).user.email_verified).toBe(false)
    const again = await app.as().call(openInvitation, { body: { secret: second.secret } })
    expect(again.invitation).toMatchObject({ has_account: true })
    await accept(unproved, second)
    expect((await unproved.client.call(readSession, {})).user.email_verified).toBe(true)
    expect(await variablesOf(unproved, production)).toEqual({ OF: String(production) })
  })

  test('names the owner and those who joined first, in the projects that one can open', async () => {
    const [ben, cleo, dan] = [await addPerson(app), await addPerson(app), await addPerson(app)]
    const [{ projectId, shared }, alone] = [await shop(), await shop()]
    for (const person of [ben, cleo, dan])
      await shareProject(app, owner, projectId, person, { environments: shared })
    const named = async (person: Person) => {
      const { people } = await person.client.call(listProjectPeople, {})
      return people
        .filter(({ project_id }) => [projectId, alone.projectId].includes(project_id))
        .map(({ project_id, usernames }) => [project_id, ...usernames])
    }
    const all = [projectId, owner.username, ben.username, cleo.username]
    expect(await named(owner)).toEqual([[alone.projectId, owner.username], all])
    expect(await named(dan)).toEqual([all])
    await owner.client.call(removeCollaborator, { params: { id: projectId, userId: ben.userId } })
    expect(await named(dan)).toEqual([[projectId, owner.username, cleo.username, dan.username]])
    expect(await named(ben)).toEqual([])
  })

  test('environments can be removed and added', async () => {
    const { projectId, production, staging, secret } = await shop()
    const collaborator = await addPerson(app)
    await shareProject(app, owner, projectId, collaborator, { environments: [production, staging] })
    const token = await seedPersonalToken(collaborator)
    const update = (by: Pick<Person, 'client'>, environments: number[]) =>
      by.client.call(updateCollaborator, {
        params: { id: projectId, userId: collaborator.userId },
        body: { environments },
      })
    await expect(update(locked(owner), [production, secret])).rejects.toMatchObject(
      rejection('MASTER_PASSWORD_REQUIRED'),
    )
    const { collaborator: updated } = await update(owner, [production, secret])
    expect(updated.shared_environments).toEqual([production, secret])
    for (const client of [collaborator.client, app.as(token)]) {
      expect(await variablesOf({ client }, secret)).toEqual({ OF: String(secret) })
      await expect(variablesOf({ client }, staging)).rejects.toMatchObject(rejection('NOT_FOUND'))
    }
    expect((await stateOf(staging)).holders).toEqual([userOf(owner)])
    await update(locked(owner), [production])
    expect(await stateOf(secret)).toMatchObject({ rekey_pending: 1, holders: [userOf(owner)] })
    await expect(variablesOf(collaborator, secret)).rejects.toMatchObject(rejection('NOT_FOUND'))
    // The environment is added again before its pending re-key, so the re-key runs first.
    await update(owner, [production, secret])
    expect(await variablesOf(collaborator, secret)).toEqual({ OF: String(secret) })
    expect(await stateOf(secret)).toMatchObject({ rekey_pending: 0, inactive: [] })
  })

  test('a collaborator may leave, and only the owner removes others', async () => {
    const { projectId, production } = await shop()
    const [one, two] = [await addPerson(app), await addPerson(app)]
    for (const person of [one, two])
      await shareProject(app, owner, projectId, person, { environments: [production] })
    await expect(remove(one, projectId, two)).rejects.toMatchObject(rejection('FORBIDDEN'))
    await expect(remove(owner, projectId, owner)).rejects.toMatchObject(rejection('NOT_FOUND'))
    expect(await eventsDuring(app, () => remove(one, projectId, one))).toContain('user_left')
    expect((await stateOf(production)).holders).toEqual([userOf(owner), userOf(two)].sort())
    expect(await eventsDuring(app, () => remove(locked(two), projectId, two))).toEqual(['user_left'])
    expect(await stateOf(production)).toMatchObject({ rekey_pending: 1, holders: [userOf(owner)] })
    await expect(variablesOf(two, production)).rejects.toMatchObject(rejection('NOT_FOUND'))
    expect(await variablesOf(owner, production)).toEqual({ OF: String(production) })
  })

  test('rejects inviting a person twice, the owner, or anyone to environments of another project', async () => {
    const { projectId, production } = await shop()
    const elsewhere = await shop()
    const ask = (email: string, environments: number[]) =>
      owner.client.call(inviteCollaborator, {
        params: { id: projectId },
        body: { email, role: 'read', environments },
      })
    const collaborator = await addPerson(app)
    await shareProject(app, owner, projectId, collaborator, { environments: [production] })
    await expect(ask(collaborator.email.toUpperCase(), [production])).rejects.toMatchObject({
      code: 'ALREADY_MEMBER',
      message: 'This user is already a collaborator on this project.',
    })
    await ask('Twice@example.com', [production])
    await expect(ask('twice@EXAMPLE.com', [production])).rejects.toMatchObject({
      code: 'ALREADY_INVITED',
      message:
        'An invitation has already been sent to this email address. Please wait for them to respond or cancel the previous invitation.',
    })
    app.advance(7 * dayMs)
    await ask('twice@example.com', [production])
    await expect(ask(owner.email, [production])).rejects.toMatchObject(rejection('VALIDATION_FAILED'))
    await expect(ask('x@example.com', [elsewhere.production])).rejects.toMatchObject(
      rejection('VALIDATION_FAILED'),
    )
    await expect(ask('x@example.com', [])).rejects.toMatchObject(rejection('VALIDATION_FAILED'))
  })

  test('a person counts once across all projects, accepted or invited', async () => {
    const limited = await addPerson(app)
    const { project, environments } = await seedProject(limited, 'one', 'two')
    const ids = environments.map(({ id }) => id)
    const status = async () =>
      (await limited.client.call(readSubscriptionStatus, {})).limitStatus.collaborators
    expect(await status()).toMatchObject({ current: 0, max: 2 })
    const collaborator = await addPerson(app)
    await shareProject(app, limited, project.id, collaborator, { environments: ids })
    await invite(app, limited, project.id, 'second@example.com', { environments: ids })
    expect(await status()).toMatchObject({ current: 2, atLimit: true })
    const third = invite(app, limited, project.id, 'third@example.com', { environments: ids })
    await expect(third).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'Collaborator limit reached (2/2)',
    })
    await remove(limited, project.id, collaborator)
    await invite(app, limited, project.id, 'third@example.com', { environments: ids })
    app.advance(7 * dayMs)
    expect(await status()).toMatchObject({ current: 0 })
  })

  test('only the invited e-mail address can answer an invitation', async () => {
    const { projectId, production } = await shop()
    const [invited, other] = [await addPerson(app), await addPerson(app)]
    await markEmailVerified(app, other)
    const mine = await invite(app, owner, projectId, invited.email, { environments: [production] })
    const theirs = await invite(app, owner, projectId, other.email, { environments: [production] })
    await expect(accept(other, mine)).rejects.toMatchObject(rejection('NOT_FOUND'))
    await expect(accept(invited, { ...mine, secret: theirs.secret })).rejects.toMatchObject(
      rejection('NOT_FOUND'),
    )
    await expect(accept(invited, { ...mine, secret: 'inv_no' })).rejects.toMatchObject(rejection('NOT_FOUND'))
    await expect(
      other.client.call(declineInvitation, { params: { token: mine.token } }),
    ).rejects.toMatchObject(rejection('NOT_FOUND'))
    const byToken = app.as(await seedPersonalToken(invited))
    await expect(
      byToken.call(acceptInvitation, { params: { token: mine.token }, body: {} }),
    ).rejects.toMatchObject(rejection('FORBIDDEN'))
    await accept(invited, mine)
    await accept(other, { token: theirs.token, secret: theirs.secret })
  })

  test('limits attempts on links per IP address, and mails per invitee', async () => {
    const { projectId, production } = await shop()
    const { secret } = await invite(app, owner, projectId, 'linked@example.com', {
      environments: [production],
    })
    const open = (secret: string) => app.as().call(openInvitation, { body: { secret } })
    for (let n = 0; n < 3; n++) await open(secret)
    const wrong = await Promise.all(
      Array.from({ length: 60 }, () => open('inv_no').catch(({ code }: { code: string }) => code)),
    )
    expect(new Set(wrong)).toEqual(new Set(['NOT_FOUND']))
    await expect(open(secret)).rejects.toMatchObject(rejection('RATE_LIMITED'))
    app.advance(15 * 60_000)
    await open(secret)

    const params = { id: projectId }
    const ask = () =>
      owner.client.call(inviteCollaborator, {
        params,
        body: { email: 'mailed@example.com', role: 'read', environments: [production] },
      })
    for (let n = 0; n < 10; n++) {
      await ask()
      await owner.client.call(cancelInvitation, { params, body: { email: 'mailed@example.com' } })
    }
    await expect(ask()).rejects.toMatchObject(rejection('RATE_LIMITED'))
    app.advance(dayMs)
    await ask()
  })

  test('strangers who invite somebody many times stop the mails to them, and nobody’s invitation', async () => {
    const email = `wanted-${engine}@example.com`
    // What their calls count.
    for (let stranger = 1; stranger <= 5; stranger++)
      for (let n = 0; n < 10; n++) expect(await requireInviteRate(app.ctx, 1e9 + stranger, email)).toBe(true)
    expect(await requireInviteRate(app.ctx, 1e9, email.replace('@', '+other@'))).toBe(false)
    const { projectId, production } = await shop()
    const { invitation } = await owner.client.call(inviteCollaborator, {
      params: { id: projectId },
      body: { email, role: 'read', environments: [production] },
    })
    expect(invitation).toMatchObject({ email, mailed: false, link: null })
    const invited = await addPerson(app, { email })
    await markEmailVerified(app, invited)
    const { invitations } = await invited.client.call(listInvitations, {})
    expect(invitations).toHaveLength(1)
    app.advance(dayMs)
  })

  test('a token cannot invite anyone to more than it may do itself', async () => {
    const { projectId, production } = await shop()
    const body = { email: 'by-token@example.com', role: 'write', environments: [production] } as const
    const ask = async (permissions: Parameters<typeof seedPersonalToken>[1], role: 'read' | 'write') =>
      app.as(await seedPersonalToken(owner, permissions)).call(inviteCollaborator, {
        params: { id: projectId },
        body: { ...body, environments: [production], role },
      })
    await expect(ask(['manage_projects'], 'read')).rejects.toMatchObject(rejection('FORBIDDEN'))
    await expect(ask(['manage_projects', 'read_variables', 'read_schema'], 'write')).rejects.toMatchObject(
      rejection('FORBIDDEN'),
    )
    expect(
      (await ask(['manage_projects', 'read_variables', 'read_schema'], 'read')).invitation,
    ).toMatchObject({
      email: body.email,
      mailed: true,
    })
  })

  test('a deleted account shares nothing, and a suspended one what it shared, for reading only', async () => {
    const holder = await addPerson(app)
    const { project, ids } = await seedProject(holder, 'one')
    const id = ids.one
    const collaborator = await addPerson(app)
    await shareProject(app, holder, project.id, collaborator, { role: 'write', environments: [id] })
    const setStatus = (status: 'ACTIVE' | 'INACTIVE' | 'SUSPENDED') =>
      inTransaction(app.ctx, async (tx) => {
        const user = await findUser(tx, holder.userId)
        if (user) await changeUser(tx, user, { status })
      })
    const read = () => collaborator.client.call(readProject, { params: { id: project.id } })
    const write = () =>
      collaborator.client.call(createVariable, { params: { id }, body: { key: 'ADDED', value: '1' } })

    await setStatus('INACTIVE')
    await expect(variablesOf(collaborator, id)).rejects.toMatchObject(rejection('NOT_FOUND'))
    await expect(read()).rejects.toMatchObject(rejection('NOT_FOUND'))
    await expect(write()).rejects.toMatchObject(rejection('NOT_FOUND'))
    expect((await collaborator.client.call(listProjects, {})).projects).toEqual([])

    await setStatus('SUSPENDED')
    expect(await variablesOf(collaborator, id)).toEqual({})
    expect((await read()).project.read_only).toBe('owner_suspended')
    await expect(write()).rejects.toMatchObject({
      code: 'PROJECT_READ_ONLY',
      message: 'Read-only while the owner’s account is suspended',
    })

    await setStatus('ACTIVE')
    expect((await read()).project.read_only).toBeNull()
    await write()
    expect(await variablesOf(collaborator, id)).toEqual({ ADDED: '1' })
  })

  test('a collaborator leaves the project of a suspended owner, and its keys are replaced', async () => {
    const holder = await addPerson(app)
    const { projectId, id } = await seedEnvironment(holder)
    const [leaver, stays] = [await addPerson(app), await addPerson(app)]
    for (const person of [leaver, stays])
      await shareProject(app, holder, projectId, person, { role: 'write', environments: [id] })
    await setSuspended(app, holder, true)
    // Without the vault, the re-key stays pending.
    await app
      .as({ token: leaver.token })
      .call(removeCollaborator, { params: { id: projectId, userId: leaver.userId } })
    await expect(variablesOf(leaver, id)).rejects.toMatchObject(rejection('NOT_FOUND'))
    const pending = async () =>
      (
        await app.ctx.db
          .selectFrom('environments')
          .select('rekey_pending')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).rekey_pending
    expect(await pending()).toBe(1)
    expect(await variablesOf(stays, id)).toEqual({ HELLO: 'world' })
    expect(await pending()).toBe(0)
  })
})
