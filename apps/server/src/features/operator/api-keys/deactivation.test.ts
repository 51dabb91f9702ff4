import { createClient } from '@envhold/client/client.ts'
import { listActivityLogs, listProjectActivity } from '@envhold/contract/activity/activity.ts'
import { deleteApiKey, listApiKeys, updateApiKey } from '@envhold/contract/api-keys.ts'
import { inject } from '@envhold/contract/inject.ts'
import { deactivateApiKey } from '@envhold/contract/operator/api-keys.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addPerson } from '../../../../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../../../../dev/world/app-for-tests.ts'
import { mailsOf } from '../../../../../../dev/world/mails.ts'
import { seedApiKey, seedEnvironment, variablesOf } from '../../../../../../dev/world/seed-project.ts'
import type { Person } from '../../../../../../dev/world/sign-up.ts'
import { withApp } from '../../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../../dev/world/with-person.ts'
import { withSecondNode } from '../../../../../../dev/world/with-second-node.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { findMissingRows } from '../../../verify/missing-row-store.ts'
import { verifyEnvironments } from '../../../verify/verify-environments.ts'
import { changeApiKey, findApiKey } from '../../api-keys/api-key-store.ts'
import { sweepDeactivatedKeys } from '../../api-keys/sweep-api-keys.ts'
import { listOperatorActions } from '../users/operator-action-store.ts'

