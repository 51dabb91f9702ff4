// Where a variable or a value is used: over all projects that the caller may read, and nothing beyond.

import { freePlan } from '@envhold/contract/billing/plans.ts'
import type { InputOf } from '@envhold/contract/endpoint.ts'
import { createProject, updateProject } from '@envhold/contract/projects/projects.ts'
import {
  type FoundVariable,
  findSameValues,
  findVariables,
  valueSearch,
} from '@envhold/contract/variables/find.ts'
import { updateVariable, writeVariables } from '@envhold/contract/variables/variables.ts'
import { beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { changePlan } from '../../../../../../dev/world/change-plan.ts'
import { spoilVersions } from '../../../../../../dev/world/environment-state.ts'
import { activityOf, eventsDuring } from '../../../../../../dev/world/events-of.ts'
import { forgetNames } from '../../../../../../dev/world/older-environments.ts'
import { seedEnvironment, seedPersonalToken, seedProject } from '../../../../../../dev/world/seed-project.ts'
import { shareProject } from '../../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { changeEnvironment, insertEnvironment } from '../../environments/environment-store.ts'
import { insertProject } from '../../projects/project-store.ts'

const secret = 'SG.not-a-real-key'

forEachEngine((engine) => {
  const app = withApp(engine)
  /** The operator, whom no plan limits to a number of projects. */
  const owner = withPerson(app)
  const writer = withPerson(app)
  const reader = withPerson(app)
  const stranger = withPerson(app)
  const projects: Record<string, Awaited<ReturnType<typeof seed>>> = {}

  type Caller = Pick<Person, 'client'>
  const write = (id: number, variables: Record<string, string>, { client }: Caller = owner) =>
    client.call(writeVariables, { params: { id }, body: { variables, mode: 'merge' } })
  async function seed(name: string, variables: Record<string, string>) {
    const { project, ids } = await seedProject(owner, 'development', 'production')
    await owner.client.call(updateProject, { params: { id: project.id }, body: { name } })
    await write(ids.production, variables)
    await write(ids.development, { SENDGRID_API_KEY: `${name} in development`, ONLY_HERE: name })
    return { id: project.id, ids }
  }
  beforeAll(async () => {
    projects.storefront = await seed('Storefront', {
      SENDGRID_API_KEY: secret,
      SENDGRID_FROM: 'a@example.com',
    })
    projects.checkout = await seed('Checkout', { SENDGRID_API_KEY: secret, MAIL_TOKEN: secret })
    projects.hidden = await seed('Hidden', { SENDGRID_API_KEY: secret })
    const { storefront, checkout } = projects
    for (const [person, role] of [[writer, 'write'] as const, [reader, 'read'] as const]) {
      await shareProject(app, owner, storefront.id, person, {
        role,
        environments: [storefront.ids.production],
      })
      await shareProject(app, owner, checkout.id, person, { role, environments: [checkout.ids.production] })
    }
  })

  const rowsOf = (matches: readonly FoundVariable[]) =>
    matches.map(({ key, project, environments }) => [
      key,
      project.name,
      environments.map(({ name }) => name).join(' '),
    ])
  const find = (
    name: string,
    { client }: Caller = owner,
    more: Partial<InputOf<typeof findVariables>['body']> = {},
  ) => client.call(findVariables, { body: { name, ...more } })
  const findSame = (body: NonNullable<InputOf<typeof findSameValues>['body']>, { client }: Caller = owner) =>
    client.call(findSameValues, { body })
  const production = (name: string) => projects[name]?.ids.production ?? 0

  test('variables are found by name or pattern in all projects, the best first', async () => {
    expect(rowsOf((await find('sendgrid_api_key')).matches)).toEqual([
      ['SENDGRID_API_KEY', 'Checkout', 'development production'],
      ['SENDGRID_API_KEY', 'Hidden', 'development production'],
      ['SENDGRID_API_KEY', 'Storefront', 'development production'],
    ])
    const first = projects.storefront?.id ?? 0
    const { matches, ...counts } = await find('SENDGRID*', owner, { first, limit: 2 })
    expect(rowsOf(matches)).toEqual([
      ['SENDGRID_API_KEY', 'Storefront', 'development production'],
      ['SENDGRID_API_KEY', 'Checkout', 'development production'],
    ])
    expect(counts).toEqual({ total: 4, projects: 3, searched: 6, unsearched: 0, nearest: null })
    expect(matches[0]).toMatchObject({
      project: { id: first, owner_username: owner.username, user_role: 'owner' },
      environments: [{ color: null, protected: false, version: 1 }, { version: 1 }],
    })
  })

  test('without a match, the closest name is returned', async () => {
    expect(await find('*SENDGIRD*')).toMatchObject({ matches: [], total: 0, nearest: 'SENDGRID' })
    expect(await find('SENDGRID')).toMatchObject({ matches: [], nearest: 'SENDGRID' })
    expect(await find('ELSEWHERE')).toMatchObject({ matches: [], nearest: null })
  })

  test('names are found while the vault is locked, and without an entry', async () => {
    const locked = { client: app.as({ token: owner.token }) }
    const events = await eventsDuring(app, async () =>
      expect((await find('MAIL_*', locked)).matches).toHaveLength(1),
    )
    expect(events).toEqual([])
  })

  test('what a caller may not read is not found', async () => {
    for (const person of [writer, reader]) {
      const { matches, searched } = await find('*', person)
      expect(rowsOf(matches).filter(([, name]) => name === 'Hidden')).toEqual([])
      expect(rowsOf(matches).map(([, , names]) => names)).not.toContain('development production')
      expect(searched).toBe(2)
      expect(await find('ONLY_HER', person)).toMatchObject({ total: 0, nearest: null })
      const same = await findSame({ value: secret }, person)
      expect(rowsOf(same.matches)).toEqual(
        [
          ['MAIL_TOKEN', 'Checkout', 'production'],
          ['SENDGRID_API_KEY', 'Checkout', 'production'],
          ['SENDGRID_API_KEY', 'Storefront', 'production'],
        ].toSorted(([, a = ''], [, b = '']) => (a < b ? -1 : a > b ? 1 : 0)),
      )
      expect(same).toMatchObject({ total: 3, projects: 2, searched: 2, unsearched: 0 })
      expect(await findSame({ value: 'Storefront in development' }, person)).toMatchObject({ total: 0 })
    }
    expect(await find('*', stranger)).toMatchObject({ total: 0, searched: 0 })
    expect(await findSame({ value: secret }, stranger)).toMatchObject({ total: 0, searched: 0 })
    const keys = ['SENDGRID_API_KEY']
    await expect(
      findSame({ environment_id: production('storefront'), keys }, stranger),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(findSame({ environment_id: production('hidden'), keys }, reader)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  test('a token needs the permission, and values need the vault', async () => {
    const withToken = async (permission: 'read_schema' | 'read_variables') => ({
      client: app.as(await seedPersonalToken(owner, [permission])),
    })
    const [names, values] = [await withToken('read_schema'), await withToken('read_variables')]
    expect((await find('MAIL_TOKEN', names)).total).toBe(1)
    expect((await findSame({ value: secret }, values)).total).toBe(4)
    await expect(find('MAIL_TOKEN', values)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(findSame({ value: secret }, names)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const locked = { client: app.as({ token: owner.token }) }
    await expect(findSame({ value: secret }, locked)).rejects.toMatchObject({
      code: 'MASTER_PASSWORD_REQUIRED',
    })
  })

  test('the same value is found under any name, without the variable that was asked about', async () => {
    const { matches } = await findSame({
      environment_id: production('storefront'),
      keys: ['SENDGRID_API_KEY', 'SENDGRID_FROM'],
    })
    expect(matches.map(({ same_as, key, project }) => [same_as, key, project.name])).toEqual([
      ['SENDGRID_API_KEY', 'MAIL_TOKEN', 'Checkout'],
      ['SENDGRID_API_KEY', 'SENDGRID_API_KEY', 'Checkout'],
      ['SENDGRID_API_KEY', 'SENDGRID_API_KEY', 'Hidden'],
    ])
    const only = await findSame({ value: secret, projects: [projects.hidden?.id ?? 0] })
    expect(only).toMatchObject({ total: 1, searched: 2 })
    expect(await findSame({ value: `${secret}.` })).toMatchObject({ total: 0, searched: 6 })
    expect(await findSame({ value: secret.replace('S', 'T') })).toMatchObject({ total: 0 })
  })

  test('after a rotation, the former value is found by its version', async () => {
    const id = production('hidden')
    await owner.client.call(updateVariable, {
      params: { id, key: 'SENDGRID_API_KEY' },
      body: { value: 'rotated' },
    })
    const keys = ['SENDGRID_API_KEY']
    expect(await findSame({ environment_id: id, keys })).toMatchObject({ total: 0 })
    expect(await findSame({ environment_id: id, keys, version: 1 })).toMatchObject({ total: 3 })
    await write(id, { SENDGRID_API_KEY: secret })
  })

  test('each searched project has one entry, which names neither values nor what was found', async () => {
    const before = (await activityOf(app)).length
    await findSame({ value: secret })
    const entries = (await activityOf(app)).slice(before)
    expect(entries.map(({ event_type, project_id, user_id }) => [event_type, project_id, user_id])).toEqual(
      expect.arrayContaining(Object.values(projects).map(({ id }) => ['variables_read', id, owner.userId])),
    )
    expect(entries).toHaveLength(3)
    expect(entries.map(({ description }) => description)).toContain(
      'Looked for equal values in "development" and "production" of "Checkout"',
    )
    expect(JSON.stringify(entries)).not.toContain(secret)
    expect(app.logged()).not.toContain(secret)
  })

  test.each([
    ['nothing', {}],
    ['both', { value: 'x', environment_id: 1, keys: ['A'] }],
    ['a value with a version', { value: 'x', version: 1 }],
    ['an environment without keys', { environment_id: 1 }],
  ])('%s is refused', async (_, body) => {
    await expect(findSame(body)).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  test('unknown variables are refused', async () => {
    await expect(
      findSame({ environment_id: production('checkout'), keys: ['NOWHERE'] }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(find('no spaces')).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  test('names that are not stored yet, and names that were changed, are not searched', async () => {
    const extra = await seedProject(owner, 'older')
    await write(extra.ids.older, { OLDER_NAME: 'x' })
    await forgetNames(app.ctx, extra.ids.older)
    expect(await find('OLDER_NAME')).toMatchObject({ total: 0, unsearched: 1 })
    await write(extra.ids.older, { OLDER_NAME: 'y' })
    expect(await find('OLDER_NAME')).toMatchObject({ total: 1, unsearched: 0 })
    await app.ctx.db
      .updateTable('environment_names')
      .set({ names: '["PLANTED"]' })
      .where('environment_id', '=', extra.ids.older)
      .execute()
    expect(await find('PLANTED')).toMatchObject({ total: 0, unsearched: 1 })
    await write(extra.ids.older, { OLDER_NAME: 'z' })
    const before = await findSame({ value: secret })
    await spoilVersions(app, extra.ids.older)
    expect(await findSame({ value: secret })).toMatchObject({
      total: before.total,
      unsearched: before.unsearched + 1,
    })
    const violations = (await activityOf(app)).filter(({ event_type }) => event_type === 'security_violation')
    const descriptions = violations.map(({ description }) => description)
    for (const row of [`environment_names (${extra.ids.older})`, `environment_versions (${extra.ids.older}/`])
      expect(descriptions).toContainEqual(expect.stringContaining(row))
    await app.ctx.db.deleteFrom('environments').where('id', '=', extra.ids.older).execute()
  })

  test('a search that would open too much is refused, unless projects are chosen', async () => {
    const many = await addPerson(app)
    const own = await seedEnvironment(many, { TOKEN: secret })
    const { environments, bytes } = valueSearch
    await changePlan(app, freePlan, { max_projects: 100 })
    const row = await inTransaction(app.ctx, async (tx) => {
      const projectId = await insertProject(tx, { ownerId: many.userId, name: 'Many', description: null })
      for (let n = 1; n < environments; n++) {
        const made = await insertEnvironment(tx, { projectId, name: `environment-${n}` })
        await changeEnvironment(tx, made, { version: 1 })
      }
      return await insertEnvironment(tx, { projectId, name: 'last' })
    })
    const body = { environment_id: own.id, keys: ['TOKEN'] }
    await inTransaction(app.ctx, (tx) => changeEnvironment(tx, row, { version: 1 }))
    const tooMany = { code: 'LIMIT_REACHED', message: expect.stringContaining('2001 environments') }
    await expect(findSame(body, many)).rejects.toMatchObject(tooMany)
    expect(await find('*', many)).toMatchObject({ total: 1, unsearched: environments })
    const projects = [own.projectId]
    expect(await findSame({ ...body, projects }, many)).toMatchObject({ total: 0, searched: 1 })

    const version = app.ctx.db.updateTable('environment_versions').where('environment_id', '=', own.id)
    await version.set({ bytes: bytes + 1 }).execute()
    const tooLarge = { code: 'LIMIT_REACHED', message: expect.stringContaining('64 MiB') }
    await expect(findSame({ ...body, projects }, many)).rejects.toMatchObject(tooLarge)
  })

  test('searches for values are limited by the hour', async () => {
    await owner.client.call(createProject, { body: { name: 'Empty' } })
    let rejection: unknown
    for (let n = 0; n <= 120 && !rejection; n++)
      await findSame({ value: 'x' }, stranger).catch((error) => {
        rejection = error
      })
    expect(rejection).toMatchObject({ code: 'RATE_LIMITED' })
  })
})
