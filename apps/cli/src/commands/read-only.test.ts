// A project that is read-only because its owner's plan has lapsed: what writes says so and loses nothing, what reads
// goes on.

import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { besideServer } from '../../../../dev/world/beside-server.ts'
import { lapse, pay, stopPaying } from '../../../../dev/world/lapse.ts'
import { assignRole } from '../../../../dev/world/write-role.ts'
import { type CliWorld, cliWorld, logInAndInit, seeded } from '../../tests/cli-world.ts'

const sentence = 'Read-only during grace period'
const hint = 'Nothing was written. You can still read: envhold pull, get and run.'

let world: CliWorld
let file: string
beforeAll(async () => {
  world = await cliWorld()
  file = join(world.folder, '.env')
  await logInAndInit(world)
  await world.put(world.development, { ...seeded, PORT: '3001' })
  await world.put(world.development, seeded)
  await besideServer(world.server, async (stored) => {
    // The first on an instance is its operator, whom no plan limits.
    await assignRole(stored, world.ada.userId, 'USER')
    await lapse(stored, world.ada, { projects: 1 })
  })
})
afterAll(() => world.stop())
beforeEach(() => rm(file, { force: true }))

const present = async () => JSON.parse((await world.envhold(['pull', '-f', 'json'])).out)

test.each([
  [['push', '--yes']],
  [['push', '--replace', '--yes', '--accept-warnings']],
  [['set', 'PORT=4000']],
  [['unset', 'PORT']],
  [['rollback', '1', '--yes']],
])('%s exits 1 with the server’s sentence, and loses nothing', async (words) => {
  const text = 'PORT=9999\nNEW=local\n'
  await writeFile(file, text)
  const { code, out, err } = await world.envhold(words)
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toContain(`Error: ${sentence}\n${hint}\n`)
  expect(err).not.toMatch(/9999|4000|local/)
  const inJson = await world.envhold([...words, '--json'])
  expect(inJson.code).toBe(1)
  expect(JSON.parse(inJson.err.trim().split('\n').at(-1) ?? '')).toEqual({
    error: 'PROJECT_READ_ONLY',
    message: sentence,
    hint,
  })
  expect(await readFile(file, 'utf8')).toBe(text)
  expect(await present()).toEqual(seeded)
})

test.each([[['sync', '--push', '--yes']], [['sync', '--watch', '--push', '--yes']]])(
  '%s ends where it would write, and keeps the file',
  async (words) => {
    expect((await world.envhold(['sync', '--yes'])).code).toBe(0)
    const pulled = await readFile(file, 'utf8')
    const text = `${pulled}NEW=local\n`
    await writeFile(file, text)
    const { code, err } = await world.envhold(words)
    expect(code).toBe(1)
    expect(err).toContain(`${sentence}\n`)
    expect(await readFile(file, 'utf8')).toBe(text)
    expect(await present()).toEqual(seeded)
  },
)

test('a running sync ends when the project becomes read-only', async () => {
  await besideServer(world.server, (stored) => pay(stored, world.ada))
  expect((await world.envhold(['sync', '--yes'])).code).toBe(0)
  const ended = world.envhold(['sync', '--watch', '--push', '--yes'])
  // If it starts later than this, it ends in the same way.
  await setTimeout(3_000)
  await besideServer(world.server, (stored) => stopPaying(stored, world.ada))
  const text = `${await readFile(file, 'utf8')}NEW=local\n`
  await writeFile(file, text)
  const { code, err } = await ended
  expect(code).toBe(1)
  expect(err).toContain(`${sentence}\n`)
  expect(await readFile(file, 'utf8')).toBe(text)
  expect(await present()).toEqual(seeded)
})

test('everything that reads goes on, with a token and with an API key', async () => {
  const run = ['run', '--', process.execPath, '-e', 'console.log(process.env.GREETING)']
  const commands: readonly (readonly [readonly string[], string])[] = [
    [['pull', '-f', 'json'], '"PORT": "3000"'],
    [['get', 'PORT'], '3000'],
    [run, 'hello world'],
    [['run', '--offline-fallback', ...run.slice(1)], 'hello world'],
    [['history'], 'VERSION'],
    [['projects'], 'shop'],
    [['environments'], 'development'],
  ]
  for (const [words, text] of commands) {
    const { code, out, err } = await world.envhold(words)
    expect({ words, code, err }).toMatchObject({ words, code: 0 })
    expect(out).toContain(text)
  }
  await writeFile(file, 'PORT=3000\n')
  expect((await world.envhold(['diff'])).out).toContain('GREETING')
  const env = { ENVHOLD_TOKEN: world.apiKey }
  const withKey = await world.envhold(['pull', '-f', 'json'], { env })
  expect(withKey.err).not.toContain(sentence)
  expect(JSON.parse(withKey.out)).toEqual(seeded)
})
