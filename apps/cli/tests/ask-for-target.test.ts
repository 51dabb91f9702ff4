// push, pull and run in a folder that nobody has set up.

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, hasTerminal, typeAtTerminal } from './at-terminal.ts'
import { type CliWorld, cliWorld } from './cli-world.ts'

describe.runIf(hasTerminal)('without .envhold.json, at a terminal', () => {
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
    const { code, screen } = await type(folder, ['pull'], [shop, development, save('y')])
    expect(code).toBe(0)
    expect(screen).toContain('No project is set for this folder.')
    expect(screen).toContain('Save shop/development for this folder')
    expect(await readFile(join(folder, '.env'), 'utf8')).toContain('PORT=3000')
    expect(JSON.parse(await projectFile(folder))).toEqual({
      server: world.server.url,
      project: { id: world.projectId, name: 'shop' },
      environment: { id: world.development, name: 'development' },
    })
    const again = await type(folder, ['pull'], [])
    expect(again.code).toBe(0)
    expect(again.screen).not.toContain('Which')
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
    const { code, screen } = await type(folder, ['push'], answers)
    expect(screen).toContain('Pushed .env to shop/development')
    expect(code).toBe(0)
    await expect(projectFile(folder)).rejects.toThrow()
  })

  test('run asks, too, and --env answers one question', async () => {
    const folder = await emptyFolder()
    const words = ['run', '--env', 'production', '--', 'printenv', 'PORT']
    const { code, screen } = await type(folder, words, [shop, save('n')])
    expect(code).toBe(0)
    expect(screen).toMatch(/80\r?\n$/)
  })

  test('--project answers the other, and saves nothing', async () => {
    const folder = await emptyFolder()
    const words = ['run', '--project', 'shop', '--', 'printenv', 'PORT']
    const { code, screen } = await type(folder, words, [['Which environment? [1-2] ', 'production\r']])
    expect(code).toBe(0)
    expect(screen).toContain('No environment of shop is set.')
    expect(screen).toMatch(/80\r?\n$/)
    expect(await readdir(folder)).toEqual([])
    await writeFile(join(folder, '.env'), 'PUSHED=1\n')
    const push = ['push', '--project', 'shop']
    const answers: [string | RegExp, Answer][] = [development, ['1 added? [y/N] ', 'y\r']]
    expect((await type(folder, push, answers)).screen).toContain('Pushed .env to shop/development')
  })

  test('a committed file with a project alone asks, too, and stays as it is', async () => {
    const folder = await emptyFolder()
    const text = JSON.stringify({ server: world.server.url, project: 'shop' })
    await writeFile(join(folder, '.envhold.json'), text)
    const { code } = await type(folder, ['pull'], [development])
    expect(code).toBe(0)
    expect(await readFile(join(folder, '.env'), 'utf8')).toContain('PORT=3000')
    expect(await projectFile(folder)).toBe(text)
  })

  test.each([[['pull', '--yes']], [['push', '--yes']]])('%j saves no .envhold.json', async (words) => {
    const folder = await emptyFolder()
    await writeFile(join(folder, '.env'), 'SAVED=1\n')
    const again = words[0] === 'pull' ? [...words, '--force'] : words
    const { code, screen } = await type(folder, again, [shop, development])
    expect(code).toBe(0)
    expect(screen).not.toContain('.envhold.json')
    expect(await readdir(folder)).toEqual(['.env'])
  })

  test('Ctrl-C at the question ends at once', async () => {
    const { code } = await type(await emptyFolder(), ['pull'], [['Which project?', '\u0003']])
    expect(code).toBe(130)
  })

  test.each([
    ['with --json', ['pull', '--json'], {}],
    ['in a CI job', ['pull'], { CI: 'true' }],
  ])('nothing is asked %s', async (_, words, env) => {
    const { code, screen } = await type(await emptyFolder(), words, [], env)
    expect(code).toBe(1)
    expect(screen).toContain('No project is set.')
  })

  test('nor without a terminal', async () => {
    const { code, err } = await world.envhold(['pull'], { cwd: await emptyFolder() })
    expect(code).toBe(1)
    expect(err).toContain('No project is set.')
    expect(err).toContain('Run envhold init in this folder')
  })

  test.each([
    [['run', '--project', 'shop', '--', 'true']],
    [['pull', '--project', 'shop']],
    [['get', 'PORT', '--project', 'shop']],
    [['set', 'A=1', '--project', 'shop']],
  ])('%j without a terminal names the environments', async (words) => {
    const { code, out, err } = await world.envhold(words, { cwd: await emptyFolder() })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('No environment of shop is set.')
    expect(err).toContain('Pass --env, or set ENVHOLD_ENV. There is: development, production')
  })
})
