// What users who share something can do to each other through the pending key work of an unlocked vault: an invited
// user does nothing for a project before joining, and one user's pending work does not delay others.

import { deleteAccount } from '@envhold/contract/accounts/account-settings.ts'
import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import { deleteApiKey } from '@envhold/contract/api-keys.ts'
import { removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { listEnvironments } from '@envhold/contract/environments/environments.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import {
  seedApiKey,
  seedEnvironment,
  seedPersonalToken,
  seedProject,
  variablesOf,
} from '../../../dev/world/seed-project.ts'
import { accept, invite, markEmailVerified, shareProject } from '../../../dev/world/share-project.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { withPerson } from '../../../dev/world/with-person.ts'
import { sweepsOf } from './instance/sweeps.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const operator = withPerson(app)

  const locked = ({ token }: Person) => app.as({ token })
  const somebody = async () => {
    const person = await addPerson(app)
    await markEmailVerified(app, person)
    return person
  }
  const headsOf = (projectId: number) =>
    app.ctx.db
      .selectFrom('environments')
      .select(['id', 'epoch', 'rekey_pending'])
      .where('project_id', '=', projectId)
      .orderBy('id')
      .execute()

  test('an invited user creates a token, and neither replaces a key of the project nor learns a name in it', async () => {
    const owner = operator
    const guest = await somebody()
    const leaver = await somebody()
    const { projectId, id } = await seedEnvironment(owner)
    const [{ name = '' } = {}] = (await owner.client.call(listEnvironments, { params: { projectId } }))
      .environments
    await shareProject(app, owner, projectId, leaver, { environments: [id] })
    const invited = await invite(app, owner, projectId, guest.email, { environments: [id] })
    await locked(owner).call(removeCollaborator, { params: { id: projectId, userId: leaver.userId } })
    const [before] = await headsOf(projectId)
    expect(before?.rekey_pending).toBe(1)

    const made = await seedPersonalToken(guest)
    const token = app.as(made)
    const readGrants = () =>
      app.ctx.db.selectFrom('grants').selectAll().where('principal', '=', made.id).execute()
    expect(await readGrants()).toEqual([])
    expect(await headsOf(projectId)).toEqual([before])
    const { logs } = await guest.client.call(listActivityLogs, {})
    expect(JSON.stringify(logs)).not.toContain(`"${name}`)

    await accept(guest, invited)
    expect(await readGrants()).toHaveLength(1)
    expect(await variablesOf(guest, id)).toEqual({ HELLO: 'world' })
    expect(await variablesOf({ client: token }, id)).toEqual({ HELLO: 'world' })
    expect((await headsOf(projectId))[0]).toMatchObject({ rekey_pending: 0 })
  })

  test('pending re-keys of a project without its owner delay no other grants', async () => {
    const gone = await somebody()
    const owner = await somebody()
    const guest = await addPerson(app)
    // More environments of another user wait for new keys than are checked, and then that owner leaves.
    const names = Array.from({ length: 65 }, (_, n) => `made-${n}`)
    const { project, environments } = await seedProject(gone, ...names)
    const ids = environments.map(({ id }) => id)
    const key = await seedApiKey(gone, project.id)
    await shareProject(app, gone, project.id, owner, { role: 'write', environments: ids })
    await locked(gone).call(deleteApiKey, { params: { id: project.id, keyId: key.id } })
    expect((await headsOf(project.id)).every(({ rekey_pending }) => rekey_pending === 1)).toBe(true)
    await gone.client.call(deleteAccount, { body: { password: gone.password } })

    const mine = await seedEnvironment(owner)
    const invited = await invite(app, owner, mine.projectId, guest.email, { environments: [mine.id] })
    await markEmailVerified(app, guest)
    await accept(guest, { token: invited.token })
    for (let calls = 0; calls < 3; calls++) await variablesOf(owner, mine.id)
    expect(await variablesOf(guest, mine.id)).toEqual({ HELLO: 'world' })
  })

  test('an account that is deleted permanently, in whatever role, leaves environments that others keep using', async () => {
    const owner = operator
    const [member, invited, waiting, linked] = [
      await somebody(),
      await somebody(),
      await addPerson(app),
      await addPerson(app),
    ]
    const { projectId, id } = await seedEnvironment(owner)
    const all = { environments: [id] }
    await shareProject(app, owner, projectId, member, all)
    await seedPersonalToken(member)
    await invite(app, owner, projectId, invited.email, all)
    await seedPersonalToken(invited)
    const { token } = await invite(app, owner, projectId, waiting.email, all)
    await markEmailVerified(app, waiting)
    await accept(waiting, { token })
    const stays = await invite(app, owner, projectId, linked.email, all)
    for (const person of [member, invited, waiting])
      await locked(person).call(deleteAccount, { body: { password: person.password } })
    app.advance(3 * 86_400_000)
    for (const one of sweepsOf({ ...app.ctx, clock: () => app.ctx.clock() + 28 * 86_400_000 }))
      if (one.name === 'accounts') expect(await one.run()).toBeGreaterThanOrEqual(3)

    const [before] = await headsOf(projectId)
    expect(before?.rekey_pending).toBe(1)
    const body = { variables: { LATER: '1' }, mode: 'merge' as const }
    await owner.client.call(writeVariables, { params: { id }, body })
    expect(await headsOf(projectId)).toEqual([{ id, epoch: (before?.epoch ?? 0) + 1, rekey_pending: 0 }])
    await accept(linked, stays)
    expect(await variablesOf(linked, id)).toEqual({ HELLO: 'world', LATER: '1' })
    const holders = await app.ctx.db
      .selectFrom('grants')
      .select(['kind', 'principal'])
      .where('environment_id', '=', id)
      .where('kind', '!=', 'personal-token')
      .execute()
    expect(holders.map(({ kind, principal }) => `${kind}/${principal}`).sort()).toEqual(
      [`user/${owner.userId}`, `user/${linked.userId}`].sort(),
    )
  })
})
