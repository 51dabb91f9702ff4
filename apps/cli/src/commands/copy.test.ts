import { createEnvironment } from '@envhold/contract/environments/environments.ts'
import { limits } from '@envhold/contract/limits.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { listVersions } from '@envhold/contract/variables/versions.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CliWorld, cliWorld, logInAndInit } from '../../tests/cli-world.ts'
import { startFront } from '../../tests/front.ts'

let world: CliWorld
let live: number
let ids: Readonly<Record<string, number>>
beforeAll(async () => {
  world = await cliWorld()
  await logInAndInit(world)
  const params = { projectId: world.projectId }
  const { environment } = await world.ada.client.call(createEnvironment, { params, body: { name: 'live' } })
  live = environment.id
  ids = { development: world.development, production: world.production, live }
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.put(world.development, { NEW: 'secret-1', OTHER: 'secret-2', SAME: 'secret-3', STAYS: 'x' })
  await world.put(world.production, { OTHER: 'own', SAME: 'secret-3' })
  await world.ada.client.call(
    writeVariables,
    { params: { id: live }, body: { variables: { SAME: 'secret-3' }, mode: 'replace' } },
    { confirmedEnvironment: 'live' },
  )
})

const valuesOf = async (name: string) =>
  (await world.ada.client.call(readVariables, { params: { id: ids[name] ?? 0 }, query: {} })).variables
const newest = async (name: string) =>
  (await world.ada.client.call(listVersions, { params: { id: ids[name] ?? 0 }, query: { limit: 1 } }))
    .versions[0]
const copy = (...words: string[]) => world.envhold(['copy', ...words])
const all = ['NEW', 'OTHER', 'SAME']

