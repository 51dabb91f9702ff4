// What comes back from the archive, or after a pause, is what was there before.

import {
  cancelInvitation,
  listCollaborators,
  removeCollaborator,
  updateCollaborator,
} from '@envhold/contract/collaborators/collaborators.ts'
import { changeMasterPassword } from '@envhold/contract/keyring/keyring.ts'
import { revokePersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import {
  createVariable,
  deleteVariable,
  readVariables,
  updateVariable,
  writeVariables,
} from '@envhold/contract/variables/variables.ts'
import { restoreVersion } from '@envhold/contract/variables/versions.ts'
import { expect, test } from 'vitest'
import { addPerson } from '../../../../../dev/world/add-person.ts'
import { forEachEngine, headersOf } from '../../../../../dev/world/app-for-tests.ts'
import { environmentState } from '../../../../../dev/world/environment-state.ts'
import { putInArchive, restoreFromArchive, setHeld } from '../../../../../dev/world/put-in-archive.ts'
import {
  seedApiKey,
  seedEnvironment,
  seedPersonalToken,
  seedProject,
  variablesOf,
} from '../../../../../dev/world/seed-project.ts'
import { invite, shareProject } from '../../../../../dev/world/share-project.ts'
import type { Person } from '../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)

  /** A project with a history, collaborators, an invitation, keys and tokens. */
  const lived = async () => {
    const { project, ids } = await seedProject(owner, 'production', 'staging')
    const params = { id: ids.production }
    const { client } = owner
    await client.call(writeVariables, { params, body: { variables: { A: 'ä', B: 'b\nb' }, mode: 'merge' } })
    await client.call(createVariable, { params, body: { key: 'C', value: 'c' } })
    await client.call(updateVariable, { params: { ...params, key: 'A' }, body: { value: 'a', key: 'AA' } })
    await client.call(deleteVariable, { params: { ...params, key: 'B' } })
    await client.call(restoreVersion, { params: { ...params, version: 2 } })
    const [writer, reader] = [await addPerson(app), await addPerson(app)]
    const both = { environments: [ids.production, ids.staging] }
    await shareProject(app, owner, project.id, writer, { role: 'write', ...both })
    await shareProject(app, owner, project.id, reader, { role: 'read', environments: [ids.production] })
    await invite(app, owner, project.id, 'nobody-yet@example.com', both)
    const key = await seedApiKey(owner, project.id, { environment_access: [String(ids.production)] })
    await seedApiKey(owner, project.id)
    const token = await seedPersonalToken(writer)
    return { projectId: project.id, ids, writer, reader, apiKey: key.apiKey, token: token.token }
  }
  type Lived = Awaited<ReturnType<typeof lived>>

  /** The bytes of every answer about it, with their tags. Lists of keys and people say when they were there last. */
  const answers = async ({ projectId, ids, writer, reader, apiKey, token }: Lived) => {
    const sharers = ['', '/collaborators', '/environments'].map((end) => `env/projects/${projectId}${end}`)
    const ofEnvironment = (id: number) =>
      ['variables', 'names', 'download', 'versions', 'versions/1/variables', 'versions/5/variables'].map(
        (end) => `env/environments/${id}/${end}`,
      )
    const paths = [...sharers, ...ofEnvironment(ids.production)]
    const compare = `env/projects/${projectId}/compare?left=${ids.production}&right=${ids.staging}`
    const called = ['inject', 'schema'].map((name) => `v1/${name}/${projectId}/production`)
    const reads: [string, Record<string, string>, string[]][] = [
      ['owner', headersOf(owner as never), [...paths, compare, `projects/${projectId}/api-keys`]],
      ['writer', headersOf(writer as never), [...paths, compare]],
      ['reader', headersOf(reader as never), paths],
      ['token', headersOf({ token }), [...paths, compare]],
      ['key', headersOf({ apiKey }), [...called, `${called[0]}?format=json`, 'v1/key']],
    ]
    const seen: Record<string, string> = {}
    for (const [who, headers, list] of reads)
      for (const path of list) {
        const answer = await app.fetch(`/api/${path}`, { headers })
        const body = (await answer.text()).replaceAll(
          /"(usage_count|last_used_at)":[^,}]*|"last_seen":\[[^\]]*\]/g,
          '',
        )
        seen[`${who} ${path}`] = `${answer.status} ${answer.headers.get('etag')} ${body}`
      }
    return seen
  }

  test('every answer is the same, byte for byte', async () => {
    const project = await lived()
    const before = await answers(project)
    expect(Object.keys(before).length).toBeGreaterThan(40)
    for (const [call, answer] of Object.entries(before)) expect(answer, call).toMatch(/^200 /)
    const etag = /^200 (\S+)/.exec(before[`key v1/inject/${project.projectId}/production`] ?? '')?.[1] ?? ''
    await restoreFromArchive(app, await putInArchive(app, owner, project.projectId))
    expect(await answers(project)).toEqual(before)
    const again = await app.fetch(`/api/v1/inject/${project.projectId}/production`, {
      headers: { ...headersOf({ apiKey: project.apiKey }), 'if-none-match': etag },
    })
    expect(again.status).toBe(304)
    await setHeld(app, owner, project.writer, true)
    await setHeld(app, owner, project.writer, false)
    expect(await answers(project)).toEqual(before)
  })

  const leak = async (person: Person): Promise<Person['client']> => {
    const newMasterPassword = 'another password'
    await person.client.call(changeMasterPassword, {
      body: { currentMasterPassword: person.masterPassword ?? '', newMasterPassword, leaked: true },
    })
    return app.as({ token: person.token, masterPassword: newMasterPassword })
  }

  test('new and revoked keys of people count for what is archived, too', async () => {
    const { projectId, id } = await seedEnvironment(owner)
    const member = await addPerson(app)
    await shareProject(app, owner, projectId, member, { environments: [id] })
    const old = await seedPersonalToken(member)
    const archived = await putInArchive(app, owner, projectId)
    const fresh = await seedPersonalToken(member)
    await member.client.call(revokePersonalToken, { params: { id: old.id } })
    const renewed = await leak(member)
    await restoreFromArchive(app, archived)
    expect(await variablesOf({ client: renewed }, id)).toEqual({ HELLO: 'world' })
    expect(await variablesOf({ client: app.as({ token: fresh.token }) }, id)).toEqual({ HELLO: 'world' })
    const revoked = app.as({ token: old.token }).call(readVariables, { params: { id } })
    await expect(revoked).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  test('a re-key during a pause includes who is paused', async () => {
    const { project, ids } = await seedProject(owner, 'production', 'staging')
    const { production: id, staging } = ids
    const variables = { HELLO: 'world' }
    await owner.client.call(writeVariables, { params: { id }, body: { variables, mode: 'merge' } })
    const [paused, narrowed] = [await addPerson(app), await addPerson(app)]
    for (const person of [paused, narrowed])
      await shareProject(app, owner, project.id, person, { environments: [id, staging] })
    await setHeld(app, owner, paused, true)
    const before = await environmentState(app, id)
    await owner.client.call(updateCollaborator, {
      params: { id: project.id, userId: narrowed.userId },
      body: { environments: [staging] },
    })
    const { epoch, grants } = await environmentState(app, id)
    expect(epoch).toBeGreaterThan(before.epoch)
    expect(grants.filter((grant) => grant.epoch === epoch).map(({ principal }) => principal)).toContain(
      String(paused.userId),
    )
    await expect(paused.client.call(readVariables, { params: { id } })).rejects.toMatchObject({ status: 404 })
    const renewed = await leak(paused)
    await setHeld(app, owner, paused, false)
    expect(await variablesOf({ client: renewed }, id)).toEqual(variables)
  })

  test('the owner removes who is paused, and cancels a paused invitation', async () => {
    const { projectId, id } = await seedEnvironment(owner)
    const paused = await addPerson(app)
    await shareProject(app, owner, projectId, paused, { environments: [id] })
    await setHeld(app, owner, paused, true)
    await owner.client.call(removeCollaborator, { params: { id: projectId, userId: paused.userId } })
    const guest = { email: 'paused@example.com' }
    await invite(app, owner, projectId, guest.email, { environments: [id] })
    await setHeld(app, owner, guest, true)
    await owner.client.call(cancelInvitation, { params: { id: projectId }, body: { email: guest.email } })
    const { collaborators } = await owner.client.call(listCollaborators, { params: { id: projectId } })
    expect(collaborators).toEqual([])
  })
})
