import { deleteAccount, endOtherSessions, listSessions } from '@envhold/contract/accounts/account-settings.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { deletePasskey } from '@envhold/contract/accounts/passkeys.ts'
import { deleteApiKey, updateApiKey } from '@envhold/contract/api-keys.ts'
import {
  cancelInvitation,
  removeCollaborator,
  updateCollaborator,
} from '@envhold/contract/collaborators/collaborators.ts'
import { deleteEnvironment } from '@envhold/contract/environments/environments.ts'
import { inject } from '@envhold/contract/inject.ts'
import { renewRecoveryKey } from '@envhold/contract/keyring/keyring.ts'
import { deactivateApiKey } from '@envhold/contract/operator/api-keys.ts'
import { listAuditEntries } from '@envhold/contract/operator/audit.ts'
import {
  dismissRevocations,
  listRevocations,
  type RevocationKind,
} from '@envhold/contract/operator/revocations.ts'
import { assignRole as assignRoleCall } from '@envhold/contract/operator/roles.ts'
import { suspendUser } from '@envhold/contract/operator/users.ts'
import { deleteProject } from '@envhold/contract/projects/projects.ts'
import { createVariable } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { addPasskey } from '../../../../dev/world/add-passkey.ts'
import { addPerson } from '../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../dev/world/app-for-tests.ts'
import { asOfBackup } from '../../../../dev/world/as-of-backup.ts'
import { changePlan } from '../../../../dev/world/change-plan.ts'
import { activityOf } from '../../../../dev/world/events-of.ts'
import { mailsOf } from '../../../../dev/world/mails.ts'
import { seedApiKey, seedEnvironment, seedProject } from '../../../../dev/world/seed-project.ts'
import { invite, shareProject } from '../../../../dev/world/share-project.ts'
import { withApp } from '../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../dev/world/with-person.ts'
import { assignRole, writeRole } from '../../../../dev/world/write-role.ts'
import { listPasskeysOf } from '../features/accounts/webauthn/webauthn-store.ts'
import { findApiKey } from '../features/api-keys/api-key-store.ts'
import { revocationMac } from '../features/audit-log/revocation.ts'
import { findEnvironment } from '../features/environments/environment-store.ts'
import { listPendingIds } from '../features/operator/revocations/pending-revocation-store.ts'
import { findMembership } from '../features/projects/membership-store.ts'
import { findUser } from '../features/users/user-store.ts'
import { reapplyRevocation } from './reapply-revocation.ts'

const actor = { userId: null, origin: null }

