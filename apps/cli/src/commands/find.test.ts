// Where a variable or a value is used, from the command line.

import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { createProject } from '@envhold/contract/projects/projects.ts'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CliWorld, cliWorld, logInAndInit } from '../../tests/cli-world.ts'

const secret = 'SG.not-a-real-key'
let world: CliWorld
let other: number
beforeAll(async () => {
  world = await cliWorld()
  await logInAndInit(world)
  const { client } = world.ada
  const { project } = await client.call(createProject, { body: { name: 'mail' } })
  const made = await client.call(createEnvironment, {
    params: { projectId: project.id },
    body: { name: 'live', protected: false },
  })
  other = made.environment.id
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.put(world.development, { SENDGRID_API_KEY: secret, SENDGRID_FROM: 'a@example.com' })
  await world.put(world.production, { SENDGRID_API_KEY: 'own' })
  await world.put(other, { MAIL_TOKEN: secret, SENDGRID_API_KEY: 'live' })
})
const find = (...words: string[]) => world.envhold(['find', ...words])
const rows = (out: string) =>
  out
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(/ {2,}/))

describe('find by name', () => {
  test('lists projects with their environments', async () => {
    const { code, out, err } = await find('sendgrid_api_key')
    expect(code).toBe(0)
    expect(rows(out)).toEqual([
      ['SENDGRID_API_KEY', 'mail', 'ada', 'owner', 'live'],
      ['SENDGRID_API_KEY', 'shop', 'ada', 'owner', 'development, production'],
    ])
    expect(err).toContain('2 variables in 2 projects.')
  })

  test('takes a pattern, and prints JSON', async () => {
    const { code, out } = await find('*TOKEN', '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      matches: [{ key: 'MAIL_TOKEN', project: { name: 'mail' }, environments: [{ name: 'live' }] }],
      total: 1,
      projects: 1,
      unsearched: 0,
    })
  })

  test('exits 1 when nothing is found, and names what is close', async () => {
    const { code, out, err } = await find('SENDGIRD')
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain('is called SENDGIRD.')
    expect(err).toContain("Did you mean: envhold find 'SENDGRID*'")
    expect(JSON.parse((await find('NOWHERE', '--json')).out)).toMatchObject({ matches: [], nearest: null })
  })
})

describe('find by value', () => {
  test('lists what has the same value as a variable, under any name', async () => {
    const { code, out, err } = await find('--same-as', 'SENDGRID_API_KEY')
    expect(code).toBe(0)
    expect(rows(out)).toEqual([['MAIL_TOKEN', 'mail', 'ada', 'owner', 'live']])
    expect(`${out}${err}`).not.toContain(secret)
    expect(await find('--same-as', 'SENDGRID_FROM')).toMatchObject({
      code: 1,
      err: expect.stringContaining('has this value'),
    })
  })

  test('finds the value of an earlier version', async () => {
    const { versions } = JSON.parse((await world.envhold(['history', '--json'])).out)
    await world.ada.client.call(writeVariables, {
      params: { id: world.development },
      body: { variables: { SENDGRID_API_KEY: 'rotated' }, mode: 'merge' },
    })
    expect((await find('--same-as', 'SENDGRID_API_KEY')).code).toBe(1)
    const at = String(versions[0].version)
    expect(rows((await find('--same-as', 'SENDGRID_API_KEY', '--at', at)).out)).toHaveLength(1)
  })

  test('says which variable or version does not exist', async () => {
    const { versions } = JSON.parse((await world.envhold(['history', '--json'])).out)
    const newest = String(versions[0].version)
    const failed = async (...words: string[]) => {
      const { code, err } = await find('--same-as', ...words)
      expect(code).toBe(1)
      return err
    }
    expect(await failed('SENDGRID_API_KY')).toBe(
      'Error: shop/development has no variable SENDGRID_API_KY.\nDid you mean SENDGRID_API_KEY?\n',
    )
    expect(await failed('NOPE', '--at', newest)).toContain(
      `Version ${newest} of shop/development has no variable NOPE.`,
    )
    expect(await failed('SENDGRID_API_KEY', '--at', '9999')).toContain(
      'shop/development has no version 9999.',
    )
    expect(await failed('SENDGRID_API_KEY', '--env', '999999')).toContain('shop has no environment “999999”')
  })

  test('finds a value from standard input, in the chosen projects', async () => {
    const input = `${secret}\n`
    const matches = await world.envhold(['find', '--value', '-', '--json'], { input })
    expect(JSON.parse(matches.out)).toMatchObject({ total: 2, projects: 2 })
    const inMail = await world.envhold(['find', '--value', '-', '--in', 'mail'], { input })
    expect(rows(inMail.out)).toEqual([['MAIL_TOKEN', 'mail', 'ada', 'owner', 'live']])
    const inBoth = await world.envhold(['find', '--value', '-', '--in', 'mail, shop'], { input })
    expect(rows(inBoth.out)).toHaveLength(2)
    const raw = await world.envhold(['find', '--value', '-', '--raw'], { input })
    expect(raw.code).toBe(1)
  })

  test.each([
    ['nothing', []],
    ['two', ['A', '--same-as', 'B']],
    ['a value as an argument', ['--value', secret]],
    ['projects for a name', ['A', '--in', 'shop']],
    ['a version for a name', ['A', '--at', '1']],
    ['a version that is none', ['--same-as', 'A', '--at', 'newest']],
    ['bytes without a value', ['A', '--raw']],
    ['a name with spaces', ['no name']],
  ])('refuses %s', async (_, words) => {
    const { code, out, err } = await find(...words)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).not.toContain(secret)
  })
})
