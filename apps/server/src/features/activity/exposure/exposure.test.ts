import { listSessions } from '@envhold/contract/accounts/account-settings.ts'
import { exposureCallsPerHour, readExposure } from '@envhold/contract/activity/exposure.ts'
import { removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import type { InputOf } from '@envhold/contract/endpoint.ts'
import { updateVariable, writeVariables } from '@envhold/contract/variables/variables.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../../../../dev/world/change-plan.ts'
import { spoilVersions } from '../../../../../../dev/world/environment-state.ts'
import {
  seedApiKey,
  seedPersonalToken,
  seedProject,
  variablesOf,
} from '../../../../../../dev/world/seed-project.ts'
import { markEmailVerified, shareProject } from '../../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { appendActivity } from '../../audit-log/append-activity.ts'
import { advanceActivityRollups } from '../../usage/rollups.ts'

type Query = NonNullable<InputOf<typeof readExposure>['query']>

forEachEngine((engine) => {
  const app = withApp(engine)
  // The operator: the owner is on a plan.
  withPerson(app)
  const owner = withPerson(app)
  beforeAll(async () => {
    await changePlan(app, 'starter', { max_projects: -1, max_collaborators: -1 })
  })

  const write = (by: Pick<Person, 'client'>, id: number, variables: Record<string, string>) => {
    // Times are in whole milliseconds.
    app.advance(1_000)
    return by.client.call(writeVariables, { params: { id }, body: { variables, mode: 'merge' } })
  }
  const expose = async ({ client }: Pick<Person, 'client'>, query: Query) => {
    app.advance(1_000)
    const { environments, left_out } = await client.call(readExposure, { query })
    expect(left_out).toBe(0)
    return environments.map(({ project, environment, way, keys }) => [
      project.id,
      environment.name,
      way,
      keys,
    ])
  }
  /** A project whose production and qa are shared, and secret is not. */
  const shop = async () => {
    const { project, ids } = await seedProject(owner, 'production', 'qa', 'secret')
    for (const id of Object.values(ids)) await write(owner, id, { A: '1', B: '1' })
    const grace = await addPerson(app)
    await markEmailVerified(app, grace)
    await shareProject(app, owner, project.id, grace, { environments: [ids.production, ids.qa] })
    app.advance(1_000)
    return { project, ids, grace }
  }

  test('lists the values that a collaborator has read and that are the same, also after the removal', async () => {
    const { project, ids, grace } = await shop()
    const user = grace.userId
    expect(await expose(owner, { user })).toEqual([])
    await variablesOf(grace, ids.production)
    await write(owner, ids.production, { B: '2', C: '3' })
    expect(await expose(owner, { user })).toEqual([[project.id, 'production', 'web', ['A']]])
    // A due day does not change the value.
    const body = { variables: {}, mode: 'merge', details: { A: { due: '2030-01-01' } } } as const
    await owner.client.call(writeVariables, { params: { id: ids.production }, body })
    const { token } = await seedPersonalToken(grace)
    await variablesOf({ client: app.as({ token }) }, ids.qa)
    const all = [
      [project.id, 'qa', 'token', ['A', 'B']],
      [project.id, 'production', 'web', ['A']],
    ]
    expect(await expose(owner, { user })).toEqual(all)
    await owner.client.call(removeCollaborator, { params: { id: project.id, userId: user } })
    expect(await expose(owner, { user })).toEqual(all)
    await write(owner, ids.qa, { A: '2', B: '2' })
    expect(await expose(owner, { user })).toEqual([
      [project.id, 'qa', 'token', []],
      [project.id, 'production', 'web', ['A']],
    ])
  })

  test('a value with another name is still known', async () => {
    const { project, ids, grace } = await shop()
    await write(owner, ids.qa, { A: 'a secret', B: 'true' })
    await variablesOf(grace, ids.qa)
    const params = { id: ids.qa, key: 'A' }
    await owner.client.call(updateVariable, { params, body: { key: 'Z' } })
    await write(owner, ids.qa, { B: '2', COPY: 'a secret', FLAG: 'true' })
    expect(await expose(owner, { user: grace.userId })).toEqual([[project.id, 'qa', 'web', ['COPY', 'Z']]])
  })

  test('who wrote a value knows it', async () => {
    const { project, ids, grace } = await shop()
    await write(grace, ids.qa, { B: 'mine' })
    expect(await expose(owner, { user: grace.userId })).toEqual([[project.id, 'qa', 'web', ['A', 'B']]])
  })

  test('nobody sees what others read in projects that are not their own', async () => {
    const { ids, grace } = await shop()
    const other = await addPerson(app)
    await variablesOf(owner, ids.production)
    await variablesOf(grace, ids.production)
    for (const [by, user] of [
      [grace, owner.userId],
      [grace, grace.userId],
      [other, owner.userId],
      [other, grace.userId],
    ] as const)
      expect(await expose(by, { user })).toEqual([])
  })

  test('a token and a session list what they read, where their account still may', async () => {
    const { project, ids, grace } = await shop()
    const token = await seedPersonalToken(grace)
    await variablesOf({ client: app.as(token) }, ids.production)
    await variablesOf(grace, ids.qa)
    expect(await expose(grace, { token: token.id })).toEqual([
      [project.id, 'production', 'token', ['A', 'B']],
    ])
    // It belongs to another account.
    expect(await expose(owner, { token: token.id })).toEqual([])
    const { sessions } = await grace.client.call(listSessions, {})
    const session = sessions[0]?.id ?? ''
    expect(await expose(grace, { session })).toEqual([[project.id, 'qa', 'web', ['A', 'B']]])
    await expect(expose(owner, { session })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await owner.client.call(removeCollaborator, { params: { id: project.id, userId: grace.userId } })
    expect(await expose(grace, { token: token.id })).toEqual([])
    expect(await expose(grace, { session })).toEqual([])
  })

  test('an API key lists what it injected', async () => {
    const { project, ids, grace } = await shop()
    const { id, apiKey } = await seedApiKey(owner, project.id)
    const query = { api_key: id, project: project.id }
    expect(await expose(owner, query)).toEqual([])
    const call = (path: string) => fetch(`${app.url}/api/v1/${path}`, { headers: { 'x-api-key': apiKey } })
    expect((await call(`schema/${project.id}/qa`)).status).toBe(200)
    expect((await call(`inject/${project.id}/nothing`)).status).toBe(404)
    expect(await expose(owner, query)).toEqual([])
    expect((await call(`inject/${project.id}/secret?format=json`)).status).toBe(200)
    await write(owner, ids.secret, { B: '2' })
    expect(await expose(owner, query)).toEqual([[project.id, 'secret', 'api-key', ['A']]])
    await expect(expose(grace, query)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(expose(owner, { api_key: id, project: 999_999 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('finds reads far back, and none of another person', async () => {
    const { project, ids, grace } = await shop()
    await variablesOf(grace, ids.production)
    const reads = Array.from({ length: 4_200 }, () => ({
      type: 'variables_read' as const,
      severity: 'low' as const,
      description: 'Read',
      userId: owner.userId,
      projectId: project.id,
      environmentId: ids.qa,
      origin: null,
    }))
    await inTransaction(app.ctx, (tx) => appendActivity(tx, reads))
    await advanceActivityRollups(app.ctx)
    expect(await expose(owner, { user: grace.userId })).toEqual([
      [project.id, 'production', 'web', ['A', 'B']],
    ])
  })

  test('a damaged environment is listed without names, and hides no other', async () => {
    const { project, ids, grace } = await shop()
    for (const id of [ids.qa, ids.production]) await variablesOf(grace, id)
    await spoilVersions(app, ids.qa)
    expect(new Set(await expose(owner, { user: grace.userId }))).toEqual(
      new Set([
        [project.id, 'qa', 'web', null],
        [project.id, 'production', 'web', ['A', 'B']],
      ]),
    )
  })

  test('needs the vault and exactly one subject, and has a limit', async () => {
    const { grace } = await shop()
    const query = { user: grace.userId }
    await expect(owner.lockedClient.call(readExposure, { query })).rejects.toMatchObject({
      code: 'MASTER_PASSWORD_REQUIRED',
    })
    for (const wrong of [{}, { user: 1, token: 'a' }, { api_key: 'a' }, { user: 1, project: 1 }])
      await expect(expose(owner, wrong)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    const { token } = await seedPersonalToken(owner)
    await expect(expose({ client: app.as({ token }) }, query)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const other = await addPerson(app)
    await app.ctx.db
      .insertInto('attempts')
      .values({
        kind: 'exposure',
        identity: String(other.userId),
        count: exposureCallsPerHour,
        window_start: app.ctx.clock(),
      })
      .execute()
    await expect(expose(other, query)).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  })
})
