// Notes and due days on the command line: set, listed, pulled as comments, pushed from them.

import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CliWorld, cliWorld, logInAndInit } from '../../tests/cli-world.ts'

let world: CliWorld
beforeAll(async () => {
  world = await cliWorld()
  await logInAndInit(world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.put(world.development, {})
  await world.put(world.development, { A: '1', B: '2' })
  await world.removeFile()
})

const file = () => readFile(join(world.folder, '.env'), 'utf8')
const write = (text: string) => writeFile(join(world.folder, '.env'), text)
const listed = async (...words: string[]) =>
  JSON.parse((await world.envhold(['variables', ...words, '--json'])).out).variables
const noteA = (note: string | null, due: string | null = null) => ({ name: 'A', note, due })
const noteB = { name: 'B', note: null, due: null }

/** A day so many days from today, in local time. */
const dayIn = (days: number) => {
  const now = new Date()
  const date = new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days))
  return date.toISOString().slice(0, 10)
}

describe('set', () => {
  test('sets and removes a note and a due day', async () => {
    expect((await world.envhold(['set', 'A=1', '--note', 'of the team', '--due', '2027-01-31'])).code).toBe(0)
    expect(await listed('--notes')).toEqual([noteA('of the team', '2027-01-31'), noteB])
    await world.envhold(['set', 'A=2'])
    expect(await listed('--notes')).toEqual([noteA('of the team', '2027-01-31'), noteB])
    await world.envhold(['set', 'A=2', '--no-note', '--no-due'])
    expect(await listed('--notes')).toEqual([noteA(null), noteB])
  })

  test.each([
    [['A=1', 'B=2', '--note', 'x'], 'Notes and due days are for one variable at a time.'],
    [['A=1', '--note', 'x', '--no-note'], 'Pass either --note or --no-note'],
    [['A=1', '--note', 'x'.repeat(501)], '--note: Must be at most 500 characters.'],
    [['A=1', '--due', '2027-02-29'], '--due: Must be a day such as 2027-01-31.'],
  ])('rejects what cannot be, %#', async (words, problem) => {
    const { code, err } = await world.envhold(['set', ...words])
    expect(code).toBe(2)
    expect(err).toContain(problem)
  })
})

describe('variables', () => {
  test('lists names, and never a value', async () => {
    await world.envhold(['set', 'A=secretvalue', '--note', 'one\n\ntwo'])
    const names = await world.envhold(['variables'])
    expect(names.out).toBe('NAME\nA\nB\n')
    const notes = await world.envhold(['variables', '--notes'])
    expect(notes.out).toBe('NAME  NOTE\nA     one two\nB\n')
    expect(names.out + notes.out + names.err + notes.err).not.toContain('secretvalue')
    expect(await listed()).toEqual([{ name: 'A' }, { name: 'B' }])
  })

  test('list --due and --notes mean the same, and list alone the projects', async () => {
    await world.envhold(['set', 'A=1', '--note', 'one', '--due', dayIn(3)])
    for (const words of [['--due'], ['--notes'], ['--due', '--notes', '--json']]) {
      const { code, out } = await world.envhold(['list', ...words])
      expect(code).toBe(0)
      expect(out).toBe((await world.envhold(['variables', ...words])).out)
    }
    expect((await world.envhold(['list'])).out).toContain('PROJECT')
    expect((await world.envhold(['list', '--due', '--help'])).out).toContain('Usage: envhold variables')
  })

  test('--due lists what is overdue or due within 30 days, the first first', async () => {
    await world.envhold(['set', 'A=1', '--due', dayIn(30)])
    await world.envhold(['set', 'B=2', '--due', dayIn(-1)])
    await world.envhold(['set', 'C=3', '--due', dayIn(31)])
    const { out } = await world.envhold(['variables', '--due'])
    expect(out).toBe(`NAME  DUE\nB     ${dayIn(-1)}, 1 day overdue\nA     ${dayIn(30)}, in 30 days\n`)
    await world.put(world.development, { D: '1' })
    expect((await world.envhold(['variables', '--due'])).err).toContain(
      'no variable that is due within 30 days',
    )
  })
})

