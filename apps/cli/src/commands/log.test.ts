import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CliWorld, cliWorld, logInAndInit } from '../../tests/cli-world.ts'

let world: CliWorld
beforeAll(async () => {
  world = await cliWorld()
  await logInAndInit(world)
  await world.put(world.development, { SENDGRID_API_KEY: 'secret-one', OTHER: '1' })
  await world.envhold(['get', 'OTHER'])
})
afterAll(() => world.stop())

test('says in sentences who did what, without values', async () => {
  const { code, out } = await world.envhold(['log'])
  expect(code).toBe(0)
  expect(out).toMatch(/^WHEN +WHO +WHAT\n/)
  expect(out).toMatch(/dded OTHER and SENDGRID_API_KEY.* development/)
  expect(out).not.toMatch(/secret-one| read /)
  expect((await world.envhold(['log', '--reads'])).out).toContain(' read development')
})

test('finds a key in any case, and continues where a list has ended', async () => {
  const { out } = await world.envhold(['log', 'sendgrid', '--range', 'all'])
  expect(out.trim().split('\n')).toHaveLength(2)
  expect(out).toContain('SENDGRID_API_KEY')
  const first = await world.envhold(['log', '-n', '1', '--json'])
  const page = JSON.parse(first.out)
  expect(page).toMatchObject({ project: 'shop', lines: [{ entries: 1 }] })
  const older = JSON.parse((await world.envhold(['log', '--before', String(page.next), '--json'])).out)
  expect(older.lines.map(({ id }: { id: number }) => id)).not.toContain(page.lines[0].id)
  const { err } = await world.envhold(['log', '-n', '1', '--range', 'all', '--reads'])
  expect(err).toMatch(/For older lines: envhold log --range all --reads --limit 1 --before \d+\n/)
})

test('says that nothing was found, and how to search further', async () => {
  const { code, out, err } = await world.envhold(['log', 'SENDGIRD'])
  expect([code, out]).toEqual([0, ''])
  expect(err).toContain('Nothing was found. To search further back: --range all')
  const day = ['--from', '2020-01-01', '--to', '2020-01-02']
  expect((await world.envhold(['log', ...day])).err).toContain('Nothing happened.')
})

test.each([
  [['--range', '2d']],
  [['--from', 'monday']],
  [['--from', '2026-12-01', '--to', '2026-11-01']],
  [['--from', '2026-11-01', '--range', '30d']],
  [['--to', '2026-11-01', '--range', 'all']],
  [['--limit', '0']],
  [['--before', 'x']],
])('%j is a usage error', async (words) => expect((await world.envhold(['log', ...words])).code).toBe(2))
