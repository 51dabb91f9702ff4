// Who can export what, and what each answer holds. Everything else about archived projects and suspended accounts is in
// the tests of those.

import { removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { exportEnvironment, listExport } from '@envhold/contract/export.ts'
import { deleteProject } from '@envhold/contract/projects/projects.ts'
import { updateVariable, writeVariables } from '@envhold/contract/variables/variables.ts'
import { readVersion } from '@envhold/contract/variables/versions.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf, eventsDuring } from '../../../../../dev/world/events-of.ts'
import { setSuspended } from '../../../../../dev/world/lapse.ts'
import { putInArchive, restoreFromArchive } from '../../../../../dev/world/put-in-archive.ts'
import { seedEnvironment, seedPersonalToken, seedProject } from '../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

type Caller = Pick<Person, 'client'>

forEachEngine((engine) => {
  const app = withApp(engine)
  // Not limited by a plan: the first account is the operator.
  const owner = withPerson(app)
  const stranger = withPerson(app)

  const list = ({ client }: Caller = owner) => client.call(listExport, {})
  const read = (id: number, query: { before?: number; limit?: number } = {}, { client }: Caller = owner) =>
    client.call(exportEnvironment, { params: { id }, query })
  const set = (id: number, key: string, value: string, { client }: Caller = owner) =>
    client.call(updateVariable, { params: { id, key }, body: { value } })
  const head = (id: number) =>
    app.ctx.db.selectFrom('environments').selectAll().where('id', '=', id).executeTakeFirst()
  const notFound = { status: 404, code: 'NOT_FOUND', message: 'Environment not found' }

  test('lists the caller’s own projects, live and archived, and no deleted or shared ones', async () => {
    const live = await seedEnvironment(owner, { A: '1' })
    await set(live.id, 'A', '2')
    const archived = await seedProject(owner, 'staging')
    const deleted = await seedProject(owner)
    const { archived_at, expires_at } = await putInArchive(app, owner, archived.project.id)
    await owner.client.call(deleteProject, { params: { id: deleted.project.id } })
    const shared = await seedEnvironment(stranger)
    await shareProject(app, stranger, shared.projectId, owner, { environments: [shared.id] })

    const { projects } = await list()
    const find = (id: number) => projects.find((project) => project.id === id)
    expect(find(live.projectId)).toEqual({
      id: live.projectId,
      name: 'Shop',
      description: null,
      created_at: expect.any(String),
      archived_at: null,
      expires_at: null,
      environments: [
        {
          id: live.id,
          name: 'production',
          version: 2,
          oldest_version: 1,
          variable_count: 1,
          created_at: expect.any(String),
          updated_at: expect.any(String),
          last_change: {
            at: expect.any(String),
            author: { username: owner.username, token_name: null },
          },
        },
      ],
    })
    expect(find(archived.project.id)).toMatchObject({
      archived_at: new Date(archived_at).toISOString(),
      expires_at: new Date(expires_at).toISOString(),
      environments: [{ id: archived.ids.staging, version: 0 }],
    })
    expect([find(deleted.project.id), find(shared.projectId)]).toEqual([undefined, undefined])
    expect((await list(stranger)).projects.map(({ id }) => id)).toEqual([shared.projectId])
  })

  test('each version holds what was written, with its time and author', async () => {
    const { id } = await seedEnvironment(owner, { A: '1', __proto__x: '"quoted" $HOME\n' })
    const { token } = await seedPersonalToken(owner)
    await set(id, 'A', '2', { client: app.as({ token }) })
    const answer = await read(id)
    expect(answer.versions.map(({ version, author, variables }) => [version, author, variables])).toEqual([
      [2, owner.username, { A: '2', __proto__x: '"quoted" $HOME\n' }],
      [1, owner.username, { A: '1', __proto__x: '"quoted" $HOME\n' }],
    ])
    expect(answer.next).toBeNull()
    const first = await owner.client.call(readVersion, { params: { id, version: 1 } })
    expect(answer.versions[1]?.created_at).toBe(first.created_at)
  })

  test('only the owner’s session exports: no stranger, no collaborator, no token, no deleted project', async () => {
    const { id, projectId } = await seedEnvironment(owner)
    const member = await addPerson(app)
    await shareProject(app, owner, projectId, member, { role: 'write', environments: [id] })
    await expect(read(id, {}, stranger)).rejects.toMatchObject(notFound)
    await expect(read(id, {}, member)).rejects.toMatchObject(notFound)
    const { token } = await seedPersonalToken(owner)
    for (const call of [list({ client: app.as({ token }) }), read(id, {}, { client: app.as({ token }) })])
      await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await owner.client.call(deleteProject, { params: { id: projectId } })
    await expect(read(id)).rejects.toMatchObject(notFound)
    await expect(read(9_007_199_254_740_991)).rejects.toMatchObject(notFound)
  })

  test('an archived project opens for its owner only, and changes nothing', async () => {
    const { id, projectId } = await seedEnvironment(owner, { A: 'archived' })
    const member = await addPerson(app)
    await shareProject(app, owner, projectId, member, { role: 'write', environments: [id] })
    const before = await read(id)
    const archived = await putInArchive(app, owner, projectId)
    expect(await read(id)).toEqual(before)
    await expect(read(id, {}, member)).rejects.toMatchObject(notFound)
    await expect(read(id, {}, stranger)).rejects.toMatchObject(notFound)
    await restoreFromArchive(app, archived)
    expect(await read(id)).toEqual(before)
  })

  test('a suspended account exports, with its master password, and runs no pending key work', async () => {
    const person = await addPerson(app)
    const { id, projectId } = await seedEnvironment(person, { A: 'mine' })
    const member = await addPerson(app)
    await shareProject(app, person, projectId, member, { environments: [id] })
    // The vault is locked, so the environment waits for its new key.
    const locked = app.as({ token: person.token })
    await locked.call(removeCollaborator, { params: { id: projectId, userId: member.userId } })
    const before = await head(id)
    expect(before?.rekey_pending).toBe(1)
    await setSuspended(app, person, true)
    const { projects } = await list({ client: locked })
    expect(projects.map(({ environments }) => environments.map((environment) => environment.id))).toEqual([
      [id],
    ])
    await expect(read(id, {}, { client: locked })).rejects.toMatchObject({ code: 'MASTER_PASSWORD_REQUIRED' })
    const events = await eventsDuring(app, async () => {
      const { versions } = await read(id, {}, person)
      expect(versions.map(({ variables }) => variables)).toEqual([{ A: 'mine' }])
    })
    expect(events.filter((type) => type !== 'vault_unlocked')).toEqual(['environment_exported'])
    expect(await head(id)).toEqual(before)
  })

  test('wrong master passwords are counted as everywhere, also while suspended', async () => {
    const person = await addPerson(app)
    const { id } = await seedEnvironment(person)
    await setSuspended(app, person, true)
    const guess = { client: app.as({ token: person.token, masterPassword: 'wrong' }) }
    for (let tries = 0; tries < 10; tries++)
      await expect(read(id, {}, guess)).rejects.toMatchObject({ code: 'INVALID_MASTER_PASSWORD' })
    await expect(read(id, {}, guess)).rejects.toMatchObject({ code: 'LOCKED_OUT' })
    await setSuspended(app, person, false)
    const other = { client: app.as({ token: person.token, masterPassword: 'another' }) }
    await expect(other.client.call(readVersion, { params: { id, version: 1 } })).rejects.toMatchObject({
      code: 'LOCKED_OUT',
    })
  })

  test('a history of 10 MiB comes in parts, each version once, across new keys', async () => {
    const { id, projectId } = await seedEnvironment(owner, { N: '0' })
    const large = Object.fromEntries(
      Array.from({ length: 15 }, (_, n) => [`LARGE_${n}`, String(n % 10).repeat(64 * 1024)]),
    )
    const write = (n: number) =>
      owner.client.call(writeVariables, {
        params: { id },
        body: { variables: { ...large, N: String(n) }, mode: 'replace' },
      })
    for (let n = 1; n <= 5; n++) await write(n)
    const member = await addPerson(app)
    await shareProject(app, owner, projectId, member, { environments: [id] })
    await owner.client.call(removeCollaborator, { params: { id: projectId, userId: member.userId } })
    for (let n = 6; n <= 10; n++) await write(n)

    const parts: Awaited<ReturnType<typeof read>>[] = []
    const events = await eventsDuring(app, async () => {
      for (let before: number | undefined; ; ) {
        const part = await read(id, before === undefined ? {} : { before })
        parts.push(part)
        if (part.next === null) break
        before = part.next
      }
    })
    expect(parts.map(({ versions }) => versions.length)).toEqual([4, 4, 3])
    const versions = parts.flatMap((part) => part.versions)
    expect(versions.map(({ version }) => version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect(versions.map(({ variables }) => Number(variables.N))).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    expect(versions[3]?.variables.LARGE_7).toBe(large.LARGE_7)
    expect(events).toEqual(Array(3).fill('environment_exported'))
    const described = (await activityOf(app)).slice(-3).map(({ description }) => description)
    expect(described).toEqual([
      'Exported versions 8 to 11 of the environment "production" of "Shop"',
      'Exported versions 4 to 7 of the environment "production" of "Shop"',
      'Exported versions 1 to 3 of the environment "production" of "Shop"',
    ])
  })

  test('parts by number, an empty environment, and numbers out of range', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    for (const value of ['2', '3', '4']) await set(id, 'A', value)
    const part = async (query: { before?: number; limit?: number }) => {
      const { versions, next } = await read(id, query)
      return [versions.map(({ variables }) => variables.A), next]
    }
    expect(await part({ limit: 1 })).toEqual([['4'], 4])
    expect(await part({ limit: 2, before: 4 })).toEqual([['3', '2'], 2])
    expect(await part({ limit: 2, before: 2 })).toEqual([['1'], null])
    expect(await part({ before: 1 })).toEqual([[], null])
    expect(await part({ before: 9_007_199_254_740_991, limit: 1 })).toEqual([['4'], 4])
    for (const query of [{ limit: 0 }, { limit: 201 }, { before: 0 }, { before: 1.5 }])
      await expect(read(id, query)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    const { ids } = await seedProject(owner, 'empty')
    expect(await read(ids.empty)).toEqual({ versions: [], next: null })
  })

  test('an altered version is found, and nothing of its part is answered', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    await set(id, 'A', '2')
    const versions = app.ctx.db.updateTable('environment_versions').where('environment_id', '=', id)
    const first = await app.ctx.db
      .selectFrom('environment_versions')
      .select('sealed')
      .where('environment_id', '=', id)
      .where('version', '=', 1)
      .executeTakeFirstOrThrow()
    await versions.set({ sealed: first.sealed }).where('version', '=', 2).execute()
    await expect(read(id)).rejects.toMatchObject({ code: 'INTERNAL' })
    expect((await read(id, { before: 2 })).versions).toHaveLength(1)
  })

  describe('limits', () => {
    let person: Person
    let id: number
    beforeAll(async () => {
      person = await addPerson(app)
      id = (await seedEnvironment(person)).id
    })

    test('an account exports one environment at a time', async () => {
      // An export in its turn waits for the one before, so this needs other calls that arrive together.
      const calls = Array.from({ length: 12 }, () => read(id, {}, person))
      const answers = await Promise.allSettled(calls)
      const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
      expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true)
      expect(refused.length).toBeGreaterThan(0)
      for (const reason of refused) expect(reason).toMatchObject({ code: 'RATE_LIMITED', retryAfter: 1 })
      expect((await read(id, {}, person)).versions).toHaveLength(1)
    })

    test('the calls of an hour are limited', async () => {
      await app.ctx.db
        .updateTable('attempts')
        .set({ count: 1_199 })
        .where('kind', '=', 'export')
        .where('identity', '=', String(person.userId))
        .execute()
      await read(id, {}, person)
      for (const call of [() => read(id, {}, person), () => list(person)])
        await expect(call()).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429 })
      expect((await read((await seedEnvironment(owner)).id)).next).toBeNull()
    })
  })
})
