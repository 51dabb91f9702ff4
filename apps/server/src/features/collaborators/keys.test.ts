import { removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { declineInvitation, openInvitation } from '@envhold/contract/collaborators/invitations.ts'
import {
  changeMasterPassword,
  rekeyEnvironments,
  validateMasterPassword,
} from '@envhold/contract/keyring/keyring.ts'
import { createVariable, updateVariable, writeVariables } from '@envhold/contract/variables/variables.ts'
import { listVersions, readVersion } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { bytesOf, dumpTables } from '../../../../../dev/world/dump-database.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { SecretSearch } from '../../../../../dev/world/find-secrets.ts'
import { mailsOf } from '../../../../../dev/world/mails.ts'
import { seedProject, variablesOf } from '../../../../../dev/world/seed-project.ts'
import { accept, invite, markEmailVerified, shareProject } from '../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  const names = (count: number) => Array.from({ length: count }, (_, n) => `environment-${n}`)
  const shop = async (count: number) => {
    const { project, environments } = await seedProject(owner, ...names(count))
    return { projectId: project.id, ids: environments.map(({ id }) => id) }
  }
  const put = (by: Pick<Person, 'client'>, id: number, key: string) =>
    by.client.call(createVariable, { params: { id }, body: { key, value: '1' } })
  const remove = (projectId: number, { userId }: Person, by: Pick<Person, 'client'>) =>
    by.client.call(removeCollaborator, { params: { id: projectId, userId } })
  const locked = (person: Person) => ({ client: person.lockedClient })
  const pendingOf = async (ids: readonly number[]) =>
    (
      await app.ctx.db
        .selectFrom('environments')
        .select('id')
        .where('id', 'in', ids)
        .where('rekey_pending', '=', 1)
        .execute()
    ).length
  const leak = async (person: Person) => {
    const newMasterPassword = `new ${person.masterPassword}`
    const changed = await person.client.call(changeMasterPassword, {
      body: { currentMasterPassword: person.masterPassword ?? '', newMasterPassword, leaked: true },
    })
    const client = app.as({ token: person.token, masterPassword: newMasterPassword })
    return { ...person, masterPassword: newMasterPassword, client, pending: changed.rekeyPending }
  }

  test('the secret of a mailed link is in the mail and nowhere else', async () => {
    const { projectId, ids } = await shop(1)
    const person = await addPerson(app, { masterPassword: null })
    const { secret, token } = await invite(app, owner, projectId, person.email, { environments: ids })
    const half = secret.split('_')[2]?.slice(0, 43) ?? ''
    expect(half).toHaveLength(43)
    const search = new SecretSearch([half])
    expect([...search.in(Buffer.from(secret))]).toEqual([half])
    const look = async () => {
      const places = [bytesOf(await dumpTables(app)), Buffer.from(app.logged())]
      return places.flatMap((place) => [...search.in(place)])
    }
    expect(await look()).toEqual([])
    await app.as().call(openInvitation, { body: { secret } })
    await expect(accept(person, { token, secret: secret.replace(half, half.slice(1)) })).rejects.toThrow()
    await expect(accept(person, { token, secret })).rejects.toThrow()
    await person.client.call(declineInvitation, { params: { token } })
    expect(await look()).toEqual([])
    const mails = await mailsOf(app)
    expect(mails.filter(({ text }) => text.includes(secret))).toMatchObject([
      { template: 'invitation', to: person.email, link: `${app.ctx.config.publicUrl}/invite#${secret}` },
    ])
  })

  test('re-keys a thousand variables and fifty versions, which stay readable to the remaining holders', async () => {
    const { projectId, ids } = await shop(1)
    const [id = 0] = ids
    const [stays, goes] = [await addPerson(app), await addPerson(app)]
    for (const person of [stays, goes])
      await shareProject(app, owner, projectId, person, { environments: ids })
    const variables = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`NAME_${n}`, `value ${n}`]))
    await owner.client.call(writeVariables, { params: { id }, body: { variables, mode: 'replace' } })
    for (let n = 2; n <= 51; n++)
      await owner.client.call(updateVariable, {
        params: { id, key: 'NAME_0' },
        body: { value: `version ${n}` },
      })
    await remove(projectId, goes, owner)
    const { versions } = await stays.client.call(listVersions, { params: { id }, query: { limit: 100 } })
    expect(versions).toHaveLength(51)
    for (const version of [1, 2, 26, 51]) {
      const old = await stays.client.call(readVersion, { params: { id, version } })
      expect(old.variables).toEqual({
        ...variables,
        ...(version > 1 && { NAME_0: `version ${version}` }),
      })
      await expect(goes.client.call(readVersion, { params: { id, version } })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    }
    expect(await variablesOf(stays, id)).toEqual({ ...variables, NAME_0: 'version 51' })
  })

  test('a user who lost access and then gets a new key pair leaves valid rosters behind', async () => {
    const { projectId, ids } = await shop(2)
    const [id = 0, remaining = 0] = ids
    const collaborator = await addPerson(app, { masterPassword: 'of a member' })
    await shareProject(app, owner, projectId, collaborator, { environments: ids })
    await remove(projectId, collaborator, locked(owner))
    expect(await leak(collaborator)).toMatchObject({ pending: 0 })
    await put(owner, id, 'AFTER')
    expect(await variablesOf(owner, remaining)).toEqual({})
    expect(await pendingOf(ids)).toBe(0)
    // Also after the account is permanently deleted.
    const deleted = await addPerson(app)
    await shareProject(app, owner, projectId, deleted, { environments: ids })
    await remove(projectId, deleted, locked(owner))
    await app.ctx.db.deleteFrom('users').where('id', '=', deleted.userId).execute()
    await put(owner, id, 'LATER')
    expect(await pendingOf(ids)).toBe(0)
  })

  test('each call re-keys its share of many environments', async () => {
    const { projectId, ids } = await shop(11)
    const collaborator = await addPerson(app)
    await shareProject(app, owner, projectId, collaborator, { environments: ids })
    expect(await remove(projectId, collaborator, locked(owner))).toMatchObject({ rekey_pending: 11 })
    const unlock = () =>
      owner.client.call(validateMasterPassword, { body: { masterPassword: owner.masterPassword ?? '' } })
    await unlock()
    expect(await pendingOf(ids)).toBe(3)
    await unlock()
    expect(await pendingOf(ids)).toBe(0)
  })

  test('each call grants its share of many pending keys', async () => {
    const { projectId, ids } = await shop(11)
    const collaborator = await addPerson(app)
    const { token } = await invite(app, owner, projectId, collaborator.email, { environments: ids })
    await markEmailVerified(app, collaborator)
    expect(await accept(collaborator, { token })).toMatchObject({ keys_pending: true })
    const countGrants = async () =>
      (
        await app.ctx.db
          .selectFrom('grants')
          .select('environment_id')
          .where('kind', '=', 'user')
          .where('principal', '=', String(collaborator.userId))
          .execute()
      ).length
    const unlock = () =>
      owner.client.call(validateMasterPassword, { body: { masterPassword: owner.masterPassword ?? '' } })
    for (let calls = 0; (await countGrants()) < 11; calls++) {
      expect(calls).toBeLessThan(6)
      await unlock()
    }
    await unlock()
    for (const id of ids) expect(await variablesOf(collaborator, id)).toEqual({})
    expect(await pendingOf(ids)).toBe(0)
    expect(
      await app.ctx.db.selectFrom('principals').selectAll().where('kind', '=', 'invitation').execute(),
    ).toEqual([])
  })

  test('after a leak any holder may replace a key, and an environment that fails stops no other', async () => {
    const { projectId, ids } = await shop(3)
    const [first = 0, broken = 0, last = 0] = ids
    for (const id of ids) await put(owner, id, 'A')
    const reader = await addPerson(app, { masterPassword: 'of a reader' })
    await shareProject(app, owner, projectId, reader, { role: 'read', environments: ids })
    const renewed = await leak(reader)
    expect(renewed.pending).toBe(3)
    expect(await pendingOf(ids)).toBe(3)
    // Other calls of a reader re-key nothing.
    expect(await variablesOf(renewed, last)).toEqual({ A: '1' })
    expect(await pendingOf(ids)).toBe(3)
    await app.ctx.db
      .updateTable('environment_epochs')
      .set({ roster_mac: Buffer.alloc(32, 1) })
      .where('environment_id', '=', broken)
      .execute()
    let left = 3
    for (let calls = 0; left > 1; calls++) {
      expect(calls).toBeLessThan(3)
      left = (await renewed.client.call(rekeyEnvironments, {})).remaining
    }
    expect(await pendingOf([first, last])).toBe(0)
    await expect(renewed.client.call(rekeyEnvironments, {})).rejects.toMatchObject({ code: 'INTERNAL' })
    expect((await activityOf(app)).at(-1)).toMatchObject({ event_type: 'security_violation' })
  })
})
