import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { spoilVersions } from '../../../../../dev/world/environment-state.ts'
import { forgetNames } from '../../../../../dev/world/older-environments.ts'
import { seedApiKey, seedEnvironment, seedProject } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  interface Seeded {
    readonly id: number
    readonly projectId: number
    readonly key: { readonly id: string; readonly apiKey: string }
  }
  const seed = async (variables: Record<string, string>): Promise<Seeded> => {
    const { id, projectId } = await seedEnvironment(owner, variables)
    return { id, projectId, key: await seedApiKey(owner, projectId) }
  }
  const ask = async (
    { projectId, key }: Pick<Seeded, 'projectId' | 'key'>,
    what: 'inject' | 'schema',
    ifNoneMatch = '',
  ) => {
    const answer = await app.fetch(`/api/v1/${what}/${projectId}/production`, {
      headers: { 'x-api-key': key.apiKey, ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }) },
    })
    return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') ?? '' }
  }
  const keysOf = async (seeded: Pick<Seeded, 'projectId' | 'key'>) =>
    JSON.parse((await ask(seeded, 'schema')).text).keys

  test('the schema is read without decrypting', async () => {
    const seeded = await seed({ B: '1', a: '2', A: '3' })
    await spoilVersions(app, seeded.id)
    expect(await keysOf(seeded)).toEqual(['A', 'B', 'a'])
    const { etag } = await ask(seeded, 'schema')
    expect(await ask(seeded, 'schema', etag)).toEqual({ status: 304, text: '', etag })
    expect((await ask(seeded, 'schema', `"${seeded.id + 1}.1"`)).status).toBe(200)
    expect((await ask(seeded, 'inject')).status).toBe(500)
  })

  test('without stored names it is decrypted, until the next write', async () => {
    const seeded = await seed({ B: '1', A: '2' })
    await forgetNames(app.ctx, seeded.id)
    expect(await keysOf(seeded)).toEqual(['A', 'B'])
    const { etag } = await ask(seeded, 'schema')
    expect(await ask(seeded, 'schema', etag)).toEqual({ status: 304, text: '', etag })
    await owner.client.call(writeVariables, {
      params: { id: seeded.id },
      body: { variables: { C: '3' }, mode: 'merge' },
    })
    await spoilVersions(app, seeded.id)
    expect(await keysOf(seeded)).toEqual(['A', 'B', 'C'])
  })

  test('an environment that was never written has no names', async () => {
    const { project } = await seedProject(owner, 'production')
    const key = await seedApiKey(owner, project.id)
    expect(await keysOf({ projectId: project.id, key })).toEqual([])
  })

  test('an API key without its grant gets no names', async () => {
    const seeded = await seed({ A: '1' })
    await app.ctx.db.deleteFrom('grants').where('principal', '=', seeded.key.id).execute()
    const { status, text } = await ask(seeded, 'schema')
    expect([status, JSON.parse(text)]).toMatchObject([404, { error: 'NOT_FOUND' }])
    expect(await ask(seeded, 'inject')).toMatchObject({ status: 404 })
  })
})
