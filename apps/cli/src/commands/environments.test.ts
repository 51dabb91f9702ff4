import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { limits } from '@envhold/contract/limits.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { besideServer } from '../../../../dev/world/beside-server.ts'
import { lapse } from '../../../../dev/world/lapse.ts'
import { assignRole } from '../../../../dev/world/write-role.ts'
import { type CliWorld, cliWorld, logInAndInit, seeded } from '../../tests/cli-world.ts'
import { shareWith } from '../../tests/share-project.ts'

let world: CliWorld
beforeAll(async () => {
  world = await cliWorld()
  await logInAndInit(world)
})
afterAll(() => world.stop())

const create = (...words: string[]) => world.envhold(['environments', 'create', ...words])
const valuesOf = async (id: number) =>
  (await world.ada.client.call(readVariables, { params: { id } })).variables
const names = async () =>
  JSON.parse((await world.envhold(['environments', '--json'])).out).environments.map(
    ({ name }: { name: string }) => name,
  )

test('says when variables changed last, and who changed them', async () => {
  await create('untouched', '--no-protect')
  const { out } = await world.envhold(['environments'])
  expect(out).toMatch(/development .* (just now|\d+ (second|minute)s? ago) by ada\b/)
  expect(out).toMatch(/untouched .* never\b/)
})

describe('environments create', () => {
  test('an empty one, with color and protection', async () => {
    const { code, err } = await create('staging')
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/^Created shop\/staging: empty, not protected, /),
    })
    const { out } = await create('eu', '--color', 'indigo', '--protect', '--json')
    expect(JSON.parse(out).environment).toMatchObject({
      name: 'eu',
      color: 'indigo',
      protected: true,
      variable_count: 0,
    })
    expect((await create('prod')).err).toContain('empty, protected')
    expect((await create('live', '--no-protect')).err).toContain('empty, not protected')
  })

  test('with the same names, empty', async () => {
    const { out, err } = await create('qa', '--names-of', 'development', '--json')
    expect(err).toContain('Created shop/qa: 3 variables without values')
    const { environment } = JSON.parse(out)
    expect(environment).toMatchObject({ variable_count: 3, version: 1 })
    expect(await valuesOf(environment.id)).toEqual({ DATABASE_URL: '', GREETING: '', PORT: '' })
    expect(await valuesOf(world.development)).toEqual(seeded)
  })

  test('with the names of another project’s environment', async () => {
    await world.ada.client.call(createProject, { body: { name: 'blog' } })
    const { out } = await create('test', '--project', 'blog', '--names-of', 'ada/shop/production', '--json')
    expect(await valuesOf(JSON.parse(out).environment.id)).toEqual({ DATABASE_URL: '', PORT: '' })
  })

  test.each([
    ['a taken name', ['Development'], 'already'],
    ['a bad name', ['q a'], 'name: Environment name can only contain letters, numbers'],
    ['a long name', ['q'.repeat(51)], 'name: Environment name must be less than 50 characters'],
    ['an unknown source', ['new', '--names-of', 'nowhere'], 'shop has no environment “nowhere”'],
    ['an unknown project', ['new', '--names-of', 'none/x'], 'cannot access a project “none”'],
  ])('%s creates nothing', async (_, words, message) => {
    const before = await names()
    const { code, out, err } = await create(...words)
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(message)
    expect(await names()).toEqual(before)
  })

  test.each([
    [['create']],
    [['remove', 'x']],
    [['create', 'x', '--protect', '--no-protect']],
    [['create', 'x', '--names-of', '/x']],
    [['create', 'x', '--color', 'chartreuse-ish']],
    [['update', 'development', '--names-of', 'qa']],
  ])('%j is a usage error', async (words) => {
    expect((await world.envhold(['environments', ...words])).code).toBe(2)
  })

  test('says once that a name is taken', async () => {
    const { err } = await create('Development')
    expect(err).toBe('Error: An environment with this name already exists in this project\n')
  })

  test('a collaborator is told whom to ask', async () => {
    const environments = [world.development]
    const rob = await shareWith(world, 'rob', { role: 'write', environments })
    const { code, err } = await world.envhold(['environments', 'create', 'mine', '--project', 'shop'], {
      env: { ENVHOLD_SERVER: world.server.url, ENVHOLD_TOKEN: rob.cliToken },
    })
    expect(code).toBe(1)
    expect(err).toContain('You have write access to shop: only its owner creates environments.')
    expect(err).toContain('Ask ada, the owner of shop.')
    const reader = await shareWith(world, 'ria', { role: 'read', environments })
    for (const [{ cliToken }, role] of [
      [rob, 'write'],
      [reader, 'read'],
    ] as const) {
      const update = ['environments', 'update', 'development', '--project', 'shop', '--protect']
      const env = { ENVHOLD_SERVER: world.server.url, ENVHOLD_TOKEN: cliToken }
      expect((await world.envhold(update, { env })).err).toBe(
        `Error: You have ${role} access to shop: only its owner changes environments.\nAsk ada, the owner of shop.\n`,
      )
    }
    const key = await world.envhold(['environments', 'create', 'mine'], {
      env: { ENVHOLD_TOKEN: world.apiKey },
    })
    expect(key.err).toContain('needs a personal token')
  })

  test('no more than the limit of a project', async () => {
    const { project } = await world.ada.client.call(createProject, { body: { name: 'full' } })
    for (let index = 0; index < limits.projectEnvironments; index++)
      await world.ada.client.call(createEnvironment, {
        params: { projectId: project.id },
        body: { name: `e${index}` },
      })
    const { code, err } = await create('more', '--project', 'full')
    expect(code).toBe(1)
    expect(err).toContain(`A project can have at most ${limits.projectEnvironments} environments.`)
  })

  test('nothing in a project that is read-only', async () => {
    await besideServer(world.server, async (stored) => {
      await assignRole(stored, world.ada.userId, 'USER')
      await lapse(stored, world.ada, { projects: 1 })
    })
    const { code, err } = await create('late', '--names-of', 'development')
    expect(code).toBe(1)
    expect(err).toContain('Nothing was written.')
    expect(await names()).not.toContain('late')
  })
})
