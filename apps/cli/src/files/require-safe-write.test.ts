// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are the values under test
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
const write = (text: string) => writeFile(path(), text)
const present = async () => JSON.parse((await world.envhold(['pull', '-f', 'json'])).out)

beforeEach(async () => {
  await world.put(world.development, seeded)
  await world.removeFile()
})

describe('a value that other readers understand differently', () => {
  test.each([
    ['cut at a #', 'NEW=abc#def\n', /line 1, NEW: the text after #/],
    ['set twice', 'NEW=abc\nNEW=def\n', /line 2, NEW: set above to another value/],
    ['with a reference', 'NEW=${abc}def\n', /line 1, NEW: .* is replaced by/],
    ['with an escaped quote', 'NEW="abc\\"def"\n', /line 1, NEW: a backslash .* as an escape/],
  ])('%s causes a warning, and is not pushed without review', async (_, text, warning) => {
    await write(`${text}PORT=1\n`)
    const { code, err } = await world.envhold(['push', '--yes'])
    expect(code).toBe(1)
    expect(err).toMatch(warning)
    expect(err).toContain('differently: NEW.')
    expect(err).toContain('--accept-warnings')
    expect(err).not.toMatch(/abc|def/)
    expect(await present()).toEqual(seeded)
    expect((await world.envhold(['push', '--yes', '--accept-warnings'])).code).toBe(0)
    expect(Object.keys(await present())).toContain('NEW')
  })

  test('is pushed once it is in quotes', async () => {
    await write("NEW='abc#def'\n")
    const { code, err } = await world.envhold(['push', '--yes'])
    expect({ code, warned: err.includes('Warning') }).toEqual({ code: 0, warned: false })
    expect((await present()).NEW).toBe('abc#def')
  })

  test('is no obstacle if the server already has the value', async () => {
    await write('PORT=3000#the default\nNEW=1\n')
    const { code, err } = await world.envhold(['push', '--yes'])
    expect(code).toBe(0)
    expect(err).toContain('line 1, PORT')
    expect(await present()).toEqual({ ...seeded, NEW: '1' })
  })

  test('is not pushed by sync either', async () => {
    await world.envhold(['sync'])
    await write(`${await readFile(path(), 'utf8')}NEW=abc#def\n`)
    const refused = await world.envhold(['sync', '--push', '--yes'])
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('differently: NEW.')
    expect(await present()).toEqual(seeded)
    expect((await world.envhold(['sync', '--push', '--accept-warnings'])).code).toBe(0)
    expect((await present()).NEW).toBe('abc')
  })
})

test.each([
  ['op://Private/database/password', 'reference of 1Password'],
  ['encrypted:BFjbTb7Hlx1HzR5S4sTTyFqk', 'ciphertext of dotenvx'],
  ['ref+vault://secret/app', 'reference of vals'],
])('%s is pushed as text, with a warning', async (value, warning) => {
  await write(`NEW=${value}\n`)
  const { code, err } = await world.envhold(['push', '--yes'])
  expect(code).toBe(0)
  expect(err).toContain(warning)
  expect(err).not.toContain(value)
  expect((await present()).NEW).toBe(value)
})

describe('nothing at all', () => {
  test('does not replace everything', async () => {
    await write('# nothing here\n')
    const { code, err } = await world.envhold(['push', '--replace', '--yes'])
    expect(code).toBe(1)
    expect(err).toContain('--allow-empty')
    expect(await present()).toEqual(seeded)
    expect((await world.envhold(['push', '--replace', '--yes', '--allow-empty'])).code).toBe(0)
    expect(await present()).toEqual({})
  })

  test('does not replace everything through sync', async () => {
    await world.envhold(['sync'])
    await write('')
    const { code, err } = await world.envhold(['sync', '--push', '--yes'])
    expect(code).toBe(1)
    expect(err).toContain('--allow-empty')
    expect(await present()).toEqual(seeded)
  })

  test('does not blank a value', async () => {
    for (const invocation of [{}, { input: '' }, { input: '\n' }]) {
      const { code, err } = await world.envhold(['set', 'PORT'], invocation)
      expect(code).toBe(1)
      expect(err).toContain('PORT is empty')
    }
    expect(await present()).toEqual(seeded)
    expect((await world.envhold(['set', 'PORT', '--allow-empty'], { input: '' })).code).toBe(0)
    expect((await present()).PORT).toBe('')
    expect((await world.envhold(['set', 'GREETING='])).code).toBe(0)
    expect((await present()).GREETING).toBe('')
  })
})

describe('the reader of a file', () => {
  test('decides what causes a warning', async () => {
    await write('NEW="a\\nb"\nPORT=1\n')
    expect((await world.envhold(['push', '--yes'])).code).toBe(1)
    const { code, err } = await world.envhold(['push', '--yes', '--dialect', 'php'])
    expect(err).not.toContain('Warning')
    expect(code).toBe(0)
    expect(await present()).toMatchObject({ NEW: 'a\nb' })
  })

  test('warns of a name that JSON repeats', async () => {
    await write('{\n"NEW": "1",\n"NEW": "2"}')
    const { code, err } = await world.envhold(['push', '--yes', '--format', 'json'])
    expect(code).toBe(1)
    expect(err).toContain('line 3, NEW: set above to another value')
    expect((await world.envhold(['push', '--yes', '--format', 'json', '--accept-warnings'])).code).toBe(0)
    expect(await present()).toMatchObject({ NEW: '2' })
  })

  test('has no meaning for JSON', async () => {
    const { code, err } = await world.envhold(['push', '--yes', '--format', 'json', '--dialect', 'php'])
    expect(code).toBe(1)
    expect(err).toContain('no dialects')
  })
})

test('many warnings of a kind are summed up, and shown on request', async () => {
  await write(Array.from({ length: 9 }, (_, index) => `N${index}=a b\n`).join(''))
  const { err } = await world.envhold(['push', '--dry-run'])
  expect(err.match(/Warning: line/g)).toHaveLength(3)
  expect(err).toContain('6 more of this kind, 9 in all')
  const all = await world.envhold(['push', '--dry-run', '--all-warnings'])
  expect(all.err.match(/Warning: line/g)).toHaveLength(9)
})

test('what a pull does not bring back is said in one line', async () => {
  await write('# of the file\n\nNEW=1\nSCRIPT="#!/bin/sh\n# start\n"\n')
  const { err } = await world.envhold(['push', '--yes'])
  expect(err).toContain('Not stored, so a pull writes without it: 1 comment of no variable, blank lines, ')
})
