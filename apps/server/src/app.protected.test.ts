// What a protected environment holds is replaced or deleted only by a call that names the environment, whichever way
// the call comes in. Every endpoint of the contract that changes an environment has a line in the table below.

import type { Client } from '@envhold/client/client.ts'
import type { LossCounts } from '@envhold/contract/accounts/protection.ts'
import type { Endpoint } from '@envhold/contract/endpoint.ts'
import {
  createEnvironment,
  listEnvironments,
  updateEnvironment,
} from '@envhold/contract/environments/environments.ts'
import { listFormerNames } from '@envhold/contract/environments/former-names.ts'
import { everyEndpoint } from '@envhold/contract/every-endpoint.ts'
import { importVariables } from '@envhold/contract/variables/dotenv.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { forEachEngine, headersOf } from '../../../dev/world/app-for-tests.ts'
import { activityOf, eventsDuring } from '../../../dev/world/events-of.ts'
import { projectWorld } from '../../../dev/world/sample-inputs/project-world.ts'
import { projectInput } from '../../../dev/world/sample-inputs/sample-input.ts'
import { seedPersonalToken, seedProject } from '../../../dev/world/seed-project.ts'
import { shareProject } from '../../../dev/world/share-project.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { withPerson } from '../../../dev/world/with-person.ts'

const none: LossCounts = { replaced: 0, deleted: 0 }

/** What a call would lose, or why it loses nothing. The environment holds HELLO=2 and B=1, and HELLO=1 in version 1. */
const decisions: Readonly<Record<string, LossCounts | string>> = {
  createVariable: 'only adds',
  rekeyEnvironments: 'changes keys, not what they open',
  createEnvironment: 'only adds',
  awaitVersion: 'reads',
  countVariables: 'reads',
  findVariables: 'reads',
  updateVariable: { replaced: 1, deleted: 0 },
  deleteVariable: { replaced: 0, deleted: 1 },
  writeVariables: { replaced: 1, deleted: 1 },
  importVariables: { replaced: 2, deleted: 0 },
  restoreVersion: { replaced: 1, deleted: 0 },
  renameEnvironment: none,
  updateEnvironment: none,
  endFormerName: none,
  deleteEnvironment: { replaced: 0, deleted: 2 },
}
/** In place of those of the samples, which lose nothing. */
const bodies: Readonly<Record<string, object>> = {
  writeVariables: { variables: { HELLO: '3', C: '1' }, mode: 'replace' },
  importVariables: { dotenv: 'HELLO=3\nB=3\nC=3\n', mode: 'merge' },
  updateEnvironment: { protected: false },
}

const changesEnvironments = ({ method, path, permission, name }: Endpoint) =>
  method !== 'GET' &&
  (permission === 'write_variables' || /environments?\b/i.test(path) || /variable/i.test(name))

