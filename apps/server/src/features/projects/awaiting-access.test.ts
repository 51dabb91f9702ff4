import { createClient } from '@envhold/client/client.ts'
import { logout } from '@envhold/contract/accounts/accounts.ts'
import {
  listCollaborators,
  removeCollaborator,
  updateCollaborator,
} from '@envhold/contract/collaborators/collaborators.ts'
import { awaitAccess } from '@envhold/contract/projects/access.ts'
import { deleteProject } from '@envhold/contract/projects/projects.ts'
import { acceptProjectTransfer, offerProjectTransfer } from '@envhold/contract/projects/transfers.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../../../dev/world/change-plan.ts'
import { activityOf } from '../../../../../dev/world/events-of.ts'
import { seedPersonalToken, seedProject } from '../../../../../dev/world/seed-project.ts'
import { markEmailVerified, shareProject } from '../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../dev/world/with-second-node.ts'

/** Within this time of the removal's answer, the values have left the page. */
const promisedMs = 2_000

forEachEngine((engine) => {
  const app = withApp(engine)
  // The operator: the owner is on a plan.
  withPerson(app)
  const owner = withPerson(app)
  const second = withSecondNode(app)
  beforeAll(async () => {
    await changePlan(app, 'starter', { max_projects: -1, max_collaborators: -1 })
  })

  const wait = ({ client }: Pick<Person, 'client'>, after: string | undefined, seconds: number) =>
    client.call(awaitAccess, { query: { after, wait: seconds } })
  const shared = async () => {
    const { project, ids } = await seedProject(owner, 'production', 'qa')
    const grace = await addPerson(app)
    await markEmailVerified(app, grace)
    const environments = [ids.production, ids.qa]
    await shareProject(app, owner, project.id, grace, { environments })
    const collaborator = { id: project.id, userId: grace.userId }
    const before = await wait(grace, undefined, 20)
    return { project, ids, grace, collaborator, environments, before }
  }
  /** What a waiting page is answered, and how long after `act` was. */
  const during = async <T>(
    waiting: Promise<T>,
    act: () => Promise<unknown>,
  ): Promise<readonly [T, number]> => {
    await new Promise((resolve) => setTimeout(resolve, 700))
    await act()
    const acted = performance.now()
    return [await waiting, performance.now() - acted] as const
  }

  test('lists what is shared at once, and after the wait when nothing happens', async () => {
    const { project, grace, environments, before } = await shared()
    expect(before.projects).toEqual([
      { id: project.id, name: project.name, user_role: 'write', environments },
    ])
    const started = performance.now()
    expect(await wait(grace, before.access, 1)).toEqual(before)
    expect(performance.now() - started).toBeGreaterThan(900)
    expect((await wait(owner, undefined, 0)).projects).toContainEqual({
      id: project.id,
      name: project.name,
      user_role: 'owner',
      environments: [],
    })
  })

  test('tells a former owner of a transfer, and an owner of no own deletion', async () => {
    const [former, heir] = [await addPerson(app), await addPerson(app)]
    const { project, ids } = await seedProject(former, 'production')
    const { project: other } = await seedProject(former)
    await shareProject(app, former, project.id, heir, { environments: [ids.production] })
    const before = await wait(former, undefined, 0)
    await former.client.call(deleteProject, { params: { id: other.id } })
    expect((await wait(former, before.access, 1)).access).toBe(before.access)
    await former.client.call(offerProjectTransfer, {
      params: { id: project.id },
      body: { user_id: heir.userId, remaining_role: 'none' },
    })
    const [after, ms] = await during(wait(former, before.access, 30), () =>
      heir.client.call(acceptProjectTransfer, { params: { id: project.id } }),
    )
    expect(after.projects).toMatchObject([{ id: other.id, user_role: 'owner' }])
    expect(ms).toBeLessThan(promisedMs)
    expect((await wait(heir, undefined, 0)).projects).toMatchObject([{ id: project.id, user_role: 'owner' }])
  })

  test('tells of a removal by another node in time', async () => {
    const { grace, collaborator, before } = await shared()
    const elsewhere = createClient({
      server: second.url,
      headers: () => ({
        authorization: `Bearer ${owner.token}`,
        'x-master-password': encodeURIComponent(owner.masterPassword ?? ''),
      }),
    })
    const [after, ms] = await during(wait(grace, before.access, 30), () =>
      elsewhere.call(removeCollaborator, { params: collaborator }),
    )
    expect(after.projects).toEqual([])
    expect(after.access).not.toBe(before.access)
    expect(ms).toBeLessThan(promisedMs)
  })

  test('tells of an environment that is no longer shared, a role and a deleted project', async () => {
    const { grace, collaborator, ids, before } = await shared()
    const update = (body: { environments?: number[]; role?: 'read' }) => () =>
      owner.client.call(updateCollaborator, { params: collaborator, body })
    const [less] = await during(wait(grace, before.access, 30), update({ environments: [ids.qa] }))
    expect(less.projects).toMatchObject([{ environments: [ids.qa], user_role: 'write' }])
    const [role] = await during(wait(grace, less.access, 30), update({ role: 'read' }))
    expect(role.projects).toMatchObject([{ environments: [ids.qa], user_role: 'read' }])
    const [none] = await during(wait(grace, role.access, 30), () =>
      owner.client.call(deleteProject, { params: { id: collaborator.id } }),
    )
    expect(none.projects).toEqual([])
  })

  test('ends with the session', async () => {
    const { grace, before } = await shared()
    const waiting = wait(grace, before.access, 30).catch((error: unknown) => error)
    const [error, ms] = await during(waiting, () => grace.client.call(logout, {}))
    expect(error).toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(ms).toBeLessThan(promisedMs)
  })

  test('is for sessions only, records nothing, and has a limit', async () => {
    const { grace, collaborator, before } = await shared()
    const { token } = await seedPersonalToken(grace)
    await expect(wait({ client: app.as({ token }) }, undefined, 0)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const recorded = (await activityOf(app)).length
    const waits = Array.from({ length: 32 }, () => wait(grace, before.access, 30))
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    await expect(wait(grace, before.access, 30)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
    expect(await activityOf(app)).toHaveLength(recorded)
    await owner.client.call(removeCollaborator, { params: collaborator })
    expect((await Promise.all(waits)).map(({ projects }) => projects)).toEqual(waits.map(() => []))
    expect(
      (await owner.client.call(listCollaborators, { params: { id: collaborator.id } })).collaborators,
    ).toEqual([])
  })
})
