import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type CliWorld, cliWorld, logInAndInit } from '../../tests/cli-world.ts'

let world: CliWorld
beforeAll(async () => {
  world = await cliWorld()
  await logInAndInit(world)
  await world.put(world.development, { KEY: 'first', OTHER: '1' })
  await world.put(world.development, { KEY: 'second', OTHER: '1' })
  await world.put(world.development, { OTHER: '2' })
  await world.put(world.development, { KEY: 'second', OTHER: '2' })
})
afterAll(() => world.stop())

const json = async (...words: string[]) => JSON.parse((await world.envhold([...words, '--json'])).out)
const changesIn = ({ changes }: { changes: { version: number; change: string }[] }) =>
  changes.map(({ version, change }) => [version, change])

describe('history KEY', () => {
  test('lists the versions that changed it, masked', async () => {
    const { code, out, err } = await world.envhold(['history', 'KEY'])
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^VERSION +WHEN +WHO +WHAT +VALUE\n5 +.* +added again +••••••••\n4 +.* removed\n/)
    expect(out).not.toMatch(/first|second/)
    const read = await json('history', 'KEY')
    expect(changesIn(read)).toEqual([
      [5, 'added-again'],
      [4, 'removed'],
      [3, 'changed'],
      [2, 'added'],
    ])
    expect(JSON.stringify(read)).not.toMatch(/first|second|value/)
  })

  test('prints the values if it is asked to, and which are the same', async () => {
    const { out } = await world.envhold(['history', 'KEY', '--values'])
    expect(out).toContain('added again  second (same value as in version 3)')
    expect(out).toMatch(/3 .* changed +second\n2 .* added +first/)
    expect(
      (await json('history', 'KEY', '--values')).changes.map((change: object) => 'value' in change),
    ).toEqual([true, false, true, true])
  })

  test('shows as many as it is asked for', async () => {
    const { out, err } = await world.envhold(['history', 'KEY', '-n', '2'])
    expect(out.trim().split('\n')).toHaveLength(3)
    expect(err).toContain('For older changes: envhold history KEY --limit 4')
  })

  test('prints the options of the call with the command for older ones', async () => {
    await world.put(world.production, { A: '1' })
    await world.put(world.production, { A: '2' })
    const { err } = await world.envhold(['history', '--env', 'production', '--limit', '1'])
    expect(err).toContain('For older versions: envhold history --env production --limit 2')
  })

  test('names a key that no version has', async () => {
    const unknown = await world.envhold(['history', 'KEYS'])
    expect(unknown).toMatchObject({ code: 1, out: '' })
    expect(unknown.err).toContain('No stored version of shop/development has a variable KEYS.')
    expect(unknown.err).toContain('Did you mean KEY?')
  })

  test.each([[['--values']], [['KEY=1']], [['KEY', '-n', '0']]])('%j is a usage error', async (words) => {
    expect((await world.envhold(['history', ...words])).code).toBe(2)
  })
})

describe('rollback --key', () => {
  test('restores one variable and leaves the others', async () => {
    const { code, err } = await world.envhold(['rollback', '2', '--key', 'KEY', '--yes'])
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('Restored KEY of version 2 of shop/development as version 6.'),
    ])
    expect(err).toContain('~ KEY\n')
    expect(await json('get', 'KEY', 'OTHER')).toEqual({ KEY: 'first', OTHER: '2' })
    expect((await world.envhold(['rollback', '2', '--key', 'KEY'])).err).toContain('already identical')
  })

  test('removes a variable that the version lacks, and asks before', async () => {
    const prompted = await world.envhold(['rollback', '4', '--key', 'KEY'])
    expect(prompted.err).toContain('Restore KEY of version 4 of shop/development: 1 removed?')
    expect(prompted.code).toBe(1)
    expect((await world.envhold(['rollback', '4', '--key', 'KEY', '--yes'])).code).toBe(0)
    expect((await world.envhold(['get', 'KEY'])).code).toBe(1)
  })

  test('names a variable that neither version has', async () => {
    const { code, err } = await world.envhold(['rollback', '2', '--key', 'NONE', '--yes'])
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('Version 2 of shop/development has no variable NONE.'),
    ])
  })
})

describe('set --random', () => {
  test('sets a new value and prints nothing of it', async () => {
    const { code, out, err } = await world.envhold(['set', 'A', 'B', '--random', '40', '--alphabet', 'hex'])
    expect(code).toBe(0)
    const { A, B } = await json('get', 'A', 'B')
    expect(A).toMatch(/^[0-9a-f]{40}$/)
    expect(B).toMatch(/^[0-9a-f]{40}$/)
    expect(A).not.toBe(B)
    expect(out + err).not.toContain(A)
    await world.envhold(['set', 'A', '--random', '8'])
    expect((await json('get', 'A', 'B')).A).toMatch(/^[0-9A-Za-z]{8}$/)
  })

  test.each([
    [['A', '--random', '7']],
    [['A', '--random', '257']],
    [['A', '--random', 'long']],
    [['A', '--random', '16.5']],
    [['A=typed', '--random', '16']],
    [['A', '--alphabet', 'hex']],
    [['A', '--random', '16', '--alphabet', 'roman']],
  ])('%j is a usage error', async (words) => {
    const { code, err } = await world.envhold(['set', ...words])
    expect([code, err]).toEqual([2, expect.not.stringContaining('typed')])
  })
})