forEachEngine((engine) => {
  const app = withApp(engine)
  const operator = withPerson(app)

  /** @returns what became of each, by its kind */
  const reapply = async () => {
    const outcomes: Partial<Record<RevocationKind, string | undefined>> = {}
    for (const id of await listPendingIds(app.ctx.db, null, 1_000)) {
      const { kind } = await app.ctx.db
        .selectFrom('revocations')
        .select('kind')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      outcomes[kind as RevocationKind] = await reapplyRevocation(app.ctx, id, { actor })
    }
    return outcomes
  }

  test('keys: deleted, switched off, and limited to fewer environments', async () => {
    const owner = await addPerson(app)
    const { project, environments } = await seedProject(owner, 'production', 'staging')
    const [production = 0, staging = 0] = environments.map(({ id }) => id)
    const [gone, off, narrowed, limited] = [
      await seedApiKey(owner, project.id),
      await seedApiKey(owner, project.id),
      await seedApiKey(owner, project.id),
      await seedApiKey(owner, project.id),
    ]
    const params = (key: { id: string }) => ({ id: project.id, keyId: key.id })
    const status = (key: { apiKey: string }, environment = 'production') =>
      app
        .as(key)
        .call(inject, { params: { projectId: project.id, environment }, query: {} })
        .then(
          () => 200,
          (error: { status: number }) => error.status,
        )
    await asOfBackup(app, async () => {
      await owner.client.call(deleteApiKey, { params: params(gone) })
      await owner.client.call(updateApiKey, { params: params(off), body: { is_active: false } })
      await owner.client.call(updateApiKey, {
        params: params(narrowed),
        body: { environment_access: [String(production)] },
      })
      await owner.client.call(updateApiKey, { params: params(limited), body: { allowed_ips: ['192.0.2.1'] } })
      await operator.client.call(deactivateApiKey, {
        params: { id: limited.id },
        body: { reason: 'Published' },
      })
    })
    expect(await status(gone)).toBe(200)
    expect(await status(off)).toBe(200)
    expect(await status(narrowed, 'staging')).toBe(200)
    expect(await reapply()).toEqual({
      api_key: 'repeated',
      api_key_off: 'repeated',
      api_key_environment: 'repeated',
      api_key_limits: 'told',
      environment_key: 'repeated',
    })
    expect(await status(gone)).toBe(401)
    expect(await status(off)).not.toBe(200)
    expect(await status(limited)).not.toBe(200)
    expect(await status(narrowed)).toBe(200)
    expect(await status(narrowed, 'staging')).not.toBe(200)
    expect(await findEnvironment(app.ctx, staging)).toMatchObject({ rekey_pending: 1 })
    // The owner's next write rotates the key; nothing is left that cannot be opened.
    await owner.client.call(createVariable, { params: { id: staging }, body: { key: 'A', value: '1' } })
    expect(await findEnvironment(app.ctx, staging)).toMatchObject({ rekey_pending: 0 })
  })

  test('people: removed, limited, and invited', async () => {
    const owner = await addPerson(app)
    // No plan limits how many people share the projects of this one.
    await assignRole(app, owner.userId, 'SUPER_ADMIN')
    const { project, environments } = await seedProject(owner, 'production', 'staging')
    const ids = environments.map(({ id }) => id)
    const [removed, limited, rejoined] = [await addPerson(app), await addPerson(app), await addPerson(app)]
    for (const person of [removed, limited, rejoined])
      await shareProject(app, owner, project.id, person, { environments: ids })
    const invited = await invite(app, owner, project.id, 'nobody@example.com', { environments: ids })
    const params = (person: { userId: number }) => ({ id: project.id, userId: person.userId })
    await asOfBackup(app, async () => {
      for (const person of [removed, rejoined])
        await owner.client.call(removeCollaborator, { params: params(person) })
      await owner.client.call(updateCollaborator, {
        params: params(limited),
        body: { role: 'read', environments: ids.slice(0, 1) },
      })
      await owner.client.call(cancelInvitation, {
        params: { id: project.id },
        body: { email: 'nobody@example.com' },
      })
    })
    // Removed by hand and invited again after the restore: what the list says of this person is outdated.
    await owner.client.call(removeCollaborator, { params: params(rejoined) })
    app.advance(1_000)
    await shareProject(app, owner, project.id, rejoined, { environments: ids })
    expect(await reapply()).toMatchObject({
      collaborator_role: 'repeated',
      collaborator_environment: 'repeated',
      invitation: 'repeated',
    })
    const membership = (person: { userId: number }) => findMembership(app.ctx, project.id, person.userId)
    expect(await membership(removed)).toBeUndefined()
    expect(await membership(limited)).toMatchObject({
      role: 'read',
      environments: JSON.stringify(ids.slice(0, 1)),
    })
    expect(await membership(rejoined)).toBeDefined()
    await expect(
      app.ctx.db.selectFrom('invitations').select('id').where('token', '=', invited.token).executeTakeFirst(),
    ).resolves.toBeUndefined()
  })

  test('an invitation of somebody who accepted and was removed after the backup ends', async () => {
    const owner = await addPerson(app)
    const { project, environments } = await seedProject(owner, 'production')
    const person = await addPerson(app)
    const both = { environments: environments.map(({ id }) => id) }
    await invite(app, owner, project.id, person.email, both)
    const invitations = () =>
      app.ctx.db.selectFrom('invitations').selectAll().where('project_id', '=', project.id).execute()
    await asOfBackup(app, async () => {
      await owner.client.call(cancelInvitation, { params: { id: project.id }, body: { email: person.email } })
      await shareProject(app, owner, project.id, person, both)
      await owner.client.call(removeCollaborator, { params: { id: project.id, userId: person.userId } })
    })
    // As if the acceptance had consumed the invitation.
    await app.ctx.db.deleteFrom('revocations').where('kind', '=', 'invitation').execute()
    expect(await invitations()).toHaveLength(1)
    expect(await reapply()).toMatchObject({ collaborator: 'repeated' })
    expect(await invitations()).toEqual([])
  })

  test('accounts: suspended, deleted, roles, sessions and passkeys', async () => {
    await writeRole(app, 'SUPPORT', ['user.read', 'user.suspend'])
    const [suspended, deleted, demoted, promoted] = [
      await addPerson(app),
      await addPerson(app),
      await addPerson(app),
      await addPerson(app),
    ]
    const withPasskey = await addPasskey(app, await addPerson(app))
    await assignRole(app, demoted.userId, 'SUPPORT')
    await assignRole(app, promoted.userId, 'SUPPORT')
    const signedIn = await app
      .as()
      .call(login, { body: { email: demoted.email, password: demoted.password } })
    const other = 'token' in signedIn ? signedIn.token : ''
    const role = async (name: string) =>
      (await app.ctx.db.selectFrom('roles').select('id').where('name', '=', name).executeTakeFirstOrThrow())
        .id
    await asOfBackup(app, async () => {
      await operator.client.call(suspendUser, { params: { id: suspended.userId }, body: { reason: 'Spam' } })
      await deleted.client.call(deleteAccount, { body: { password: deleted.password } })
      await demoted.client.call(endOtherSessions, {})
      const body = { role_id: await role('USER'), reason: 'Left the team' }
      for (const { userId } of [demoted, promoted])
        await operator.client.call(assignRoleCall, { params: { id: userId }, body })
      await withPasskey.client.call(deletePasskey, { params: { id: withPasskey.authenticator.id } })
    })
    expect(await app.as({ token: other }).call(listSessions, {})).toBeDefined()
    expect(await findUser(app.ctx, demoted.userId)).toMatchObject({ role: 'SUPPORT' })
    // A role of today is never replaced by one that may more.
    await writeRole(app, 'READER', ['user.read'])
    await app.ctx.db.updateTable('revocations').set({ state: 'pending' }).execute()
    await reapply()
    expect(await findUser(app.ctx, suspended.userId)).toMatchObject({ status: 'SUSPENDED' })
    expect(await findUser(app.ctx, deleted.userId)).toMatchObject({ status: 'SUSPENDED', deleted_at: null })
    expect(await findUser(app.ctx, demoted.userId)).toMatchObject({ role: 'USER' })
    await expect(app.as({ token: other }).call(listSessions, {})).rejects.toMatchObject({ status: 401 })
    expect(await listPasskeysOf(app.ctx, withPasskey.person.userId)).toEqual([])
  })

  test('a project that was deleted stays, and its keys are off', async () => {
    const owner = await addPerson(app)
    const { projectId } = await seedEnvironment(owner, { A: '1' })
    const key = await seedApiKey(owner, projectId)
    await asOfBackup(app, () => owner.client.call(deleteProject, { params: { id: projectId } }))
    expect(await reapply()).toEqual({ project: 'told' })
    expect(await findApiKey(app.ctx, projectId, key.id)).toMatchObject({ is_active: 0 })
  })

  test('one mail names all projects of an owner in which a restore undid something', async () => {
    await changePlan(app, 'starter', { max_projects: 2 })
    const owner = await addPerson(app)
    const projects = [await seedProject(owner, 'production'), await seedProject(owner, 'production')]
    const keys = await Promise.all(projects.map(({ project }) => seedApiKey(owner, project.id)))
    await asOfBackup(app, async () => {
      for (const [index, { project }] of projects.entries())
        await owner.client.call(updateApiKey, {
          params: { id: project.id, keyId: keys[index]?.id ?? '' },
          body: { allowed_ips: ['192.0.2.1'] },
        })
    })
    expect(await reapply()).toEqual({ api_key_limits: 'told' })
    const mails = (await mailsOf(app)).filter(({ template }) => template === 'changes-undone')
    const own = mails.filter(({ to }) => to === owner.email)
    expect(own).toMatchObject([{ subject: 'Changes to 2 projects were undone' }])
    for (const { project } of projects) expect(own[0]?.text).toContain(project.name)
  })

  test('what has the same id only by chance is left alone, and so is what was changed', async () => {
    const { userId } = await addPerson(app)
    const user = await findUser(app.ctx, userId)
    const fact = {
      ...{ id: 'revoked-earlier-', at: (user?.created_at ?? 0) - 1, kind: 'suspension', user_id: userId },
      ...{ project_id: null, environment_id: null, subject: '' },
    }
    const mac = revocationMac.of(app.ctx.secrets, fact)
    const row = { ...fact, state: 'pending', detail: null, logged: 1, mac } as const
    await app.ctx.db.deleteFrom('revocations').execute()
    await app.ctx.db.insertInto('revocations').values(row).execute()
    expect(await reapply()).toEqual({ suspension: 'missing' })
    await app.ctx.db.updateTable('revocations').set({ state: 'pending', at: app.ctx.clock() }).execute()
    await expect(reapply()).rejects.toThrow('changed from outside')
    expect(await findUser(app.ctx, userId)).toMatchObject({ status: 'ACTIVE' })
    await app.ctx.db.deleteFrom('revocations').execute()
  })

  test('people are told once, and operators see no name of a variable', async () => {
    const owner = await addPerson(app)
    const { id, projectId } = await seedEnvironment(owner, { A: '1' })
    await asOfBackup(app, async () => {
      for (const _ of [1, 2])
        await owner.client.call(renewRecoveryKey, { body: { masterPassword: owner.masterPassword ?? '' } })
      await owner.client.call(deleteEnvironment, { params: { projectId, envId: id } })
    })
    await app.ctx.db.updateTable('revocations').set({ detail: 'Deleted SECRET_NAME' }).execute()
    await reapply()
    const told = (await activityOf(app)).filter(
      ({ event_type, user_id, project_id }) =>
        event_type === 'changes_undone' && (user_id === owner.userId || project_id === projectId),
    )
    expect(told).toHaveLength(2)
    expect(told.map(({ description }) => description).join()).toContain('SECRET_NAME')
    const { events } = await operator.client.call(listAuditEntries, {
      query: { log: 'activity', type: 'changes_undone' },
    })
    expect(events.length).toBeGreaterThan(0)
    expect(JSON.stringify(events)).not.toContain('SECRET_NAME')
  })

  test('an operator who is on the list cannot dismiss it; another one can, once', async () => {
    const second = await addPerson(app)
    await assignRole(app, second.userId, 'SUPER_ADMIN')
    await asOfBackup(app, () =>
      operator.client.call(suspendUser, { params: { id: second.userId }, body: { reason: 'Left' } }),
    )
    expect((await operator.client.call(listRevocations, { query: {} })).counts).toEqual({ suspension: 1 })
    await expect(second.client.call(dismissRevocations, {})).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await operator.client.call(dismissRevocations, {})
    expect((await operator.client.call(listRevocations, { query: {} })).revocations).toEqual([])
    expect((await activityOf(app)).at(-1)).toMatchObject({ event_type: 'revocations_dismissed' })
    expect(await findUser(app.ctx, second.userId)).toMatchObject({ status: 'ACTIVE' })
    expect(await reapply()).toEqual({})
  })
})
