import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createApiKey } from '@envhold/contract/api-keys.ts'
import { createPersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type CliWorld, cliWorld, logInAndInit, seeded } from '../../tests/cli-world.ts'

let world: CliWorld
beforeAll(async () => {
  world = await cliWorld()
  await logInAndInit(world)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.put(world.development, seeded)
  await world.removeFile()
})

const write = (text: string) => writeFile(join(world.folder, '.env'), text)
const present = async () => JSON.parse((await world.envhold(['pull', '-f', 'json'])).out)

describe('push', () => {
  test('shows what would change, without a value, and asks', async () => {
    await write('PORT=9999\nNEW=secret\nNOTHING=\nGREETING="hello world "\n')
    const refused = await world.envhold(['push'])
    expect(refused.code).toBe(1)
    expect(refused.err).toContain('+ NEW       ••••••••\n')
    expect(refused.err).toContain('+ NOTHING   (empty)\n')
    expect(refused.err).toContain('~ PORT      •••••••• → ••••••••\n')
    expect(refused.err).toMatch(/~ GREETING {2}.*only spaces/)
    expect(refused.err).toContain('1 more on the server')
    expect(refused.err).toContain('--yes')
    expect(refused.err).not.toMatch(/9999|secret|3000|hello/)
    expect(await present()).toEqual(seeded)
    expect((await world.envhold(['push', '--yes'])).code).toBe(0)
    expect(await present()).toEqual({
      ...seeded,
      PORT: '9999',
      NEW: 'secret',
      NOTHING: '',
      GREETING: 'hello world ',
    })
  })

  test('without changes it does not ask', async () => {
    await write('PORT=3000\n')
    const { code, err } = await world.envhold(['push'])
    expect(code).toBe(0)
    expect(err).toContain('already has the variables of .env')
  })

  const bytes = { CRLF: 'a\r\nb\r\n', CR: 'a\rb', SPACES: 'end  ', NEWLINE: 'a\n' }

  test.each([
    ['a .env file', '.env', ['--dialect', 'node']],
    ['JSON', 'all.json', ['-f', 'json']],
  ])('keeps every byte of the values that were not edited in %s', async (_, file, form) => {
    await world.put(world.development, { ...seeded, ...bytes })
    expect((await world.envhold(['pull', ...form, '-o', file])).code).toBe(0)
    const path = join(world.folder, file)
    await writeFile(path, (await readFile(path, 'utf8')).replace('3000', '3001'))
    for (const mode of [[], ['--replace']]) {
      expect((await world.envhold(['push', file, ...form, ...mode, '--yes'])).code).toBe(0)
      expect(await present()).toEqual({ ...seeded, ...bytes, PORT: '3001' })
    }
    await rm(path)
  })

  test('of one variable leaves the bytes of all others alone', async () => {
    await world.put(world.development, { ...seeded, ...bytes })
    await write('PORT=3001\n')
    expect((await world.envhold(['push', '--yes'])).code).toBe(0)
    expect(await present()).toEqual({ ...seeded, ...bytes, PORT: '3001' })
  })

  test('--replace removes the rest, as one version', async () => {
    await write('PORT=1\nEMPTY=\n')
    const { err } = await world.envhold(['push', '--replace', '--yes'])
    expect(err).toContain('- GREETING')
    expect(await present()).toEqual({ PORT: '1', EMPTY: '' })
    const { versions } = JSON.parse((await world.envhold(['history', '--json', '-n', '1'])).out)
    expect(versions[0]).toMatchObject({
      added: ['EMPTY'],
      changed: ['PORT'],
      removed: ['DATABASE_URL', 'GREETING'],
    })
  })

  test('--dry-run writes nothing', async () => {
    await write('NEW=1\n')
    const { code, out } = await world.envhold(['push', '--dry-run', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ written: false, mode: 'merge', added: ['NEW'], kept: 3 })
    expect(await present()).toEqual(seeded)
  })

  test('--dry-run rejects what the server would reject, by name', async () => {
    const dryRun = (text: string) =>
      world.envhold(['push', '-', '--format', 'json', '--dry-run'], { input: text })
    const nul = await dryRun('{"BAD":"secret\\u0000","GOOD":"1"}')
    expect(nul.code).toBe(1)
    expect(nul.err).toContain('BAD: Must not hold NUL')
    expect(nul.err).not.toContain('secret')
    expect((await dryRun(JSON.stringify({ LONG: 'x'.repeat(65_537) }))).err).toContain('LONG: A value can be')
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`N${n}`, '']))
    const full = await dryRun(JSON.stringify(many))
    expect(full.code).toBe(1)
    expect(full.err).toContain('2,003 variables: an environment can hold 2,000 at most')
    expect(full.err).not.toContain('N1999')
    const over = await dryRun(JSON.stringify({ ...many, ONE_MORE: '' }))
    expect(over.err.split('\n').filter((line) => line.startsWith('  '))).toEqual([
      '  2,004 variables: an environment can hold 2,000 at most',
    ])
  })

  test('reads JSON and stdin', async () => {
    const words = ['push', '-', '--format', 'json', '--yes']
    const { code } = await world.envhold(words, { input: '{"FROM_STDIN":"a b"}' })
    expect(code).toBe(0)
    expect(await present()).toMatchObject({ FROM_STDIN: 'a b' })
  })

  describe('after a write since the file was pulled', () => {
    const others = { ...seeded, GREETING: 'theirs', ADDED: 'theirs' }
    beforeEach(async () => {
      expect((await world.envhold(['pull'])).code).toBe(0)
    })

    test('does not undo it unasked, nor remove what the file never had', async () => {
      await world.put(world.development, others)
      for (const words of [[], ['--replace']]) {
        const { code, err } = await world.envhold(['push', '--yes', ...words])
        expect(code).toBe(1)
        expect(err).toMatch(/version \d+, with which \.env was in sync:/)
        expect(err).toMatch(/version \d+, ada.*: \+ADDED ~GREETING/)
        expect(err).toContain(`Different in .env: ${words.length > 0 ? 'GREETING, ADDED' : 'GREETING'}.`)
        expect(err).toContain('Nothing was written.')
        expect(err).toContain('--force')
      }
      expect(await present()).toEqual(others)
    })

    test('nor if the pull named the environment in another way', async () => {
      expect((await world.envhold(['pull', '--env', 'development'])).code).toBe(0)
      await world.put(world.development, others)
      expect((await world.envhold(['push', '--yes'])).code).toBe(1)
      expect(await present()).toEqual(others)
    })

    test('writes other variables beside it', async () => {
      await world.put(world.development, { ...seeded, ADDED: 'theirs' })
      await write((await readFile(join(world.folder, '.env'), 'utf8')).replace('3000', '3001'))
      expect((await world.envhold(['push', '--yes'])).code).toBe(0)
      expect(await present()).toEqual({ ...seeded, ADDED: 'theirs', PORT: '3001' })
    })

    test('--force overwrites it', async () => {
      await world.put(world.development, others)
      expect((await world.envhold(['push', '--replace', '--yes', '--force'])).code).toBe(0)
      expect(await present()).toEqual(seeded)
    })

    test('nor after a push of the file to another environment', async () => {
      onTestFinished(() => world.put(world.production, { DATABASE_URL: 'postgres://db/prod', PORT: '80' }))
      const staged = await world.envhold(['push', '--env', 'production', '--yes', '--confirm', 'production'])
      expect(staged.code).toBe(0)
      await world.put(world.development, others)
      const { code, err } = await world.envhold(['push', '--yes'])
      expect(code).toBe(1)
      expect(err).toContain('Different in .env: GREETING.')
      expect(await present()).toEqual(others)
    })

    test('a file that another environment has replaced is compared with nothing', async () => {
      expect((await world.envhold(['pull', '--env', 'production', '--force'])).code).toBe(0)
      await write('GREETING=mine\n')
      await world.put(world.development, others)
      expect((await world.envhold(['push', '--yes'])).code).toBe(0)
      expect(await present()).toEqual({ ...others, GREETING: 'mine' })
    })
  })

  test('pushes of different variables at the same time all succeed', async () => {
    const keys = Array.from({ length: 6 }, (_, n) => `AT_ONCE_${n}`)
    const done = await Promise.all(
      keys.map((key) => world.envhold(['push', '-', '--yes'], { input: `${key}=1\n` })),
    )
    expect(done.map(({ code, err }) => [code, err])).toEqual(keys.map(() => [0, expect.any(String)]))
    expect(Object.keys(await present())).toEqual(expect.arrayContaining(keys))
  })

  test('rejects bad input completely, by line, without a value', async () => {
    await write('GOOD=1\nthis secret line is wrong\n')
    const { code, err } = await world.envhold(['push', '--yes'])
    expect(code).toBe(1)
    expect(err).toContain('line 2')
    expect(err).not.toContain('secret')
    expect(await present()).toEqual(seeded)
  })

  test('flags names that take over a process', async () => {
    await write('LD_PRELOAD=/tmp/x.so\n')
    const { code, err } = await world.envhold(['push', '--yes'])
    expect(code).toBe(0)
    expect(err).toContain('Warning: LD_PRELOAD')
  })

  test('a token without write permission gets an explanation', async () => {
    await write('NEW=1\n')
    const { code, err } = await world.envhold(['push', '--yes'], {
      env: { ENVHOLD_TOKEN: world.readOnlyToken },
    })
    expect(code).toBe(1)
    expect(err).toContain('permission')
    expect(await present()).toEqual(seeded)
  })

  test('what was pushed can be overwritten by a pull', async () => {
    await write('NEW=1\n')
    await world.envhold(['push', '--yes'])
    expect((await world.envhold(['pull'])).code).toBe(0)
  })
})

