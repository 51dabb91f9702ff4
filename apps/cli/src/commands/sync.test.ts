import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CliWorld, cliWorld, logInAndInit, seeded } from '../../tests/cli-world.ts'

let world: CliWorld
beforeAll(async () => {
  world = await cliWorld()
  await logInAndInit(world)
})
afterAll(() => world.stop())

const path = () => join(world.folder, '.env')
const read = () => readFile(path(), 'utf8')
const present = async () => JSON.parse((await world.envhold(['pull', '-f', 'json'])).out)

beforeEach(async () => {
  await world.put(world.development, seeded)
  await world.removeFile()
})

describe('sync', () => {
  test('pulls what changed on the server', async () => {
    expect((await world.envhold(['sync'])).err).toContain('Pulled 3 variables')
    await world.put(world.development, { ...seeded, PORT: '3001' })
    expect((await world.envhold(['sync'])).code).toBe(0)
    expect(await read()).toContain('PORT=3001')
    expect((await world.envhold(['sync'])).err).toContain('in sync')
  })

  test('writes the same variables again for another reader', async () => {
    await world.envhold(['sync'])
    expect((await world.envhold(['sync', '--dialect', 'docker'])).err).toContain('Pulled 3 variables')
    expect(await read()).toContain('GREETING=hello world\n')
    expect((await world.envhold(['sync', '--dialect', 'docker'])).err).toContain('in sync')
  })

  test('pulls after a pull that named the environment in another way, or was one of an API key', async () => {
    const key = { ENVHOLD_TOKEN: world.apiKey }
    for (const [words, env] of [
      [['--env', 'development'], {}],
      [[], key],
    ] as const) {
      await world.put(world.development, seeded)
      await world.envhold(['pull', ...words], { env })
      await world.put(world.development, { ...seeded, PORT: '3001' })
      expect((await world.envhold(['sync'])).err).toContain('Pulled 3 variables')
    }
  })

  test('leaves a folder alone whose file has another format', async () => {
    const project = join(world.folder, '.envhold.json')
    const text = await readFile(project, 'utf8')
    await writeFile(project, JSON.stringify({ ...JSON.parse(text), format: 'json', output: 'vars.json' }))
    const { code, err } = await world.envhold(['sync'])
    expect([code, err]).toEqual([1, expect.stringContaining('sync writes dotenv only')])
    expect((await world.envhold(['sync', '.env'])).code).toBe(0)
    await writeFile(project, text)
  })

  test('pushes what changed in the file, only with --push', async () => {
    await world.envhold(['sync'])
    await writeFile(path(), `${await read()}NEW=1\n`)
    const ahead = await world.envhold(['sync'])
    expect(ahead.code).toBe(0)
    expect(ahead.err).toContain('--push sends them')
    expect(await present()).toEqual(seeded)
    expect((await world.envhold(['sync', '--push'])).code).toBe(0)
    expect(await present()).toEqual({ ...seeded, NEW: '1' })
  })

  test('asks before it removes a name that was deleted from the file', async () => {
    await world.envhold(['sync'])
    await writeFile(path(), 'PORT=3000\nGREETING="hello world"\n')
    const prompted = await world.envhold(['sync', '--push'])
    expect(prompted.code).toBe(1)
    expect(prompted.err).toContain('DATABASE_URL')
    expect(await present()).toEqual(seeded)
    await world.envhold(['sync', '--push', '--yes'])
    expect(Object.keys(await present())).toEqual(['GREETING', 'PORT'])
  })

  test('changes neither side when both changed', async () => {
    await world.envhold(['sync'])
    await writeFile(path(), 'PORT=1\n')
    await world.put(world.development, { ...seeded, PORT: '2' })
    for (const words of [['sync'], ['sync', '--push', '--yes']]) {
      const { code, err } = await world.envhold(words)
      expect(code).toBe(1)
      expect(err).toContain('both changed')
    }
    expect(await read()).toBe('PORT=1\n')
    expect((await present()).PORT).toBe('2')
  })
})
