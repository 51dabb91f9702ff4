import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliWorld, cliWorld, logInAndInit } from '../../tests/cli-world.ts'
import { chooseOutputFormat, chooseReadForm, guessReaders } from './output-format.ts'
import type { ProjectFile } from './project-file.ts'

const settings = { cwd: '/work/shop/web' }
const file = (more: Partial<ProjectFile>): ProjectFile => ({
  path: '/work/shop/.envhold.json',
  server: null,
  project: null,
  environment: null,
  dialect: null,
  format: null,
  output: null,
  ...more,
})

describe('what is written', () => {
  test.each([
    ['by default', {}, null, { format: 'dotenv', dialect: undefined, output: '.env' }],
    ['as JSON, to stdout', { format: 'json' }, null, { format: 'json', dialect: undefined, output: '-' }],
    [
      'as the file says',
      {},
      file({ dialect: 'next', output: '.env.local' }),
      { format: 'dotenv', dialect: 'next', output: '../.env.local' },
    ],
    [
      'as an option says, overriding the file',
      { dialect: 'docker', output: 'app.env' },
      file({ dialect: 'next', output: '.env.local' }),
      { format: 'dotenv', dialect: 'docker', output: 'app.env' },
    ],
    [
      'as JSON, and not to the file of another format',
      { format: 'json' },
      file({ dialect: 'next', output: '.env.local' }),
      { format: 'json', dialect: undefined, output: '-' },
    ],
    ['for fish', { dialect: 'fish' }, null, { format: 'shell', dialect: 'fish', output: '-' }],
  ])('%s', (_, optionValues, project, expected) => {
    expect(chooseOutputFormat(settings, optionValues, project)).toEqual(expected)
  })
})

describe('what is read', () => {
  test.each([
    ['by default', undefined, {}, null, { format: 'dotenv', dialect: undefined, file: '.env' }],
    ['by its name', 'a.json', {}, null, { format: 'json', dialect: undefined, file: 'a.json' }],
    [
      'as the file says',
      undefined,
      {},
      file({ dialect: 'next', output: '.env.local' }),
      { format: 'dotenv', dialect: 'next', file: '../.env.local' },
    ],
    [
      'as dotenv, and not the file of another format',
      undefined,
      { format: 'dotenv' },
      file({ format: 'json', output: 'vars.json' }),
      { format: 'dotenv', dialect: undefined, file: '.env' },
    ],
  ])('%s', (_, operand, optionValues, project, expected) => {
    expect(chooseReadForm(settings, operand, optionValues, project)).toEqual(expected)
  })

  test('a format that cannot be read is rejected by name', () => {
    expect(() => chooseReadForm(settings, undefined, {}, file({ format: 'yaml', output: 'v.yaml' }))).toThrow(
      /yaml/,
    )
  })
})

describe('the reader that a folder seems to use', () => {
  test.each([
    [{ 'package.json': '{"dependencies":{"next":"16.0.0"}}' }, ['next .env.local']],
    [{ 'package.json': '{"devDependencies":{"vite":"8.0.0"}}' }, ['next .env.local']],
    [{ 'package.json': 'not JSON' }, ['node .env']],
    [{ 'pyproject.toml': '', 'requirements.txt': '' }, ['python .env']],
    [{ Gemfile: '' }, ['ruby .env']],
    [{ 'compose.yaml': '', 'package.json': '{}' }, ['node .env', 'compose .env']],
    [{}, []],
  ])('%j', async (files, expected) => {
    const folder = await mkdtemp(join(tmpdir(), 'envhold-guess-'))
    try {
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
      const readers = await guessReaders(folder)
      expect(readers.map(({ dialect, output = '.env' }) => `${dialect} ${output}`)).toEqual(expected)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})

describe('a folder of a Next.js project', () => {
  let world: CliWorld
  let cwd: string
  beforeAll(async () => {
    world = await cliWorld()
    await logInAndInit(world)
    cwd = join(world.folder, 'web')
    await mkdir(cwd)
    await writeFile(join(cwd, 'package.json'), '{"dependencies":{"next":"16.0.0"}}')
    await world.put(world.development, { PASSWORD: 'pa$word', PORT: '3000' })
  })
  afterAll(() => world.stop())

  const local = () => readFile(join(cwd, '.env.local'), 'utf8')

  test('init says what it found, and pull, push, diff and sync follow it', async () => {
    const init = await world.envhold(['init', '-p', 'shop', '-e', 'development', '--yes'], { cwd })
    expect(init.err).toContain('Found Next.js (package.json)')
    expect(JSON.parse(await readFile(join(cwd, '.envhold.json'), 'utf8'))).toMatchObject({
      dialect: 'next',
      output: '.env.local',
    })
    expect((await world.envhold(['pull'], { cwd })).code).toBe(0)
    expect(await local()).toBe("PASSWORD='pa\\$word'\nPORT=3000\n")
    expect((await world.envhold(['diff'], { cwd })).code).toBe(0)

    await writeFile(join(cwd, '.env.local'), (await local()).replace('3000', '4000'))
    expect((await world.envhold(['sync', '--push'], { cwd })).code).toBe(0)
    await writeFile(join(cwd, '.env.local'), `${await local()}NEW=1\n`)
    expect((await world.envhold(['push', '--yes'], { cwd })).code).toBe(0)
    const { out } = await world.envhold(['pull', '-f', 'json'], { cwd })
    expect(JSON.parse(out)).toEqual({ PASSWORD: 'pa$word', PORT: '4000', NEW: '1' })
  })

  test('a value changed by hand in the dialect’s own quotes is not pushed without review', async () => {
    await world.envhold(['pull', '--force'], { cwd })
    await writeFile(join(cwd, '.env.local'), (await local()).replace('pa\\$word', 'other\\$word'))
    const { code, err } = await world.envhold(['push', '--yes'], { cwd })
    expect(code).toBe(1)
    expect(err).toContain('differently: PASSWORD.')
  })

  test('an invalid field is rejected by name', async () => {
    const path = join(cwd, '.envhold.json')
    const good = await readFile(path, 'utf8')
    for (const [field, value] of Object.entries({ dialect: 'cobol', format: 7, output: [] })) {
      await writeFile(path, JSON.stringify({ ...JSON.parse(good), [field]: value }))
      const { code, err } = await world.envhold(['pull'], { cwd })
      expect({ code, named: err.includes(`“${field}”`) }).toEqual({ code: 1, named: true })
    }
    await writeFile(path, good)
  })

  test('options override what was found, and fish is written for the shell', async () => {
    await writeFile(join(cwd, 'compose.yaml'), '')
    const two = await world.envhold(['init', '-p', 'shop', '-e', 'development', '--yes'], { cwd })
    expect(two.err).toContain('Found Next.js (package.json), Docker Compose (compose.yaml)')
    const { out } = await world.envhold(['pull', '--dialect', 'fish', '-o', '-'], { cwd })
    expect(out).toContain("set -gx PASSWORD 'pa$word'\n")
  })
})
