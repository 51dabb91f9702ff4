// push, pull and run in a folder that nobody has set up.

import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createProject } from '@envhold/contract/projects.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, hasTerminal, typeAtTerminal } from './at-terminal.ts'
import { type CliWorld, cliWorld } from './cli-world.ts'

describe.runIf(hasTerminal)('without .envhold.json, at a terminal', { timeout: 60_000 }, () => {
  let world: CliWorld
  let folders = 0
  beforeAll(async () => {
    world = await cliWorld()
    await world.ada.client.call(createProject, { body: { name: 'blog' } })
    await world.envhold(['login', '--server', world.server.url], { input: world.token })
  })
  afterAll(() => world.stop())

  const emptyFolder = async () => {
    const folder = join(world.folder, String(++folders))
    await mkdir(folder)
    return folder
  }
  const type = (cwd: string, words: readonly string[], answers: [string | RegExp, Answer][], env = {}) =>
    typeAtTerminal(world, words, { answers, cwd, env })
  const projectFile = (folder: string) => readFile(join(folder, '.envhold.json'), 'utf8')
  const shop: [string | RegExp, Answer] = ['Which project? [1-2] ', 'shop\r']
  const development: [string | RegExp, Answer] = ['Which environment? [1-2] ', '1\r']
  const save = (answer: string): [string, string] => ['in .envhold.json? [y/N] ', `${answer}\r`]

  test('pull asks for both, and saves the answer if wanted', async () => {
    const folder = await emptyFolder()
    const { code, shown } = await type(folder, ['pull'], [shop, development, save('y')])
    expect(code).toBe(0)
    expect(shown).toContain('No project is set for this folder.')
    expect(shown).toContain('Save shop/development for this folder')
    expect(await readFile(join(folder, '.env'), 'utf8')).toContain('PORT=3000')
    expect(JSON.parse(await projectFile(folder))).toEqual({
      server: world.server.url,
      project: { id: world.projectId, name: 'shop' },
      environment: { id: world.development, name: 'development' },
    })
    const again = await type(folder, ['pull'], [])
    expect(again.code).toBe(0)
    expect(again.shown).not.toContain('Which')
  })

  test('push goes where the answer says, and writes no file without consent', async () => {
    const folder = await emptyFolder()
    await writeFile(join(folder, '.env'), 'ADDED=1\n')
    const answers: [string | RegExp, Answer][] = [
      shop,
      development,
      save('n'),
      [/changed\?|added\? \[y/, 'y\r'],
    ]
    const { code, shown } = await type(folder, ['push'], answers)
    expect(shown).toContain('Pushed .env to shop/development')
    expect(code).toBe(0)
    await expect(projectFile(folder)).rejects.toThrow()
  })

  test('run asks, too, and --env answers one question', async () => {
    const folder = await emptyFolder()
    const words = ['run', '--env', 'production', '--', 'printenv', 'PORT']
    const { code, shown } = await type(folder, words, [shop, save('n')])
    expect(code).toBe(0)
    expect(shown).toMatch(/80\r?\n$/)
  })

  test('Ctrl-C at the question ends at once', async () => {
    const { code } = await type(await emptyFolder(), ['pull'], [['Which project?', '\u0003']])
    expect(code).toBe(130)
  })

  test.each([
    ['with --json', ['pull', '--json'], {}],
    ['in a CI job', ['pull'], { CI: 'true' }],
  ])('nothing is asked %s', async (_, words, env) => {
    const { code, shown } = await type(await emptyFolder(), words, [], env)
    expect(code).toBe(1)
    expect(shown).toContain('No project is set.')
  })

  test('nor without a terminal', async () => {
    const { code, err } = await world.envhold(['pull'], { cwd: await emptyFolder() })
    expect(code).toBe(1)
    expect(err).toContain('No project is set.')
    expect(err).toContain('Run envhold init in this folder')
  })
})