test('every call that changes variables or an environment has a decision', () => {
  const inQuestion = everyEndpoint.filter((call) => changesEnvironments(call) || call.confirms)
  expect(inQuestion.map(({ name }) => name).filter((name) => !(name in decisions))).toEqual([])
  const confirming = Object.keys(decisions).filter((name) => typeof decisions[name] === 'object')
  expect(
    everyEndpoint
      .filter(({ confirms }) => confirms)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(confirming.sort())
})

test('API keys cannot change anything', () => {
  expect(everyEndpoint.filter((call) => call.audience === 'api-key' && call.method !== 'GET')).toEqual([])
})

const rejected = { code: 'PROTECTED_ENVIRONMENT', status: 409 }

forEachEngine((engine) => {
  const app = withApp(engine)
  // The operator, whom no plan limits.
  const owner = withPerson(app)
  const writer = withPerson(app)

  const seedProtected = async () => {
    const { project, ids } = await seedProject(owner, 'Live')
    const id = ids.Live
    const write = (variables: Record<string, string>) =>
      owner.client.call(writeVariables, { params: { id }, body: { variables, mode: 'merge' } })
    await write({ HELLO: '1', B: '1' })
    await write({ HELLO: '2' })
    await owner.client.call(updateEnvironment, { params: { id }, body: { protected: true } })
    return { projectId: project.id, id }
  }
  const stateOf = async ({ projectId, id }: { projectId: number; id: number }) => {
    const { environments } = await owner.client.call(listEnvironments, { params: { projectId } })
    const { variables } = await owner.client.call(readVariables, { params: { id } })
    const former = await owner.client.call(listFormerNames, { params: { id } })
    return { environments, variables, former }
  }
  const callers = async (): Promise<readonly Client[]> => {
    const { token } = await seedPersonalToken(owner)
    return [owner.client, app.as({ token })]
  }

  const confirming = everyEndpoint.flatMap((call) => {
    const loss = decisions[call.name]
    return typeof loss === 'object' ? [[call.name, call, loss] as const] : []
  })

  test.each(confirming)('%s requires the name of a protected environment', async (name, call, loss) => {
    const at = await seedProtected()
    const sample = await projectInput(name, {
      ...projectWorld(app, owner, at),
      newEnvironment: async () => at.id,
      newVariable: async () => 'HELLO',
    })
    const input = { ...sample, ...(bodies[name] && { body: bodies[name] }) } as never
    const before = await stateOf(at)
    for (const client of await callers())
      for (const confirmedEnvironment of [undefined, 'production'])
        expect(
          await eventsDuring(app, async () => {
            const options = confirmedEnvironment === undefined ? {} : { confirmedEnvironment }
            await expect(client.call(call, input, options)).rejects.toMatchObject({
              ...rejected,
              details: [
                { path: 'environment', message: 'Live' },
                { path: 'replaced', message: String(loss.replaced) },
                { path: 'deleted', message: String(loss.deleted) },
              ],
            })
          }),
        ).toEqual([])
    expect(await stateOf(at)).toEqual(before)
    await owner.client.call(call, input, { confirmedEnvironment: 'live' })
    const after = await stateOf(at).catch(() => 'deleted')
    expect(after).not.toEqual(before)
  })

  test('adding needs no confirmation, and neither does a write that changes nothing', async () => {
    const { id } = await seedProtected()
    const params = { id }
    for (const mode of ['merge', 'replace'] as const)
      await owner.client.call(writeVariables, {
        params,
        body: { variables: { HELLO: '2', B: '1', C: '1' }, mode },
      })
    const preview = await owner.client.call(importVariables, {
      params,
      body: { dotenv: 'HELLO=3', mode: 'replace', dryRun: true },
    })
    expect(preview).toMatchObject({ changed: ['HELLO'], removed: ['B', 'C'] })
    await owner.client.call(updateEnvironment, { params, body: { color: 'brown', protected: true } })
    expect((await owner.client.call(readVariables, { params })).environment).toMatchObject({
      version: 3,
      color: 'brown',
      protected: true,
    })
  })

  test('a collaborator confirms writes, too, and cannot remove the protection', async () => {
    const { projectId, id } = await seedProtected()
    await shareProject(app, owner, projectId, writer, { role: 'write', environments: [id] })
    const write = { params: { id }, body: { variables: { HELLO: '3' }, mode: 'merge' } } as const
    await expect(writer.client.call(writeVariables, write)).rejects.toMatchObject(rejected)
    await writer.client.call(writeVariables, write, { confirmedEnvironment: 'Live' })
    await expect(
      writer.client.call(
        updateEnvironment,
        { params: { id }, body: { protected: false } },
        { confirmedEnvironment: 'Live' },
      ),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('another version is reported before the missing confirmation', async () => {
    const { id } = await seedProtected()
    const write = { params: { id }, body: { variables: { HELLO: '3' }, mode: 'merge' } } as const
    await expect(owner.client.call(writeVariables, write, { ifMatch: 1 })).rejects.toMatchObject({
      code: 'VERSION_MISMATCH',
    })
  })

  test('a new production, prod or live is protected unless its creator says otherwise', async () => {
    const { project } = await seedProject(owner)
    const create = async (name: string, more: { protected?: boolean; color?: 'sky' } = {}) =>
      (
        await owner.client.call(createEnvironment, {
          params: { projectId: project.id },
          body: { name, ...more },
        })
      ).environment
    expect(await create('production')).toMatchObject({ protected: true, color: null })
    expect(await create('Prod', { protected: false })).toMatchObject({ protected: false })
    expect(await create('staging')).toMatchObject({ protected: false })
    expect(await create('qa', { protected: true, color: 'sky' })).toMatchObject({
      protected: true,
      color: 'sky',
    })
  })

  test('changes of the marks are in the activity, one entry each', async () => {
    const { project, ids } = await seedProject(owner, 'qa')
    const update = (body: object, confirmedEnvironment?: string) =>
      owner.client.call(updateEnvironment, { params: { id: ids.qa }, body }, { confirmedEnvironment })
    const already = (await activityOf(app)).length
    await update({ name: 'eu', color: 'plum', protected: true })
    await update({ name: 'eu', color: 'plum', protected: true })
    await update({})
    await update({ color: null, protected: false }, 'eu')
    const events = (await activityOf(app)).slice(already)
    expect(
      events.map(({ event_type, severity, description }) => [event_type, severity, description]),
    ).toEqual([
      ['environment_updated', 'low', 'Renamed the environment "qa" to "eu"'],
      ['environment_updated', 'low', 'Changed the color of the environment "eu" to plum'],
      ['environment_updated', 'low', 'Protected the environment "eu"'],
      ['environment_updated', 'low', 'Changed the color of the environment "eu" to that of its name'],
      ['environment_updated', 'medium', 'Removed the protection of the environment "eu"'],
    ])
    const { environments } = await owner.client.call(listEnvironments, { params: { projectId: project.id } })
    expect(environments).toMatchObject([{ name: 'eu', color: null, protected: false }])
  })

  test.each(['%', '%ff'])('rejects the malformed name %j', async (name) => {
    const { id } = await seedProtected()
    const response = await app.fetch(`/api/env/environments/${id}`, {
      method: 'PUT',
      headers: {
        ...headersOf({ token: owner.token ?? '' }),
        'content-type': 'application/json',
        'confirm-environment': name,
      },
      body: '{}',
    })
    expect(await response.json()).toMatchObject({
      error: 'VALIDATION_FAILED',
      details: [{ path: 'Confirm-Environment' }],
    })
  })

  test('a protection that is removed in the database is noticed', async () => {
    const { id } = await seedProtected()
    await app.ctx.db.updateTable('environments').set({ is_protected: null }).where('id', '=', id).execute()
    await expect(owner.client.call(readVariables, { params: { id } })).rejects.toMatchObject({
      code: 'INTERNAL',
    })
  })
})
