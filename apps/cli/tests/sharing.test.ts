import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { removeCollaborator } from '@envhold/contract/collaborators/collaborators.ts'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { readVariables } from '@envhold/contract/variables/variables.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CliWorld, cliWorld, type Invocation, seeded } from './cli-world.ts'
import { type Collaborator, shareWith, shareWithoutKeys } from './share-project.ts'

let world: CliWorld
let writer: Collaborator
let reader: Collaborator
beforeAll(async () => {
  world = await cliWorld()
  const { development, production } = world
  writer = await shareWith(world, 'wanda', { role: 'write', environments: [development] })
  reader = await shareWith(world, 'rob', { role: 'read', environments: [development, production] })
})
afterAll(() => world.stop())
beforeEach(() => world.removeFile())

const as =
  (member: Collaborator) =>
  (words: string[], invocation: Invocation = {}) =>
    world.envhold(words, {
      ...invocation,
      env: { ENVHOLD_SERVER: world.server.url, ENVHOLD_TOKEN: member.cliToken, ...invocation.env },
    })
const inDevelopment = ['--project', 'shop', '--env', 'development']

test('projects shows the role and the owner', async () => {
  const { code, out, err } = await as(writer)(['projects'])
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^\d+ +shop +write +1 +3 +ada$/m)
  expect((await as(reader)(['projects'])).out).toMatch(/^\d+ +shop +read +2 +5 +ada$/m)
})

test('environments lists those that are shared, and no others exist for the collaborator', async () => {
  const { out } = await as(writer)(['environments', '--project', 'shop', '--json'])
  expect(JSON.parse(out).environments.map(({ name }: { name: string }) => name)).toEqual(['development'])
  for (const env of ['production', String(world.production)]) {
    const { code, err } = await as(writer)(['get', 'PORT', '--project', 'shop', '--env', env])
    expect(code).toBe(1)
    expect(err).toContain(`shop has no environment “${env}”, or it is not shared with you.`)
    expect(err).toContain('You can access: development. Ask ada, the owner of shop, to share it with you.')
  }
})

test('the same by the ids of a committed .envhold.json, without calls', async () => {
  const choice = {
    server: world.server.url,
    project: { id: world.projectId, name: 'shop' },
    environment: { id: world.production, name: 'production' },
  }
  await writeFile(join(world.folder, '.envhold.json'), JSON.stringify(choice))
  try {
    for (const words of [
      ['pull'],
      ['set', 'A=1'],
      ['history'],
      ['rollback', '1', '--yes'],
      ['run', '--', 'true'],
      ['diff', '--with', 'development'],
      ['find', '--same-as', 'A'],
    ]) {
      const { code, err } = await as(writer)(words)
      expect(code).toBe(1)
      expect(err).toContain('shop has no environment “production”, or it is not shared with you.')
      expect(err).toContain('Ask ada')
    }
  } finally {
    await rm(join(world.folder, '.envhold.json'))
  }
})

test('a writer can write, and a reader learns whom to ask', async () => {
  expect((await as(writer)(['set', 'FROM_WANDA=1', ...inDevelopment])).code).toBe(0)
  expect((await as(reader)(['get', 'FROM_WANDA', ...inDevelopment])).out).toBe('1')
  const { out } = await as(reader)(['history', ...inDevelopment])
  expect(out).toContain('wanda (CLI on ')
  for (const words of [
    ['set', 'A=1'],
    ['unset', 'PORT'],
    ['push', '-', '--yes'],
    ['push', '-', '--dry-run'],
    ['rollback', '1', '--yes'],
  ]) {
    const { code, err } = await as(reader)([...words, ...inDevelopment], { input: 'A=1\n' })
    expect(code, words.join(' ')).toBe(1)
    expect(err).toContain('You have read access to shop/development, but not write access.')
    expect(err).toContain('Ask ada, the owner of shop, to change your permission to “write”.')
  }
  const json = await as(reader)(['set', 'A=1', '--json', ...inDevelopment])
  expect(JSON.parse(json.err)).toMatchObject({
    error: 'READ_ONLY_ROLE',
    hint: expect.stringContaining('ada'),
  })
  await world.put(world.development, seeded)
})