test('a rollback shows the notes and due days that it restores', async () => {
  await world.envhold(['set', 'A=1', '--note', 'one', '--due', '2027-01-31'])
  const { versions } = JSON.parse((await world.envhold(['history', '--json'])).out)
  await world.envhold(['set', 'A=1', '--no-note', '--no-due'])
  const { code, err } = await world.envhold(['rollback', String(versions[0].version), '--yes'])
  expect(code).toBe(0)
  expect(err).toContain('= A (note, due day)\n')
  expect(await listed('--notes')).toEqual([noteA('one', '2027-01-31'), noteB])
})

describe('pull and push', () => {
  test('a note is pulled as comments and pushed from them', async () => {
    await world.envhold(['set', 'A=1', '--note', 'one\n\ntwo'])
    await world.envhold(['pull'])
    expect(await file()).toBe('# one\n#\n# two\nA=1\nB=2\n')
    expect((await world.envhold(['push'])).err).toContain('already has the variables')
    await write('# other\nA=1\n# new\nB=2\n')
    const pushed = await world.envhold(['push', '--yes'])
    expect(pushed.err).toContain('~ A  its note')
    expect(pushed.err).toContain('2 changed')
    expect(await listed('--notes')).toEqual([noteA('other'), { ...noteB, note: 'new' }])
    await write('A=1\nB=3\n')
    await world.envhold(['push', '--yes'])
    expect(await listed('--notes')).toEqual([noteA('other'), { ...noteB, note: 'new' }])
  })

  test('a note that changed on the server is pulled; one that changed here is not lost', async () => {
    await world.envhold(['set', 'A=1', '--note', 'one'])
    await world.envhold(['pull'])
    await world.envhold(['set', 'A=1', '--note', 'two'])
    expect((await world.envhold(['pull'])).code).toBe(0)
    expect(await file()).toBe('# two\nA=1\nB=2\n')
    await write('# mine\nA=1\nB=2\n')
    const refused = await world.envhold(['pull'])
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('.env has local changes: A')
    expect(await file()).toBe('# mine\nA=1\nB=2\n')
  })

  test('a comment that is too long is named, and is no reason to stop', async () => {
    await write(`# ${'x'.repeat(501)}\nA=5\n`)
    const { code, err } = await world.envhold(['push', '--yes'])
    expect(code).toBe(0)
    expect(err).toContain(
      'line 2, A: the comment above is not read as a note: it has more than 500 characters',
    )
    expect(await listed('--notes')).toEqual([noteA(null), noteB])
  })

  test('JSON has notes on request, and is pushed back', async () => {
    await world.envhold(['set', 'A=1', '--note', 'one'])
    expect(JSON.parse((await world.envhold(['pull', '-f', 'json'])).out)).toEqual({ A: '1', B: '2' })
    const { out } = await world.envhold(['pull', '-f', 'json', '--notes'])
    expect(JSON.parse(out)).toEqual({ A: { value: '1', note: 'one' }, B: { value: '2', note: null } })
    const changed = out.replace('"one"', '"two"')
    await world.envhold(['push', '-', '-f', 'json', '--yes'], { input: changed })
    expect(await listed('--notes')).toEqual([noteA('two'), noteB])
    expect((await world.envhold(['pull', '-f', 'yaml', '--notes'])).code).toBe(2)
  })

  test('sync writes notes, and --push sends them', async () => {
    await world.envhold(['set', 'A=1', '--note', 'one'])
    await world.envhold(['sync'])
    expect(await file()).toBe('# one\nA=1\nB=2\n')
    await write('# two\nA=1\nB=2\n')
    expect((await world.envhold(['sync', '--push'])).code).toBe(0)
    expect(await listed('--notes')).toEqual([noteA('two'), noteB])
    await world.envhold(['set', 'A=1', '--note', 'three'])
    await world.envhold(['sync'])
    expect(await file()).toBe('# three\nA=1\nB=2\n')
  })
})
