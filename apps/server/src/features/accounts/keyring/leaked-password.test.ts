import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import {
  changeMasterPassword,
  recoverMasterPassword,
  rekeyEnvironments,
} from '@envhold/contract/keyring/keyring.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { listVersions, readVersion } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../../dev/world/app-for-tests.ts'
import { environmentState } from '../../../../../../dev/world/environment-state.ts'
import { seedEnvironment, variablesOf } from '../../../../../../dev/world/seed-project.ts'
import { accept, invite, markEmailVerified, shareProject } from '../../../../../../dev/world/share-project.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { pauseAccess } from '../../archive/paused-access-store.ts'

forEachEngine((engine) => {
  const app = withApp(engine)

  test('a retry of a change whose answer was lost does not ask for the password that it replaced', async () => {
    const { token } = await addPerson(app)
    const change = async (key: string, body: object) => {
      const response = await fetch(`${app.url}/api/auth/master-password/change`, {
        method: 'PUT',
        headers: { ...headersOf({ token }), 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
      })
      return (await response.json()) as object
    }
    const body = { currentMasterPassword: 'master pässword', newMasterPassword: 'another one' }
    const plain = await change('change-of-a-password', body)
    expect(plain).toMatchObject({ message: 'Master password changed successfully!' })
    expect(await change('change-of-a-password', body)).toEqual(plain)
    const leak = { currentMasterPassword: 'another one', newMasterPassword: 'a third one', leaked: true }
    expect(await change('change-after-a-leak', leak)).toHaveProperty('recoveryKey')
    expect(await change('change-after-a-leak', leak)).toMatchObject({ error: 'ALREADY_CREATED' })
  })

  test('after a leaked master password, every key is replaced and nothing is lost', async () => {
    const { client, token, recoveryKey = '' } = await addPerson(app)
    const { project } = await client.call(createProject, { body: { name: 'shop' } })
    const ids = []
    for (const name of ['staging', 'production']) {
      const params = { projectId: project.id }
      const { environment } = await client.call(createEnvironment, {
        params,
        body: { name, protected: false },
      })
      ids.push(environment.id)
      for (const NAME of ['first', name]) {
        const body = { variables: { NAME }, mode: 'merge' } as const
        await client.call(writeVariables, { params: { id: environment.id }, body })
      }
    }
    const grants = () => app.ctx.db.selectFrom('grants').select(['epoch', 'sealed']).execute()
    const before = await grants()

    const newMasterPassword = 'nobody else knows'
    const changed = await client.call(changeMasterPassword, {
      body: { currentMasterPassword: 'master pässword', newMasterPassword, leaked: true },
    })
    expect(changed.recoveryKey).toBeDefined()
    expect(before.map(({ epoch }) => epoch)).toEqual([1, 1])
    expect(changed.rekeyPending).toBe(2)
    const resealed = await grants()
    expect(resealed.map(({ epoch }) => epoch)).toEqual([1, 1])
    for (const [i, { sealed }] of resealed.entries()) expect(sealed).not.toEqual(before[i]?.sealed)
    const renewed = app.as({ token, masterPassword: newMasterPassword })
    // On a busy machine a call ends before the second one.
    const { rekeyed, remaining } = await renewed.call(rekeyEnvironments, {})
    expect(rekeyed + remaining).toBe(2)
    if (remaining > 0) await renewed.call(rekeyEnvironments, {})
    expect((await grants()).map(({ epoch }) => epoch)).toEqual([2, 2])

    const params = { id: ids[1] ?? 0 }
    await expect(client.call(readVariables, { params, query: {} })).rejects.toMatchObject({
      code: 'INVALID_MASTER_PASSWORD',
    })
    expect(await renewed.call(readVariables, { params, query: {} })).toMatchObject({
      variables: { NAME: 'production' },
      version: 2,
    })
    const { versions } = await renewed.call(listVersions, { params, query: {} })
    expect(versions).toHaveLength(2)
    const old = await renewed.call(readVersion, { params: { ...params, version: 1 } })
    expect(old.variables).toEqual({ NAME: 'first' })

    await expect(
      client.call(recoverMasterPassword, { body: { recoveryKey, newMasterPassword } }),
    ).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    const body = { recoveryKey: changed.recoveryKey ?? '', newMasterPassword: 'once more please' }
    await client.call(recoverMasterPassword, { body })
    const recovered = app.as({ token, masterPassword: body.newMasterPassword })
    await recovered.call(readVariables, { params, query: {} })
  })

  test('environments whose access is paused are not counted among those that get new keys', async () => {
    const [owner, guest] = [await addPerson(app), await addPerson(app)]
    const paused = await seedEnvironment(owner)
    await shareProject(app, owner, paused.projectId, guest, { environments: [paused.id] })
    await seedEnvironment(guest)
    await inTransaction(app.ctx, (tx) => pauseAccess(tx, owner.userId, guest.email))
    const newMasterPassword = 'nobody else knows'
    const body = { currentMasterPassword: guest.masterPassword ?? '', newMasterPassword, leaked: true }
    expect(await guest.client.call(changeMasterPassword, { body })).toMatchObject({ rekeyPending: 1 })
    expect((await environmentState(app, paused.id)).rekey_pending).toBe(1)
    const renewed = app.as({ token: guest.token, masterPassword: newMasterPassword })
    expect(await renewed.call(rekeyEnvironments, {})).toEqual({ rekeyed: 1, remaining: 0 })
  })

  test('what invitations offer is left to their owners after a leaked master password', async () => {
    const [owner, guest] = [await addPerson(app), await addPerson(app)]
    await markEmailVerified(app, guest)
    const mine = await seedEnvironment(guest)
    const { projectId, id } = await seedEnvironment(owner)
    const invited = await invite(app, owner, projectId, guest.email, { environments: [id] })
    const newMasterPassword = 'nobody else knows'
    const body = { currentMasterPassword: guest.masterPassword ?? '', newMasterPassword, leaked: true }
    expect(await guest.client.call(changeMasterPassword, { body })).toMatchObject({ rekeyPending: 1 })
    const { epoch, grants } = await environmentState(app, id)
    expect(grants.filter(({ sealed }) => sealed.length === 34)).toMatchObject([
      { kind: 'user', principal: String(guest.userId) },
    ])

    const renewed = { client: app.as({ token: guest.token, masterPassword: newMasterPassword }) }
    expect(await accept(renewed, { token: invited.token })).toMatchObject({ keys_pending: true })
    await expect(variablesOf(renewed, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await variablesOf(owner, id)).toEqual({ HELLO: 'world' })
    expect(await variablesOf(renewed, id)).toEqual({ HELLO: 'world' })
    expect((await environmentState(app, id)).epoch).toBe(epoch + 1)
    expect(await variablesOf(renewed, mine.id)).toEqual({ HELLO: 'world' })
  })
})