describe('diff', () => {
  test('shows names, never values, and exits 1', async () => {
    await write('PORT=9999\nNEW=secret\nDATABASE_URL=postgres://localhost/dev\n')
    const { code, out, err } = await world.envhold(['diff'])
    expect(code).toBe(1)
    expect(out).toBe('- GREETING\n+ NEW\n~ PORT\n')
    expect(`${out}${err}`).not.toMatch(/9999|secret|hello/)
    expect(await world.envhold(['diff', '--quiet'])).toMatchObject({ code: 1, out: '', err: '' })
  })

  test('exits 0 when both are the same', async () => {
    await world.envhold(['pull'])
    const { code, out } = await world.envhold(['diff', '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ differs: false, against: '.env', changed: [] })
    expect(await world.envhold(['diff', '--quiet'])).toMatchObject({ code: 0, out: '', err: '' })
  })

  test('lists notes that differ apart from values', async () => {
    await world.envhold(['set', 'PORT', '--note', 'Of the server'])
    await write('DATABASE_URL=postgres://localhost/dev\nGREETING=changed\n# Another note\nPORT=3000\n')
    const { code, out, err } = await world.envhold(['diff'])
    expect(code).toBe(1)
    expect(out).toBe('~ GREETING\n= PORT (note)\n')
    expect(err).toContain('1 changed, 1 note.')
    const json = JSON.parse((await world.envhold(['diff', '--json'])).out)
    expect(json).toMatchObject({ changed: ['GREETING'], different_details: { note: ['PORT'], due: [] } })
  })

  test('compares two environments, for a person and for a key', async () => {
    const words = ['diff', '--with', 'production', '--json']
    const { code, out } = await world.envhold(words)
    expect(code).toBe(1)
    const expected = {
      environment: 'shop/development',
      against: 'shop/production',
      differs: true,
      added: [],
      changed: ['DATABASE_URL', 'PORT'],
      removed: ['GREETING'],
    }
    expect(JSON.parse(out)).toMatchObject(expected)
    const { client } = world.ada
    const { api_key } = await client.call(createApiKey, {
      params: { id: world.projectId },
      body: {
        name: 'both',
        permissions: ['read_variables', 'variables.api_inject'],
        environment_access: null,
      },
    })
    const asKey = await world.envhold(words, { env: { ENVHOLD_TOKEN: api_key.api_key } })
    expect(JSON.parse(asKey.out)).toMatchObject(expected)
  })
})

test('a token that may not read writes values that no .env text can hold', async () => {
  const { client } = world.ada
  const { token } = await client.call(createPersonalToken, {
    body: { name: 'writer', permissions: ['write_variables', 'read_projects', 'read_schema'] },
  })
  const hard = `'"\`#\r\n`
  await writeFile(join(world.folder, 'hard.json'), JSON.stringify({ PORT: hard, NEW: hard }))
  const env = { ENVHOLD_TOKEN: token.token }
  const { code, out } = await world.envhold(['push', 'hard.json', '--yes', '--json'], { env })
  expect(code).toBe(0)
  expect(JSON.parse(out)).toMatchObject({ added: ['NEW'], changed: ['PORT'], kept: 2 })
  expect(await present()).toEqual({ ...seeded, PORT: hard, NEW: hard })
})

test('diff reads a file as its reader does', async () => {
  await world.put(world.development, { A: '"x"' })
  await write('A="x"\n')
  expect((await world.envhold(['diff', '--quiet'])).code).toBe(1)
  expect((await world.envhold(['diff', '--quiet', '--dialect', 'docker'])).code).toBe(0)
})

describe('get, set and unset', () => {
  test('get prints only the value', async () => {
    expect((await world.envhold(['get', 'GREETING'])).out).toBe('hello world')
    expect((await world.envhold(['get', 'GREETING', 'PORT'])).out).toBe("GREETING='hello world'\nPORT=3000\n")
    const { code, err } = await world.envhold(['get', 'PORTT'])
    expect(code).toBe(1)
    expect(err).toContain('Did you mean PORT?')
  })

  test('set writes everything as one version', async () => {
    const { code, err } = await world.envhold(['set', 'A=x=y', 'B=', 'PORT=1'])
    expect(code).toBe(0)
    expect(err).toContain('2 added, 1 changed')
    expect(await present()).toEqual({ ...seeded, A: 'x=y', B: '', PORT: '1' })
  })

  test.each([
    ['  -----BEGIN\nabc\n', [], '  -----BEGIN\nabc\n'],
    ['a\r\nb\r\n', [], 'a\r\nb\r\n'],
    ['one line \n', [], 'one line '],
    ['one line\r\n', [], 'one line'],
    ['one line\n', ['--raw'], 'one line\n'],
    ['\ufeffa\rb', [], '\ufeffa\rb'],
  ])('set reads %j from stdin %j as %j, and get prints the same bytes', async (input, words, value) => {
    expect((await world.envhold(['set', 'KEY', ...words], { input })).code).toBe(0)
    expect((await present()).KEY).toBe(value)
    expect((await world.envhold(['get', 'KEY'])).out).toBe(value)
  })

  test('--raw is for a value from stdin', async () => {
    const { code, err } = await world.envhold(['set', 'KEY=1', '--raw'])
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('--raw is for a KEY') })
  })

  test('set drops spaces around a key, and none of a value', async () => {
    expect((await world.envhold(['set', ' no_proxy = localhost '])).code).toBe(0)
    expect(await present()).toMatchObject({ no_proxy: ' localhost ' })
  })

  test('set rejects a value whose bytes are not UTF-8', async () => {
    const { code, err } = await world.envhold(['set', 'LATIN=caf\uFFFD'])
    expect(code).toBe(2)
    expect(err).toContain('not UTF-8')
    expect(err).not.toContain('caf')
    expect(await present()).toEqual(seeded)
  })

  test('set never shows what may be a value', async () => {
    const { code, err } = await world.envhold(['set', 'hunter2!'])
    expect(code).toBe(2)
    expect(err).not.toContain('hunter2')
  })

  test('unset removes, and says what does not exist', async () => {
    const { code, err } = await world.envhold(['unset', 'PORT', 'NOPE'])
    expect(code).toBe(1)
    expect(err).toContain('Removed PORT')
    expect(err).toContain('no variable NOPE')
    expect(Object.keys(await present())).toEqual(['DATABASE_URL', 'GREETING'])
  })
})

describe('history and rollback', () => {
  test('restores an old version as a new one', async () => {
    const before = JSON.parse((await world.envhold(['history', '--json', '-n', '1'])).out).versions[0].version
    await world.envhold(['set', 'PORT=1', 'NEW=1'])
    const prompted = await world.envhold(['rollback', String(before)])
    expect(prompted.code).toBe(1)
    expect(prompted.err).toContain('~ PORT')
    expect((await world.envhold(['rollback', String(before), '--yes'])).code).toBe(0)
    expect(await present()).toEqual(seeded)
    const { out } = await world.envhold(['history', '-n', '2'])
    expect(out).toMatch(/~PORT -NEW/)
    expect(out).toContain('ada (CLI on ')
    expect(out).not.toContain('3000')
  })

  test('a version that does not exist', async () => {
    const { code, err } = await world.envhold(['rollback', '99999', '--yes'])
    expect(code).toBe(1)
    expect(err).toContain('no version 99999')
    expect((await world.envhold(['rollback', 'yesterday'])).code).toBe(2)
  })
})