forEachEngine((engine) => {
  const app = withApp(engine)
  const second = withSecondNode(app)
  const operator = withPerson(app, { masterPassword: null })
  let owner: Person
  let projectId: number
  let environmentId: number
  let key: { readonly id: string; readonly apiKey: string }
  beforeAll(async () => {
    owner = await addPerson(app)
    ;({ projectId, id: environmentId } = await seedEnvironment(owner))
  })
  beforeEach(async () => {
    key = await seedApiKey(owner, projectId, { name: 'Deploy' })
  })

  const deactivate = (reason = 'Published in a repository', id = key.id) =>
    operator.client.call(deactivateApiKey, { params: { id }, body: { reason } })
  const params = () => ({ id: projectId, keyId: key.id })
  const read = (url = app.url) =>
    createClient({ server: url, headers: () => ({ 'x-api-key': key.apiKey }) }).call(inject, {
      params: { projectId, environment: 'production' },
      query: {},
    })
  const listed = async () =>
    (await owner.client.call(listApiKeys, { params: { id: projectId } })).api_keys.find(
      ({ id }) => id === key.id,
    )

  test('the key is rejected at once on every node, also where an answer is remembered', async () => {
    for (const url of [app.url, app.url, app.url, second.url, second.url, second.url])
      expect(await read(url)).toContain('HELLO')
    expect(await deactivate()).toEqual({ message: 'API key deactivated successfully' })
    for (const url of [app.url, second.url])
      await expect(read(url)).rejects.toMatchObject({
        code: 'UNAUTHENTICATED',
        message:
          'An operator of this server deactivated this API key. Its owner can read why, and create another one.',
      })
  })

  test('its owner sees when and why, cannot activate it, but can delete it and create another one', async () => {
    await deactivate('  Published in a repository ')
    const deactivated = {
      is_active: false,
      deactivated_at: expect.stringMatching(/Z$/),
      deactivated_reason: 'Published in a repository',
    }
    expect(await listed()).toMatchObject(deactivated)
    const activate = (body: object) => owner.client.call(updateApiKey, { params: params(), body })
    for (const body of [{ is_active: true }, { is_active: true, name: 'New name' }])
      await expect(activate(body)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: 'An operator deactivated this API key. It cannot be activated again. Create another one.',
      })
    expect((await activate({ name: 'Old' })).api_key).toMatchObject({ key_name: 'Old', ...deactivated })
    await expect(read()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    const replacement = await seedApiKey(owner, projectId, { name: 'Deploy' })
    await owner.client.call(deleteApiKey, { params: params() })
    expect(await listed()).toBeUndefined()
    key = replacement
    expect(await read()).toContain('HELLO')
  })

  test('its owner is mailed, and reads it in the activity and among what operators did', async () => {
    await deactivate()
    const mail = (await mailsOf(app)).findLast(({ to }) => to === owner.email)
    expect(mail).toMatchObject({ template: 'api-key-deactivated' })
    expect(mail?.text).toContain('Deploy')
    expect(mail?.text).toContain('Published in a repository')
    const ofProject = await owner.client.call(listProjectActivity, { params: { id: projectId }, query: {} })
    const ofAccount = await owner.client.call(listActivityLogs, { query: {} })
    for (const logs of [ofProject.activities, ofAccount.logs]) {
      expect(logs[0]).toMatchObject({
        event_type: 'api_key_deactivated',
        description: 'An operator deactivated the API key "Deploy": Published in a repository',
      })
      expect(JSON.stringify(logs)).not.toContain(operator.username)
    }
    expect(await listOperatorActions(app.ctx, owner.userId, 1)).toMatchObject([
      {
        act: 'deactivate_api_key',
        reason: 'Published in a repository',
        operator: operator.username,
        details: { api_key: 'Deploy', project: 'Shop', project_id: projectId },
      },
    ])
  })

  test('what it could open is gone with it, and the owner reads which values to change', async () => {
    const grants = async () =>
      (
        await app.ctx.db
          .selectFrom('grants')
          .select('sealed')
          .where('kind', '=', 'api-key')
          .where('principal', '=', key.id)
          .execute()
      ).filter(({ sealed }) => sealed.length > 34)
    expect(await grants()).toHaveLength(1)
    await deactivate()
    expect(await grants()).toEqual([])
    const mail = (await mailsOf(app)).findLast(({ to }) => to === owner.email)
    expect(mail?.text).toContain('It could read the values of production.')
    expect(mail?.link).toBe(`${app.ctx.config.publicUrl}/project/${projectId}`)
    const change = { params: params(), body: { environment_access: null } }
    await expect(owner.client.call(updateApiKey, change)).rejects.toMatchObject({ code: 'CONFLICT' })
    // The owner's next unlocked call gives the environment a new key, and everything belongs together.
    await variablesOf(owner, environmentId)
    const problems: string[] = []
    await verifyEnvironments(
      app.ctx.db,
      app.ctx.secrets,
      (...finding) => void problems.push(finding.join(' ')),
    )
    await findMissingRows(app.ctx.db, (...finding) => void problems.push(finding.join(' ')))
    expect(problems).toEqual([])
  })

  test('a key that was deactivated before deactivating revoked anything loses it by the next sweep', async () => {
    expect(await sweepDeactivatedKeys(app.ctx)).toBe(0)
    const off = { is_active: 0, deactivated_at: app.ctx.clock(), deactivated_reason: 'Published' }
    await inTransaction(app.ctx, async (tx) => {
      const row = await findApiKey(tx, projectId, key.id)
      if (row) await changeApiKey(tx, row, off)
    })
    expect(await sweepDeactivatedKeys(app.ctx)).toBe(1)
    expect(await sweepDeactivatedKeys(app.ctx)).toBe(0)
    const { rekey_pending } = await app.ctx.db
      .selectFrom('environments')
      .select('rekey_pending')
      .where('id', '=', environmentId)
      .executeTakeFirstOrThrow()
    expect(rekey_pending).toBe(1)
    await variablesOf(owner, environmentId)
    const problems: string[] = []
    await verifyEnvironments(
      app.ctx.db,
      app.ctx.secrets,
      (...finding) => void problems.push(finding.join(' ')),
    )
    expect(problems).toEqual([])
  })

  test('it needs a reason and an existing key, and happens once', async () => {
    for (const reason of ['', ' \t '])
      await expect(deactivate(reason)).rejects.toMatchObject({
        code: 'VALIDATION_FAILED',
        details: [{ path: 'reason', message: 'Please provide a reason for deactivation' }],
      })
    await expect(deactivate('Published', 'nosuchkey')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const both = await Promise.allSettled([deactivate('One'), deactivate('Two')])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(deactivate()).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('whoever can only write to the database cannot undo it', async () => {
    await deactivate()
    await app.ctx.db
      .updateTable('api_keys')
      .set({ is_active: 1, deactivated_at: null, deactivated_reason: null })
      .where('id', '=', key.id)
      .execute()
    await expect(read()).rejects.toMatchObject({ status: 500 })
  })
})
