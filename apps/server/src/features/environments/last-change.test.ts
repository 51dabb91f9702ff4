import { removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import {
  listAccessibleEnvironments,
  listEnvironments,
  updateEnvironment,
} from '@envhold/contract/environments/environments.ts'
import { listExport } from '@envhold/contract/export.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { seedPersonalToken, seedProject } from '../../../../../dev/world/seed-project.ts'
import { markEmailVerified, shareProject } from '../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

const minute = 60_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  const list = async (projectId: number, { client }: Pick<Person, 'client'> = owner) =>
    (await client.call(listEnvironments, { params: { projectId } })).environments
  const write = ({ client }: Pick<Person, 'client'>, id: number, value: string) =>
    client.call(writeVariables, { params: { id }, body: { variables: { A: value }, mode: 'merge' } })
  const now = () => new Date(app.ctx.clock()).toISOString()

  test('is the time and the author of the newest version, everywhere', async () => {
    const { project, ids } = await seedProject(owner, 'production', 'qa')
    const { environment } = await write(owner, ids.production, '1')
    const author = { username: owner.username, token_name: null }
    expect(environment.last_change).toMatchObject({ author })
    app.advance(minute)
    const laptop = await seedPersonalToken(owner)
    const before = now()
    const { environment: head } = await write({ client: app.as(laptop) }, ids.production, '2')
    const last = head.last_change
    expect(last).toMatchObject({ author: { username: owner.username, token_name: 'Laptop' } })
    expect(last && last.at >= before && last.at <= now()).toBe(true)

    const [production, qa] = await list(project.id)
    expect(production).toEqual(head)
    expect(qa?.last_change).toBeNull()
    const all = (await owner.client.call(listAccessibleEnvironments, {})).environments
    expect(all.find(({ id }) => id === head.id)).toEqual(head)
    const read = await owner.client.call(readVariables, { params: { id: head.id } })
    expect(read.environment).toEqual(head)
    const { projects } = await owner.client.call(listExport, {})
    const exported = projects.flatMap(({ environments }) => environments)
    expect(exported.find(({ id }) => id === head.id)?.last_change).toEqual(last)
    expect(exported.find(({ id }) => id === ids.qa)?.last_change).toBeNull()
    // A write that changes nothing writes no version.
    expect((await write(owner, ids.production, '2')).environment.last_change).toEqual(last)
  })

  test('stays when access, keys or settings change', async () => {
    const { project, ids } = await seedProject(owner, 'production', 'qa')
    const { environment } = await write(owner, ids.production, '1')
    const grace = await addPerson(app)
    await markEmailVerified(app, grace)
    const states = async () => {
      const rows = await list(project.id)
      expect(rows.map(({ last_change }) => last_change)).toEqual([environment.last_change, null])
      return rows.map(({ updated_at }) => updated_at)
    }
    const shared = { environments: [ids.production, ids.qa] }
    app.advance(minute)
    await shareProject(app, owner, project.id, grace, shared)
    await states()
    app.advance(minute)
    const before = await states()
    // Re-keys both.
    await owner.client.call(removeCollaborator, { params: { id: project.id, userId: grace.userId } })
    const after = await states()
    expect(after.every((time, index) => time > (before[index] ?? ''))).toBe(true)
    app.advance(minute)
    await owner.client.call(updateEnvironment, { params: { id: ids.qa }, body: { name: 'test' } })
    await states()
  })

  test('names nobody once the author is gone', async () => {
    const { project, ids } = await seedProject(owner, 'production')
    const { environment } = await write(owner, ids.production, '1')
    await app.ctx.db.updateTable('environment_versions').set({ author_id: 999_999 }).execute()
    const [row] = await list(project.id)
    expect(row?.last_change).toEqual({
      at: environment.last_change?.at,
      author: { username: null, token_name: null },
    })
  })
})