describe('copy', () => {
  test('writes the same bytes', async () => {
    const bytes = { CRLF: 'a\r\nb\r\n', CR: 'a\rb', SPACES: 'end  ', NEWLINE: 'a\n' }
    await world.put(world.development, bytes)
    await world.put(world.production, {})
    expect((await copy(...Object.keys(bytes), '--to', 'production', '--yes')).code).toBe(0)
    expect(await valuesOf('production')).toEqual(bytes)
  })

  test('shows what each environment would get, and writes nothing, with --dry-run', async () => {
    const { code, out, err } = await copy(...all, '--to', 'production,live', '--dry-run', '--json')
    expect(code).toBe(0)
    expect(err).toContain('shop/production: 1 new, 1 with another value or note, 1 equal')
    expect(err).toContain('  + NEW\n')
    expect(err).toContain('  ~ OTHER (has another value or note)')
    expect(err).toContain('shop/live: 2 new, 0 with another value or note, 1 equal')
    expect(JSON.parse(out)).toMatchObject({
      from: 'shop/development',
      environments: [
        {
          environment: 'shop/production',
          written: false,
          added: ['NEW'],
          replaced: ['OTHER'],
          same: ['SAME'],
        },
        { environment: 'shop/live', written: false, added: ['NEW', 'OTHER'] },
      ],
      moved: [],
    })
    expect(out + err).not.toMatch(/secret-|own/)
    expect(await valuesOf('production')).toEqual({ OTHER: 'own', SAME: 'secret-3' })
  })

  test('asks what to do with other values, and writes nothing until it is told', async () => {
    const refused = await copy(...all, '--to', 'production', '--yes')
    expect(refused).toMatchObject({ code: 1, out: '' })
    expect(refused.err).toContain(
      'shop/production has another value or note for some of these. Nothing was written.',
    )
    expect(refused.err).toContain('--existing')
    expect((await copy(...all, '--to', 'production', '--yes', '--existing', 'skip')).code).toBe(0)
    expect(await valuesOf('production')).toEqual({ NEW: 'secret-1', OTHER: 'own', SAME: 'secret-3' })
    expect((await copy(...all, '--to', 'production', '--yes', '--existing', 'replace')).code).toBe(0)
    expect(await valuesOf('production')).toMatchObject({ OTHER: 'secret-2' })
    expect(await newest('production')).toMatchObject({ added: [], changed: ['OTHER'], removed: [] })
  })

  test('brings the note to an equal value before it deletes what is moved', async () => {
    const body = { variables: {}, mode: 'merge', details: { SAME: { note: 'for all' } } } as const
    await world.ada.client.call(writeVariables, { params: { id: world.development }, body })
    const { code, err } = await copy('SAME', '--to', 'production', '--move', '--yes')
    expect([code, err]).toEqual([0, expect.stringContaining('  + SAME (note)')])
    const params = { id: world.production }
    const { details } = await world.ada.client.call(readVariables, { params, query: {} })
    expect(details).toMatchObject({ SAME: { note: 'for all' } })
    expect(await valuesOf('development')).not.toHaveProperty('SAME')
  })

  test('needs an answer, which a script gives with --yes', async () => {
    const prompted = await copy('NEW', '--to', 'production')
    expect(prompted.code).toBe(1)
    expect(prompted.err).toContain('Copy 1 variable to shop/production?')
    expect(await valuesOf('production')).not.toHaveProperty('NEW')
  })

  test('needs the name of a protected environment in which something is replaced, before anything is written', async () => {
    const into = ['OTHER', '--from', 'development', '--to', 'production,live', '--existing', 'replace']
    expect((await copy('OTHER', '--to', 'live', '--yes')).code).toBe(0)
    await world.put(world.development, { OTHER: 'newer' })
    const refused = await copy(...into, '--yes')
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('This replaces 1 variable in live, which is protected.')
    expect(await valuesOf('production')).toMatchObject({ OTHER: 'own' })
    expect((await copy(...into, '--confirm', 'live')).code).toBe(0)
    expect(await valuesOf('production')).toMatchObject({ OTHER: 'newer' })
    expect(await valuesOf('live')).toMatchObject({ OTHER: 'newer' })
  })

  test('moves only what every target has afterwards', async () => {
    const moved = await copy(
      ...all,
      '--to',
      'production,live',
      '--move',
      '--existing',
      'skip',
      '--yes',
      '--json',
    )
    expect(moved.code).toBe(0)
    expect(JSON.parse(moved.out).moved).toEqual(['NEW', 'SAME'])
    expect(await valuesOf('development')).toEqual({ OTHER: 'secret-2', STAYS: 'x' })
    expect(await valuesOf('live')).toEqual({ NEW: 'secret-1', OTHER: 'secret-2', SAME: 'secret-3' })
  })

  test('moving out of a protected environment needs its name', async () => {
    const refused = await copy('SAME', '--from', 'live', '--to', 'production', '--move', '--yes')
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('This deletes 1 variable in live')
    expect(await valuesOf('live')).toHaveProperty('SAME')
    expect(
      (await copy('SAME', '--from', 'live', '--to', 'production', '--move', '--confirm', 'LIVE')).code,
    ).toBe(0)
    expect(await valuesOf('live')).not.toHaveProperty('SAME')
  })

  test('refuses before anything is written what would be too much for one environment', async () => {
    const maxVariables = Object.fromEntries(
      Array.from({ length: limits.environmentVariables }, (_, index) => [`KEY_${index}`, '']),
    )
    await world.put(world.production, maxVariables)
    const refused = await copy('NEW', '--to', 'live,production', '--yes')
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('shop/production would have 2,001 variables; the limit is 2,000')
    expect(await valuesOf('live')).not.toHaveProperty('NEW')
  })

  test('names its own option for the environment to copy from', async () => {
    const rejected = await copy('NEW', '--project', 'shop', '--to', 'production')
    expect(rejected.err).toContain('Pass --from, or set ENVHOLD_ENV.')
  })

  test('names a variable that the source lacks', async () => {
    const refused = await copy('NEW', 'OTHR', '--to', 'production', '--yes')
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('shop/development has no variable OTHR. Nothing was written.')
    expect(refused.err).toContain('Did you mean OTHER?')
  })

  test('does not say that nothing was written when an answer is lost', async () => {
    const front = await startFront(world.server.url, {
      instead: (_, answer, { method }) => {
        if (method !== 'PUT') return false
        answer.destroy()
        return true
      },
    })
    try {
      const env = { ENVHOLD_TOKEN: world.token }
      const words = ['copy', 'NEW', '--to', 'production', '--yes', '--server', front.url]
      const { code, err } = await world.envhold(words, { env })
      expect(code).toBe(1)
      expect(err).toContain('shop/production: it is not known whether it was written.')
      expect(err).toContain('1 of 1 environments were not written, or it is not known.')
    } finally {
      await front.stop()
    }
  })

  test('a token that only reads writes nothing', async () => {
    const env = { ENVHOLD_TOKEN: world.readOnlyToken, ENVHOLD_URL: world.server.url }
    const refused = await world.envhold(['copy', 'NEW', '--to', 'production', '--move', '--yes'], { env })
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('shop/production: not written.')
    expect(refused.err).toContain('shop/development is unchanged.')
    expect(await valuesOf('development')).toHaveProperty('NEW')
  })

  test.each([
    [['NEW']],
    [['NEW', '--to', 'development']],
    [['NEW', '--to', 'production,production,development']],
    [['NEW=1', '--to', 'production']],
    [['NEW', '--to', ' , ']],
    [['--to', 'production']],
  ])('%j is a usage error', async (words) => {
    const { code, err } = await copy(...words)
    expect([code, err]).toEqual([2, expect.not.stringContaining('NEW=1')])
  })
})
