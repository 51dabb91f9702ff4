import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliWorld, cliWorld, logInAndInit } from '../../tests/cli-world.ts'

let world: CliWorld
beforeAll(async () => {
  world = await cliWorld()
  await logInAndInit(world)
  const params = { projectId: world.projectId }
  const { environment } = await world.ada.client.call(createEnvironment, { params, body: { name: 'live' } })
  expect(environment.protected).toBe(true)
  await world.put(environment.id, { A: '1', B: '1' })
  await writeFile(join(world.folder, '.env'), 'A=file\n')
})
afterAll(() => world.stop())

const live = async () =>
  JSON.parse((await world.envhold(['pull', '-e', 'live', '-o', '-', '-f', 'json'])).out)

test.each([
  ['set', ['set', 'A=2', 'C=1'], 'This replaces 1 variable in live', { A: '2', B: '1', C: '1' }],
  ['unset', ['unset', 'C'], 'This deletes 1 variable in live', { A: '2', B: '1' }],
  ['push', ['push', '--replace', '--yes'], 'This replaces 1 and deletes 1 variables in live', { A: 'file' }],
  ['rollback', ['rollback', '1', '--yes'], 'This replaces 1 variable in live', { A: '1', B: '1' }],
] as const)('%s needs the name without a terminal', async (_, words, question, after) => {
  const before = await live()
  const refused = await world.envhold([...words, '-e', 'live'])
  expect(refused).toMatchObject({ code: 1, out: '' })
  expect(refused.err).toContain(`${question}, which is protected. Nothing was written.`)
  expect(refused.err).toContain('To continue, pass --confirm live.')
  expect((await world.envhold([...words, '-e', 'live', '--confirm', 'production'])).code).toBe(1)
  expect(await live()).toEqual(before)
  expect((await world.envhold([...words, '-e', 'live', '--confirm', 'live'])).err).not.toContain('protected')
  expect(await live()).toEqual(after)
})

test('adding needs no name', async () => {
  expect((await world.envhold(['set', 'NEW=1', '-e', 'live'])).code).toBe(0)
})

test('sync --push needs the name, too', async () => {
  const file = join(world.folder, 'live.env')
  await world.envhold(['sync', '-e', 'live', file])
  await writeFile(file, 'A=synced\nB=1\nNEW=1\n')
  const sync = ['sync', '--push', '-e', 'live', file]
  expect((await world.envhold(sync)).err).toContain('pass --confirm live')
  expect((await world.envhold([...sync, '--confirm', 'live'])).code).toBe(0)
  expect(await live()).toMatchObject({ A: 'synced' })
})

test('environments shows protection and color, and changes them', async () => {
  const listed = await world.envhold(['environments'])
  expect(listed.out).toMatch(/^ID +ENVIRONMENT +VERSION +VARIABLES +PROTECTED +COLOR +CHANGED/)
  expect(listed.out).toMatch(/live +\d+ +\d+ +yes +plum/)
  expect(listed.out).toMatch(/development +\d+ +\d+ +no +sky/)
  const update = (...more: string[]) => world.envhold(['environments', 'update', ...more])
  expect((await update('live', '--no-protect')).err).toContain('This changes live, which is protected.')
  expect((await update('live', '--no-protect', '--confirm', 'live')).err).toContain('not protected, plum')
  expect((await update('LIVE', '--protect', '--color', 'brown')).err).toContain('shop/live: protected, brown')
  const { out } = await update('live', '--color', 'auto', '--json')
  expect(JSON.parse(out).environment).toMatchObject({ name: 'live', color: null, protected: true })
})

test.each([
  [['update']],
  [['update', 'live']],
  [['rename', 'live']],
  [['update', 'live', '--protect', '--no-protect']],
])('environments %j is a usage error', async (words) => {
  expect((await world.envhold(['environments', ...words])).code).toBe(2)
})