test('a reader compares, pulls and runs', async () => {
  const compared = await as(reader)(['diff', ...inDevelopment, '--with', 'production'])
  expect({ code: compared.code, out: compared.out }).toEqual({
    code: 1,
    out: '~ DATABASE_URL\n- GREETING\n~ PORT\n',
  })
  expect((await as(reader)(['pull', ...inDevelopment])).code).toBe(0)
  const run = await as(reader)(['run', ...inDevelopment, '--', 'sh', '-c', 'echo $PORT'])
  expect(run.out).toBe('3000\n')
})

describe('while the keys are pending', () => {
  test('it says who grants them, and they come when the owner unlocks the vault', async () => {
    const environments = [world.development]
    const waiting = await shareWithoutKeys(world, 'kay', { role: 'read', environments })
    const listed = await as(waiting)(['projects'])
    expect(listed.err).toContain('You have no keys for shop yet. You get them when ada next unlocks Envhold.')
    for (const words of [['get', 'PORT'], ['run', '--', 'true'], ['pull']]) {
      const [name = '', ...rest] = words
      const { code, err } = await as(waiting)([name, ...inDevelopment, ...rest])
      expect(code).toBe(1)
      expect(err).toContain('You do not have the keys of shop yet.')
      expect(err).toContain('Ask ada, the owner of shop, to open Envhold')
    }
    await world.ada.client.call(readVariables, { params: { id: world.production } })
    expect((await as(waiting)(['get', 'PORT', ...inDevelopment])).out).toBe('3000')
  })
})

describe('two projects with one name', () => {
  let own: number
  beforeAll(async () => {
    const { client } = writer
    const { project } = await client.call(createProject, { body: { name: 'Shop' } })
    own = project.id
    await client.call(createEnvironment, { params: { projectId: own }, body: { name: 'development' } })
  })

  test('are distinguished by their owners, and never guessed', async () => {
    const environments = async (project: string) => {
      const { out } = await as(writer)(['environments', '--project', project, '--json'])
      return JSON.parse(out).environments[0].project_id
    }
    expect(await environments('ada/shop')).toBe(world.projectId)
    expect(await environments('wanda/shop')).toBe(own)
    expect(await environments('Shop')).toBe(own)
    const { code, err } = await as(writer)(['environments', '--project', 'SHOP'])
    expect(code).toBe(1)
    expect(err).toContain('There are 2 projects called “SHOP”.')
    expect(err).toContain(`--project ${world.projectId} is ada/shop`)
  })

  test('init names both, if it cannot ask', async () => {
    const { code, err } = await as(writer)(['init'])
    expect(code).toBe(1)
    expect(err).toContain('Add --project: wanda/Shop, ada/shop')
    const chosen = await as(writer)(['init', '--project', 'ada/shop', '--yes'])
    expect(chosen.err).toContain('This folder now uses shop/development')
    await rm(join(world.folder, '.envhold.json'))
  })
})

test('a removed collaborator learns that the project is not accessible, and keeps no offline copy', async () => {
  const words = ['get', 'PORT', '--project', String(world.projectId), '--env', String(world.development)]
  const offline = [...words, '--offline-fallback']
  expect((await as(reader)(offline)).code).toBe(0)
  const params = { id: world.projectId, userId: reader.userId }
  await world.ada.client.call(removeCollaborator, { params })
  const { code, err } = await as(reader)(offline)
  expect(code).toBe(1)
  expect(err).toContain('This token cannot access a project')
  expect(err).toContain('ask its owner for an invitation')
  await world.server.stop()
  expect((await as(reader)(offline)).err).toContain('cannot decrypt an offline copy')
})
