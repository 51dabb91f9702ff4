// Notes and due days: what each write keeps, changes and rejects. What reads values alone is compared byte by byte.

import type { Endpoint, InputOf } from '@envhold/contract/endpoint.ts'
import { exportEnvironment } from '@envhold/contract/export.ts'
import { importVariables } from '@envhold/contract/variables/dotenv.ts'
import {
  compareEnvironments,
  createVariable,
  readVariables,
  readVariablesByName,
  updateVariable,
  writeVariables,
} from '@envhold/contract/variables/variables.ts'
import { listVersions, readVersion, restoreVersion } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { seedApiKey, seedEnvironment, seedProject } from '../../../../../dev/world/seed-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

type Body<E extends Endpoint> = NonNullable<InputOf<E>['body']>

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  const read = (id: number) => owner.client.call(readVariables, { params: { id } })
  const detailsOf = async (id: number) => (await read(id)).details
  const create = (id: number, body: Body<typeof createVariable>) =>
    owner.client.call(createVariable, { params: { id }, body })
  const change = (id: number, key: string, body: Body<typeof updateVariable>) =>
    owner.client.call(updateVariable, { params: { id, key }, body })
  const write = (id: number, body: Body<typeof writeVariables>) =>
    owner.client.call(writeVariables, { params: { id }, body })
  const importText = (id: number, dotenv: string, mode: 'merge' | 'replace' = 'merge', dryRun = false) =>
    owner.client.call(importVariables, { params: { id }, body: { dotenv, mode, dryRun } })
  const noted = { A: { note: 'Of the team\n\nAsk first', due: '2027-01-31' } }
  const seed = async () => {
    const seeded = await seedEnvironment(owner, { A: '1', B: '2' })
    await write(seeded.id, { variables: {}, mode: 'merge', details: noted })
    return seeded
  }

  test('are created, changed and removed with a variable; an absent field stays', async () => {
    const { production: id = 0 } = (await seedProject(owner, 'production')).ids
    await create(id, { key: 'A', value: '1', note: '  Of the team\n\nAsk first\n', due: '2027-01-31' })
    await create(id, { key: 'B', value: '2', note: ' ', due: '' })
    expect(await detailsOf(id)).toEqual(noted)
    await change(id, 'A', { value: '2' })
    await change(id, 'A', { value: '2', key: 'C' })
    expect(await detailsOf(id)).toEqual({ C: noted.A })
    await change(id, 'C', { value: '2', due: '2028-02-29' })
    expect(await detailsOf(id)).toEqual({ C: { ...noted.A, due: '2028-02-29' } })
    await change(id, 'C', { value: '2', note: null })
    expect(await detailsOf(id)).toEqual({ C: { note: null, due: '2028-02-29' } })
    await change(id, 'C', { value: '2', due: '' })
    expect(await detailsOf(id)).toEqual({})
  })

  test('and names change without the value, which keeps its bytes', async () => {
    const { id } = await seedEnvironment(owner, {})
    for (const value of ['a\r\nb\r\n', 'a\rb', 'end  ', 'a\n', '']) {
      await write(id, { variables: { A: value }, mode: 'replace' })
      await change(id, 'A', { note: `Of ${JSON.stringify(value)}` })
      await change(id, 'A', { due: '2027-01-31' })
      await change(id, 'A', { key: 'B' })
      expect((await read(id)).variables).toEqual({ B: value })
    }
  })

  test('alone make a version that names the key, and the same again makes none', async () => {
    const { id } = await seedEnvironment(owner, { A: '1', B: '2' })
    const written = await write(id, { variables: {}, mode: 'merge', details: noted })
    expect(written).toMatchObject({ changed: ['A'], added: [], removed: [], unchanged: ['B'] })
    expect((await write(id, { variables: {}, mode: 'merge', details: noted })).environment.version).toBe(2)
    expect((await change(id, 'A', { value: '1', ...noted.A })).environment.version).toBe(2)
    const { versions } = await owner.client.call(listVersions, { params: { id }, query: {} })
    expect(versions[0]).toMatchObject({ version: 2, changed: ['A'] })
    expect(JSON.stringify(versions)).not.toContain('Of the team')
  })

  test('stay through merge, replace and import, and go with their variable', async () => {
    const { id } = await seed()
    await write(id, { variables: { B: '3', C: '4' }, mode: 'merge' })
    await write(id, { variables: { A: '9', B: '3' }, mode: 'replace' })
    await importText(id, 'A=10\nB=11\n', 'replace')
    expect(await detailsOf(id)).toEqual(noted)
    await write(id, { variables: { B: '3' }, mode: 'replace' })
    await write(id, { variables: { A: '1' }, mode: 'merge' })
    expect(await detailsOf(id)).toEqual({})
  })

  test('come back with the version that had them', async () => {
    const { id } = await seed()
    await change(id, 'A', { value: '1', note: null, due: null })
    const body = { params: { id, version: 2 } }
    expect((await owner.client.call(readVersion, body)).details).toEqual(noted)
    await owner.client.call(restoreVersion, body)
    expect(await detailsOf(id)).toEqual(noted)
    const { versions } = await owner.client.call(exportEnvironment, { params: { id }, query: {} })
    expect(versions.map(({ details }) => details)).toEqual([noted, {}, noted, {}])
  })

  test('are read by name too', async () => {
    const { id, projectId } = await seed()
    const query = { project_id: projectId, environment_id: id }
    expect((await owner.client.call(readVariablesByName, { query })).details).toEqual(noted)
  })

  test('are kept for a variable whose name is __proto__', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    const text = '{"variables":{"__proto__":"x"},"mode":"merge","details":{"__proto__":{"note":"kept"}}}'
    const answer = await app.fetch(`/api/env/environments/${id}/variables`, {
      method: 'PUT',
      headers: {
        ...headersOf({ token: owner.token, masterPassword: 'master pässword' }),
        'content-type': 'application/json',
      },
      body: text,
    })
    expect(answer.status).toBe(200)
    const { details } = await read(id)
    expect(Object.entries(details)).toEqual([['__proto__', { note: 'kept', due: null }]])
  })

  test('change nothing of what reads values', async () => {
    const { id, projectId } = await seedEnvironment(owner, { A: '1', B: '2' })
    const other = await owner.client.call(compareEnvironments, {
      params: { projectId },
      query: { left: id, right: id },
    })
    const key = await seedApiKey(owner, projectId)
    const inject = async () => {
      const answer = await app.fetch(`/api/v1/inject/${projectId}/production`, {
        headers: { authorization: `Bearer ${key.apiKey}` },
      })
      return { status: answer.status, text: await answer.text() }
    }
    const before = await inject()
    await write(id, { variables: {}, mode: 'merge', details: noted })
    expect(await inject()).toEqual(before)
    expect(before.status).toBe(200)
    expect(
      await owner.client.call(compareEnvironments, { params: { projectId }, query: { left: id, right: id } }),
    ).toMatchObject({ same: other.same, different: [] })
  })

  test('are comments of the downloaded file, and come back when it is imported', async () => {
    const { id } = await seed()
    const download = await app.fetch(`/api/env/environments/${id}/download`, {
      headers: headersOf({ token: owner.token, masterPassword: 'master pässword' }),
    })
    const text = await download.text()
    expect(text).toBe('# Of the team\n#\n# Ask first\nA=1\nB=2\n')
    const { id: copy } = await seedEnvironment(owner, { A: '1' })
    expect(await importText(copy, text, 'merge', true)).toMatchObject({ added: ['B'], changed: ['A'] })
    expect(await importText(copy, text)).toMatchObject({ added: ['B'], changed: ['A'], warnings: [] })
    expect(await detailsOf(copy)).toEqual({ A: { note: 'Of the team\n\nAsk first', due: null } })
    expect(await importText(copy, text)).toMatchObject({ changed: [] })
  })

  test('a comment that is too long for a note is named, and its variable is imported', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    const written = await importText(id, `# ${'x'.repeat(501)}\nA=2\n`)
    expect(written.warnings).toEqual([
      {
        key: 'A',
        problem: 'Line 2: the comment above is not read as a note: it has more than 500 characters',
      },
    ])
    expect(await detailsOf(id)).toEqual({})
  })

  test('two environments that differ in a note alone have the same values', async () => {
    const { ids, project } = await seedProject(owner, 'production', 'staging')
    for (const id of [ids.production, ids.staging]) await create(id ?? 0, { key: 'A', value: '1' })
    await change(ids.staging ?? 0, 'A', { value: '1', note: 'another' })
    const query = { left: ids.production ?? 0, right: ids.staging ?? 0 }
    expect(
      await owner.client.call(compareEnvironments, { params: { projectId: project.id }, query }),
    ).toMatchObject({ same: ['A'], different: [], different_details: { note: ['A'], due: [] } })
    await change(ids.staging ?? 0, 'A', { value: '2', due: '2030-01-31' })
    expect(
      await owner.client.call(compareEnvironments, { params: { projectId: project.id }, query }),
    ).toMatchObject({ same: [], different: ['A'], different_details: { note: ['A'], due: ['A'] } })
  })

  test.each([
    ['a note of 501 characters', { note: '😀'.repeat(501) }, 'note', 'Must be at most 500 characters'],
    ['a note with a tab', { note: 'a\tb' }, 'note', /control characters/],
    ['a note with a carriage return', { note: 'a\r\nb' }, 'note', /control characters/],
    ['a note with a mark of direction', { note: 'a\u202eb' }, 'note', /text direction/],
    ['a note with NUL', { note: 'a\0b' }, 'note', /NUL/],
    ['a note with half a character', { note: 'a\ud800' }, 'note', /broken Unicode/],
    ['a day that does not exist', { due: '2027-02-29' }, 'due', 'Must be a day such as 2027-01-31'],
    ['a day with a time', { due: '2027-01-31T00:00' }, 'due', 'Must be a day such as 2027-01-31'],
    ['a word as a day', { due: 'soon' }, 'due', 'Must be a day such as 2027-01-31'],
  ])('%s is rejected, and the field is named', async (_, details, field, message) => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    const rejection = (path: string) => ({
      code: 'VALIDATION_FAILED',
      details: [{ path, message: expect.stringMatching(message) }],
    })
    await expect(create(id, { key: 'B', value: '1', ...details })).rejects.toMatchObject(rejection(field))
    await expect(change(id, 'A', { value: '1', ...details })).rejects.toMatchObject(rejection(field))
    await expect(write(id, { variables: {}, mode: 'merge', details: { A: details } })).rejects.toMatchObject(
      rejection(`details.A.${field}`),
    )
    expect((await read(id)).version).toBe(1)
  })

  test('a note of 500 characters outside the first plane is stored', async () => {
    const { id } = await seedEnvironment(owner, { A: '1' })
    const note = '😀'.repeat(500)
    await change(id, 'A', { value: '1', note })
    expect(await detailsOf(id)).toEqual({ A: { note, due: null } })
  })

  test('details of a variable that is not there after the write are rejected', async () => {
    const { id } = await seedEnvironment(owner, { A: '1', B: '2' })
    const unknown = { code: 'VALIDATION_FAILED', details: [{ path: 'details.A' }] }
    const details = { A: { note: 'x' } }
    const gone = [
      { variables: { B: '2' }, mode: 'replace' as const, details },
      { variables: {}, mode: 'merge' as const, remove: ['A'], details },
    ]
    for (const body of gone) await expect(write(id, body)).rejects.toMatchObject(unknown)
    expect((await read(id)).version).toBe(1)
  })

  test('notes count towards the size of an environment', async () => {
    const value = 'x'.repeat(64 * 1024)
    const full = Object.fromEntries(Array.from({ length: 15 }, (_, n) => [`A${n}`, value]))
    const { id } = await seedEnvironment(owner, { ...full, B: 'x'.repeat(64 * 1024 - 200) })
    await expect(change(id, 'A0', { value, note: 'x'.repeat(300) })).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
    })
    await change(id, 'A0', { value, note: 'x'.repeat(50) })
  })
})
