import {
  createVariable,
  deleteVariable,
  readVariables,
  updateVariable,
  writeVariables,
} from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { activityOf, eventsDuring } from '../../../../../dev/world/events-of.ts'
import {
  seedEnvironment,
  seedPersonalToken,
  seedProject,
  variablesOf,
} from '../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

const kibi = 1_024

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const other = withPerson(app)

  const empty = async () => (await seedProject(owner, 'production')).ids.production
  const create = (id: number, key: string, value: string, by: Pick<Person, 'client'> = owner) =>
    by.client.call(createVariable, { params: { id }, body: { key, value } })
  const change = (id: number, key: string, body: { value: string; key?: string }) =>
    owner.client.call(updateVariable, { params: { id, key }, body })
  const remove = (id: number, key: string) => owner.client.call(deleteVariable, { params: { id, key } })
  const write = (
    id: number,
    variables: Record<string, string>,
    mode: 'merge' | 'replace' = 'merge',
    remove?: string[],
  ) =>
    owner.client.call(writeVariables, {
      params: { id },
      body: { variables, mode, ...(remove && { remove }) },
    })
  const headersOfOwner = () => ({
    ...headersOf({ token: owner.token, masterPassword: 'master pässword' }),
    'content-type': 'application/json',
  })
  const put = (id: number, body: string) =>
    app.fetch(`/api/env/environments/${id}/variables`, { method: 'PUT', headers: headersOfOwner(), body })

  test('adds, changes, renames and deletes, each as one version', async () => {
    const id = await empty()
    const added = await create(id, 'A', '1')
    expect(added).toMatchObject({ environment: { id, version: 1, variable_count: 1 }, warnings: [] })
    expect((await change(id, 'A', { value: '2' })).environment.version).toBe(2)
    expect((await change(id, 'A', { value: '3', key: 'B' })).environment.version).toBe(3)
    expect(await variablesOf(owner, id)).toEqual({ B: '3' })
    const removed = await remove(id, 'B')
    expect(removed).toMatchObject({
      message: 'Variable deleted successfully!',
      environment: { version: 4, variable_count: 0 },
    })
    expect(await variablesOf(owner, id)).toEqual({})
  })

  test('rejects taken keys and missing variables without any change', async () => {
    const { id } = await seedEnvironment(owner, { A: '1', B: '2' })
    const taken = {
      code: 'CONFLICT',
      message: 'A variable with this key already exists in this environment',
      details: [{ path: 'key' }],
    }
    const missing = { code: 'NOT_FOUND', message: 'Variable not found' }
    const events = await eventsDuring(app, async () => {
      await expect(create(id, 'A', 'x')).rejects.toMatchObject(taken)
      await expect(change(id, 'A', { value: 'x', key: 'B' })).rejects.toMatchObject(taken)
      await expect(change(id, 'C', { value: 'x' })).rejects.toMatchObject(missing)
      await expect(remove(id, 'C')).rejects.toMatchObject(missing)
      await expect(create(999_999, 'A', 'x')).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(create(id, 'NEW', 'x', other)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
    expect(events.filter((type) => type !== 'vault_unlocked')).toEqual([])
    expect(await variablesOf(owner, id)).toEqual({ A: '1', B: '2' })
  })

  test.each(['no_proxy', 'npm_config_registry', 'TF_VAR_region', ' \tPADDED\n'])(
    'takes the key %j',
    async (key) => {
      const id = await empty()
      await create(id, key, '1')
      expect(await variablesOf(owner, id)).toEqual({ [key.trim()]: '1' })
      await create(id, 'OTHER', '2')
      await change(id, 'OTHER', { value: '2', key: `${key.trim()}_2` })
      expect(Object.keys(await variablesOf(owner, id))).toEqual([key.trim(), `${key.trim()}_2`])
    },
  )

  const keyRule =
    'Variable key can only contain letters, numbers and underscores, and cannot begin with a number'
  test.each([
    ['a hyphen', 'key', { key: 'with-hyphen', value: '1' }, keyRule],
    ['a digit first', 'key', { key: '1A', value: '1' }, keyRule],
    ['only spaces', 'key', { key: '  ', value: '1' }, 'Variable key is required'],
    ['no key', 'key', { key: '', value: '1' }, 'Variable key is required'],
    ['too long a key', 'key', { key: 'A'.repeat(256), value: '1' }, expect.anything()],
    ['no value', 'value', { key: 'A', value: '' }, 'Variable value is required'],
    ['NUL', 'value', { key: 'A', value: 'a\0b' }, 'Must not hold NUL or broken Unicode'],
    ['a lone surrogate', 'value', { key: 'A', value: 'a\udc00b' }, 'Must not hold NUL or broken Unicode'],
    [
      'more than 64 KiB',
      'value',
      { key: 'A', value: 'ü'.repeat(32 * kibi + 1) },
      'A value can be at most 64 KiB',
    ],
  ])('rejects %s by hand, naming the field', async (_, path, body, message) => {
    const id = await empty()
    await expect(owner.client.call(createVariable, { params: { id }, body })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: expect.arrayContaining([{ path, message }]),
    })
    expect(await variablesOf(owner, id)).toEqual({})
  })

  test('stores every value unchanged', async () => {
    const id = await empty()
    const hard = {
      EMPTY: '',
      EDGES: '  both  ',
      LINES: 'a\nb\r\nc\n',
      QUOTES: `'"\`\\$\{X} $(id)`,
      UNICODE: 'żółć 日本語 👩‍👩‍👧 é',
      BOM: '\uFEFFx\u2028y\u2029',
      CONTROL: '\u0001\u007f\t',
      LONGEST: 'ü'.repeat(32 * kibi),
      lower_case: 'kept from files',
    }
    await write(id, hard)
    expect(await variablesOf(owner, id)).toEqual(hard)
    await remove(id, 'lower_case')
    await change(id, 'EMPTY', { value: 'no longer' })
    const { lower_case: _, ...others } = hard
    expect(await variablesOf(owner, id)).toEqual({ ...others, EMPTY: 'no longer' })
  })

  test('a variable named __proto__ is an ordinary variable', async () => {
    const id = await empty()
    const answered = await put(id, '{"variables":{"__proto__":"kept","constructor":"too"},"mode":"merge"}')
    expect(answered.status).toBe(200)
    expect(await answered.json()).toMatchObject({ added: ['__proto__', 'constructor'] })
    const read = await app.fetch(`/api/env/environments/${id}/variables`, { headers: headersOfOwner() })
    expect(await read.text()).toContain('"variables":{"__proto__":"kept","constructor":"too"}')
    await remove(id, '__proto__')
    expect(Object.keys(await variablesOf(owner, id))).toEqual(['constructor'])
  })

  test('merges, replaces and removes many at once, and reports the changes by key', async () => {
    const { id } = await seedEnvironment(owner, { A: '1', B: '2', C: '3' })
    const merged = await write(id, { B: '2', C: '4', D: '5' }, 'merge', ['A', 'NOT_THERE'])
    expect(merged).toMatchObject({
      added: ['D'],
      changed: ['C'],
      removed: ['A'],
      unchanged: ['B'],
      environment: { version: 2, variable_count: 3 },
    })
    const replaced = await write(id, { D: '5', E: '6' }, 'replace')
    expect(replaced).toMatchObject({ added: ['E'], changed: [], removed: ['B', 'C'], unchanged: ['D'] })
    expect(await variablesOf(owner, id)).toEqual({ D: '5', E: '6' })
  })

  test('a change that changes nothing creates no version and no event', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    const events = await eventsDuring(app, async () => {
      expect((await write(id, { A: '1' })).environment.version).toBe(1)
      expect((await change(id, 'A', { value: '1' })).environment.version).toBe(1)
      expect((await write(id, {}, 'merge', ['NOT_THERE'])).environment.version).toBe(1)
    })
    expect(events).toEqual([])
  })

  test('an environment is limited to 2,000 variables and 1 MiB', async () => {
    const id = await empty()
    const names = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`V_${n}`, '']))
    await write(id, names)
    await expect(create(id, 'ONE_MORE', '1')).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      status: 403,
      message: 'An environment can have at most 2,000 variables.',
    })
    await expect(write(id, { ...names, ONE_MORE: '' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
    const full = Object.fromEntries(
      Array.from({ length: 16 }, (_, n) => [`BIG_${String(n).padStart(2, '0')}`, 'x'.repeat(64 * kibi - 6)]),
    )
    await write(id, full, 'replace')
    await expect(create(id, 'O', '1')).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'An environment can hold at most 1 MiB.',
    })
    expect((await write(id, {}, 'merge')).environment).toMatchObject({ variable_count: 16, version: 2 })
    const huge = await put(
      id,
      JSON.stringify({ variables: { A: 'x'.repeat(2 * kibi * kibi) }, mode: 'merge' }),
    )
    expect(huge.status).toBe(413)
    expect(await huge.json()).toMatchObject({
      error: 'PAYLOAD_TOO_LARGE',
      message: expect.stringContaining('The request is larger than 2 MiB. Send less at once.'),
    })
  })

  test('names the invalid key among many, and writes none', async () => {
    const id = await empty()
    await expect(write(id, { GOOD: '1', 'BAD-KEY': '2', NUL: 'a\0' })).rejects.toMatchObject({
      code: 'VALIDATION_FAILED',
      details: [
        { path: 'variables.BAD-KEY', message: 'Not a variable name' },
        { path: 'variables.NUL', message: 'Must not hold NUL or broken Unicode' },
      ],
    })
    for (const body of [
      '[]',
      '{"variables":[],"mode":"merge"}',
      '{"variables":{"A":1},"mode":"merge"}',
      '{"variables":{}}',
    ])
      expect((await put(id, body)).status).toBe(400)
    expect(await variablesOf(owner, id)).toEqual({})
  })

  test('loses none of thirty concurrent writes', async () => {
    const id = await empty()
    const keys = Array.from({ length: 30 }, (_, n) => `KEY_${n}`)
    const answers = await Promise.all(keys.map((key) => create(id, key, 'x')))
    const versions = answers.map(({ environment }) => environment.version).sort((a, b) => a - b)
    expect(versions).toEqual(keys.map((_, n) => n + 1))
    expect(Object.keys(await variablesOf(owner, id)).sort()).toEqual(keys.toSorted())
    const rows = await app.ctx.db
      .selectFrom('environment_versions')
      .select('version')
      .where('environment_id', '=', id)
      .orderBy('version')
      .execute()
    expect(rows.map(({ version }) => version)).toEqual(versions)
  })

  test('If-Match writes only on top of the version that was read', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    const at = (ifMatch: number, value: string) =>
      owner.client.ask(updateVariable, { params: { id, key: 'A' }, body: { value } }, { ifMatch })
    const written = await at(1, '2')
    expect(written.headers.get('etag')).toBe('"2"')
    const stale = {
      code: 'VERSION_MISMATCH',
      status: 412,
      message: 'This has changed since you loaded it. Reload it, then repeat your change.',
    }
    await expect(at(1, '3')).rejects.toMatchObject(stale)
    await expect(at(3, '3')).rejects.toMatchObject(stale)
    const racing = await Promise.allSettled(['x', 'y', 'z'].map((value) => at(2, value)))
    expect(racing.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const writes = [
      () =>
        owner.client.call(createVariable, { params: { id }, body: { key: 'N', value: '1' } }, { ifMatch: 1 }),
      () => owner.client.call(deleteVariable, { params: { id, key: 'A' } }, { ifMatch: 1 }),
      () =>
        owner.client.call(
          writeVariables,
          { params: { id }, body: { variables: {}, mode: 'replace' } },
          { ifMatch: 1 },
        ),
    ]
    for (const write of writes) await expect(write()).rejects.toMatchObject(stale)
    const malformed = await app.fetch(`/api/env/environments/${id}/variables/A`, {
      method: 'PUT',
      headers: { ...headersOfOwner(), 'if-match': '3' },
      body: '{"value":"x"}',
    })
    expect(malformed.status).toBe(400)
  })

  test('If-None-Match responds 304 without a body, and the read is still recorded', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    const ask = (ifNoneMatch: string, by: Pick<Person, 'client'> = owner) =>
      by.client.ask(readVariables, { params: { id } }, { ifNoneMatch })
    const events = await eventsDuring(app, async () => {
      const same = await ask('"1"')
      expect(same).toMatchObject({ status: 304, output: null })
      expect(same.headers.get('etag')).toBe('"1"')
      expect(await ask('W/"1"')).toMatchObject({ status: 304 })
    })
    expect(events).toEqual(['variables_read', 'variables_read'])
    for (const not of ['"2"', '"0"', '1', '*', '"99999999999"'])
      expect(await ask(not)).toMatchObject({ status: 200, output: { variables: { A: '1' } } })
    await expect(ask('"1"', other)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ask('"1"', { client: app.as({ token: owner.token }) })).rejects.toMatchObject({
      code: 'MASTER_PASSWORD_REQUIRED',
    })
  })

  test('accepts the master password in the header or the query, and rejects a wrong one', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    const ask = (masterPassword?: string) =>
      app.as({ token: owner.token }).call(readVariables, { params: { id }, query: { masterPassword } })
    expect((await ask('master pässword')).variables).toEqual({ A: '1' })
    await expect(ask('wrong')).rejects.toMatchObject({ code: 'INVALID_MASTER_PASSWORD', status: 403 })
    await expect(ask()).rejects.toMatchObject({ code: 'MASTER_PASSWORD_REQUIRED', status: 403 })
  })

  test('warns about names and values that take over the loading process, without quoting a value', async () => {
    const id = await empty()
    const { warnings } = await write(id, {
      LD_PRELOAD: './evil.so',
      RUNS: 'x $(touch /tmp/pwned)',
      FINE: 'ok',
    })
    expect(warnings.map(({ key }) => key)).toEqual(['LD_PRELOAD', 'RUNS'])
    expect(JSON.stringify(warnings)).not.toMatch(/evil|pwned/)
    expect((await write(id, { FINE: 'still' })).warnings).toEqual([])
  })

  test('records each read and write by name only, with the user who did it', async () => {
    const { id, projectId } = await seedEnvironment(owner, { A: 'secret-1' })
    const { id: tokenId, token } = await seedPersonalToken(owner)
    await create(id, 'B', 'secret-2')
    await change(id, 'B', { value: 'secret-3', key: 'C' })
    await remove(id, 'C')
    await variablesOf({ client: app.as({ token }) }, id)
    const rows = (await activityOf(app)).filter(({ environment_id }) => environment_id === id)
    expect(rows.map(({ event_type, description }) => [event_type, description])).toEqual([
      ['environment_created', 'Created the environment "production" in "Shop"'],
      ['variables_imported', 'Added A to "production"'],
      ['variable_created', 'Added B to "production"'],
      ['variable_updated', 'Renamed B to C in "production"'],
      ['variable_deleted', 'Removed C from "production"'],
      ['variables_read', 'Read the environment "production" of "Shop"'],
    ])
    for (const row of rows) expect(row).toMatchObject({ user_id: owner.userId, project_id: projectId })
    expect(rows.map(({ token_id }) => token_id)).toEqual([null, null, null, null, null, tokenId])
  })

  test('responses with values may not be cached by any intermediary', async () => {
    const { id } = await seedEnvironment(owner)
    const { headers } = await owner.client.ask(readVariables, { params: { id } })
    expect(headers.get('cache-control')).toBe('no-store')
  })
})
