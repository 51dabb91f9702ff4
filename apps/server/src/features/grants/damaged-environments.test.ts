// A row that was changed from outside never keeps access alive, here or in other environments.

import { removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { changeMasterPassword, rekeyEnvironments } from '@envhold/contract/keyring/keyring.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { environmentState, spoilVersions } from '../../../../../dev/world/environment-state.ts'
import { eventsDuring } from '../../../../../dev/world/events-of.ts'
import { seedProject, variablesOf } from '../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../dev/world/share-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const damageRoster = (id: number) =>
    app.ctx.db
      .updateTable('environment_epochs')
      .set({ roster_mac: new Uint8Array(32) })
      .where('environment_id', '=', id)
      .execute()
  const epochs = (id: number) =>
    app.ctx.db.selectFrom('environment_epochs').select('epoch').where('environment_id', '=', id).execute()
  /** Joining by the mailed link re-keyed both environments. */
  const shared = async () => {
    const [owner, collaborator] = [await addPerson(app), await addPerson(app)]
    const { project, ids } = await seedProject(owner, 'damaged', 'whole')
    await shareProject(app, owner, project.id, collaborator, { environments: [ids.damaged, ids.whole] })
    for (const id of [ids.damaged, ids.whole])
      await owner.client.call(writeVariables, {
        params: { id },
        body: { variables: { A: '1' }, mode: 'merge' },
      })
    return { owner, collaborator, projectId: project.id, ...ids }
  }

  test.each([
    ['the roster', damageRoster],
    ['the newest version', (id: number) => spoilVersions(app, id)],
  ])('a collaborator is removed although %s of an environment is damaged', async (_, damage) => {
    const { owner, collaborator, projectId, damaged, whole } = await shared()
    await damage(damaged)
    const params = { id: projectId, userId: collaborator.userId }
    const events = await eventsDuring(app, async () =>
      expect(await owner.client.call(removeCollaborator, { params })).toMatchObject({ rekey_pending: 1 }),
    )
    expect(events).toContain('security_violation')
    expect(await environmentState(app, whole)).toMatchObject({ epoch: 3, rekey_pending: 0 })
    const { grants, ...head } = await environmentState(app, damaged)
    expect(head).toMatchObject({ epoch: 2, rekey_pending: 1 })
    expect(await epochs(damaged)).toHaveLength(2)
    expect(grants.filter(({ sealed }) => sealed.length > 34)).toMatchObject([
      { principal: String(owner.userId) },
    ])
    await expect(variablesOf(collaborator, whole)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('a leaked master password is replaced, and what could be read stays readable', async () => {
    const { owner, damaged, whole } = await shared()
    await damageRoster(damaged)
    const newMasterPassword = 'nobody else knows'
    const body = { currentMasterPassword: owner.masterPassword ?? '', newMasterPassword, leaked: true }
    expect(await owner.client.call(changeMasterPassword, { body })).toMatchObject({ rekeyPending: 1 })
    await expect(variablesOf(owner, whole)).rejects.toMatchObject({ code: 'INVALID_MASTER_PASSWORD' })
    const renewed = { client: app.as({ token: owner.token, masterPassword: newMasterPassword }) }
    expect(await renewed.client.call(rekeyEnvironments, {})).toEqual({ rekeyed: 1, remaining: 0 })
    expect(await environmentState(app, whole)).toMatchObject({ epoch: 3, rekey_pending: 0 })
    expect(await variablesOf(renewed, damaged)).toEqual({ A: '1' })
    const write = { params: { id: damaged }, body: { variables: { B: '2' }, mode: 'merge' } } as const
    await expect(renewed.client.call(writeVariables, write)).rejects.toMatchObject({ code: 'INTERNAL' })
  })
})
