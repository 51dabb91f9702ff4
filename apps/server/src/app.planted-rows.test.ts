// What an attacker with write access to the database, and nothing else, tries: each is rejected and recorded.

import { listActivityLogs } from '@envhold/contract/activity/activity.ts'
import { listActivityLines } from '@envhold/contract/activity/activity-lines.ts'
import { deleteApiKey, updateApiKey } from '@envhold/contract/api-keys.ts'
import {
  createEnvironment,
  listAccessibleEnvironments,
  listEnvironments,
  renameEnvironment,
} from '@envhold/contract/environments/environments.ts'
import { inject, readSchema } from '@envhold/contract/inject.ts'
import { revokePersonalToken } from '@envhold/contract/personal-tokens/personal-tokens.ts'
import { createProject, listProjects, readProject } from '@envhold/contract/projects/projects.ts'
import { createVariable, listVariableNames, updateVariable } from '@envhold/contract/variables/variables.ts'
import { readVersion, restoreVersion } from '@envhold/contract/variables/versions.ts'
import { newEnvironmentKey } from '@envhold/vault/environment.ts'
import { sealGrant } from '@envhold/vault/grant.ts'
import { keyPairFromSeed, newSeed } from '@envhold/vault/key-pair.ts'
import { afterEach, beforeAll, test } from 'vitest'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import { changedColumns, expectDetected, firstRow, type PlantedRow } from '../../../dev/world/planted-row.ts'
import {
  seedApiKey,
  seedEnvironment,
  seedPersonalToken,
  variablesOf,
} from '../../../dev/world/seed-project.ts'
import { snapshotRows } from '../../../dev/world/snapshot-rows.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { withPerson } from '../../../dev/world/with-person.ts'
import { personalTokens } from './db/schema/accounts.ts'
import { environments } from './db/schema/environments.ts'
import { apiKeys } from './db/schema/projects.ts'
import { inTransaction } from './db/transaction.ts'
import { insertGrants } from './features/keyring/grant-store.ts'
import { insertPrincipal } from './features/keyring/principal-store.ts'

interface World {
  /**
   * The environment under attack: `A` was 1, then 2; then a token was revoked, so version 1 is under an older key.
   */
  readonly id: number
  readonly projectId: number
  readonly key: { readonly id: string; readonly apiKey: string }
  readonly token: { readonly id: string; readonly token: string }
  /** Another environment of the same owner, in another project. */
  readonly other: { readonly id: number; readonly projectId: number }
}

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const attacker = withPerson(app)
  let world: World
  let attackersProject: number
  let restore: () => Promise<void>
  beforeAll(async () => {
    const { project } = await attacker.client.call(createProject, { body: { name: 'Attack' } })
    attackersProject = project.id
    world = await seedWorld()
    await read(world)
    await injected(world)
    restore = await snapshotRows(app)
  })
  afterEach(() => restore())

  const seedWorld = async (): Promise<World> => {
    const other = await seedEnvironment(owner, { OTHER: '1' })
    await owner.client.call(updateVariable, { params: { id: other.id, key: 'OTHER' }, body: { value: '2' } })
    const { id, projectId } = await seedEnvironment(owner, { A: '1' })
    await owner.client.call(updateVariable, { params: { id, key: 'A' }, body: { value: '2' } })
    const gone = await seedPersonalToken(owner)
    await owner.client.call(revokePersonalToken, { params: { id: gone.id } })
    const key = await seedApiKey(owner, projectId)
    return { id, projectId, key, token: await seedPersonalToken(owner), other }
  }
  const injected = ({ key, projectId }: World) =>
    app.as(key).call(inject, { params: { projectId, environment: 'production' }, query: {} })
  const schema = ({ key, projectId }: World) =>
    app.as(key).call(readSchema, { params: { projectId, environment: 'production' } })
  const names = ({ id }: World) => owner.client.call(listVariableNames, { params: { id } })
  const read = ({ id }: World) => variablesOf(owner, id)
  const write = ({ id }: World) =>
    owner.client.call(createVariable, { params: { id }, body: { key: 'NEW', value: '1' } })
  const history = ({ id }: World) => owner.client.call(readVersion, { params: { id, version: 1 } })

  const update = {
    head: ({ id }: World, set: object) =>
      app.ctx.db.updateTable('environments').set(set).where('id', '=', id).execute(),
    names: ({ id }: World, text: string) =>
      app.ctx.db
        .updateTable('environment_names')
        .set({ names: text })
        .where('environment_id', '=', id)
        .execute(),
    epoch: ({ id }: World, set: object) =>
      app.ctx.db
        .updateTable('environment_epochs')
        .set(set)
        .where('environment_id', '=', id)
        .where('epoch', '=', (query) => query.selectFrom('environments').select('epoch').where('id', '=', id))
        .execute(),
    key: ({ key }: World, set: object) =>
      app.ctx.db.updateTable('api_keys').set(set).where('id', '=', key.id).execute(),
    principal: (id: string, set: object) =>
      app.ctx.db.updateTable('principals').set(set).where('id', '=', id).execute(),
    grant: ({ id }: World, principal: string | number, set: object) =>
      app.ctx.db
        .updateTable('grants')
        .set(set)
        .where('environment_id', '=', id)
        .where('principal', '=', String(principal))
        .execute(),
    version: ({ id }: World, version: number, set: object) =>
      app.ctx.db
        .updateTable('environment_versions')
        .set(set)
        .where('environment_id', '=', id)
        .where('version', '=', version)
        .execute(),
    project: ({ projectId }: World, set: object) =>
      app.ctx.db.updateTable('projects').set(set).where('id', '=', projectId).execute(),
  }
  const headOf = async (id: number) =>
    firstRow(await app.ctx.db.selectFrom('environments').selectAll().where('id', '=', id).execute())
  const epochOf = async (id: number, epoch: number) =>
    firstRow(
      await app.ctx.db
        .selectFrom('environment_epochs')
        .selectAll()
        .where('environment_id', '=', id)
        .where('epoch', '=', epoch)
        .execute(),
    )
  const grantOf = async (id: number, principal: string | number) =>
    firstRow(
      await app.ctx.db
        .selectFrom('grants')
        .selectAll()
        .where('environment_id', '=', id)
        .where('principal', '=', String(principal))
        .execute(),
    )
  const versionOf = async (id: number, version: number) =>
    firstRow(
      await app.ctx.db
        .selectFrom('environment_versions')
        .selectAll()
        .where('environment_id', '=', id)
        .where('version', '=', version)
        .execute(),
    )
  const principalOf = async (id: string) =>
    firstRow(await app.ctx.db.selectFrom('principals').selectAll().where('id', '=', id).execute())
  const keyOf = async (id: string) =>
    firstRow(await app.ctx.db.selectFrom('api_keys').selectAll().where('id', '=', id).execute())
  const planted = keyPairFromSeed(newSeed())

  const attacks: readonly PlantedRow<World>[] = [
    // Grants
    [
      'a grant stolen from another environment, read by its user',
      'grants',
      async (w) => {
        const { sealed, mac } = await grantOf(w.other.id, owner.userId)
        await update.grant(w, owner.userId, { sealed, mac })
      },
      read,
    ],
    [
      'a grant stolen from another environment, injected',
      'grants',
      async (w) => {
        const stolen = await seedApiKey(owner, w.other.projectId)
        const { sealed, mac } = await grantOf(w.other.id, stolen.id)
        await update.grant(w, w.key.id, { sealed, mac })
      },
      injected,
    ],
    [
      'a grant of an attacker’s own key, for the API key',
      'grants',
      async (w) => {
        const { epoch } = await headOf(w.id)
        const at = { project: w.projectId, environment: w.id, epoch }
        const principal = { kind: 'api-key', id: w.key.id } as const
        await update.grant(w, w.key.id, {
          sealed: sealGrant(newEnvironmentKey(), at, principal, planted.publicKey),
        })
      },
      injected,
    ],
    [
      'a grant for a principal that does not exist',
      'grants',
      async (w) => {
        const grant = await grantOf(w.id, w.key.id)
        await app.ctx.db
          .insertInto('grants')
          .values({ ...grant, principal: 'planted' })
          .execute()
      },
      write,
    ],
    [
      'a holder removed without the owner',
      'environment_epochs',
      async (w) => {
        await app.ctx.db.deleteFrom('grants').where('principal', '=', w.key.id).execute()
      },
      write,
    ],
    // Names
    ...(
      [
        ['by an API key', schema],
        ['by its owner', names],
      ] as const
    ).flatMap(([reader, probe]): PlantedRow<World>[] => [
      [
        `a changed list of names, read ${reader}`,
        'environment_names',
        (w) => update.names(w, '["A","PLANTED"]'),
        probe,
      ],
      [
        `a list of names that is no JSON, read ${reader}`,
        'environment_names',
        (w) => update.names(w, '["A"'),
        probe,
      ],
      [
        `a list of names removed, read ${reader}`,
        'environment_names',
        (w) => app.ctx.db.deleteFrom('environment_names').where('environment_id', '=', w.id).execute(),
        probe,
      ],
      [
        `the names of another environment, with their hash, read ${reader}`,
        'environments',
        async (w) => {
          const { names_hash } = await headOf(w.other.id)
          await update.names(w, '["OTHER"]')
          await update.head(w, { names_hash })
        },
        probe,
      ],
      [
        `earlier names restored, with their hash, read ${reader}`,
        'environments',
        async (w) => {
          const { names_hash } = await headOf(w.id)
          await write(w)
          await update.names(w, '["A"]')
          await update.head(w, { names_hash })
        },
        probe,
      ],
      [
        `the hash of the names taken away, read ${reader}`,
        'environments',
        (w) => update.head(w, { names_hash: null }),
        probe,
      ],
    ]),
    // Principals
    [
      'an API key’s public key replaced, before a new environment is sealed to it',
      'principals',
      (w) => update.principal(w.key.id, { public_key: planted.publicKey }),
      (w) =>
        owner.client.call(createEnvironment, {
          params: { projectId: w.projectId },
          body: { name: 'new' },
        }),
    ],
    [
      'a token’s public key replaced, before a write',
      'principals',
      (w) => update.principal(w.token.id, { public_key: planted.publicKey }),
      write,
    ],
    [
      'a revoked token un-revoked, before the re-key that takes it off',
      'principals',
      async (w) => {
        await app.as({ token: owner.token }).call(revokePersonalToken, { params: { id: w.token.id } })
        await update.principal(w.token.id, { revoked: 0 })
      },
      read,
    ],
    [
      'a key with a list made one for all environments',
      'principals',
      async (w) => {
        await owner.client.call(updateApiKey, {
          params: { id: w.projectId, keyId: w.key.id },
          body: { environment_access: [String(w.id)] },
        })
        await update.principal(w.key.id, { all_environments: 1 })
      },
      (w) =>
        owner.client.call(createEnvironment, { params: { projectId: w.projectId }, body: { name: 'new' } }),
    ],
    [
      'a token that was revoked restored, before a new environment',
      'principals',
      async (w) => {
        const row = await principalOf(w.token.id)
        await owner.client.call(revokePersonalToken, { params: { id: w.token.id } })
        await app.ctx.db.insertInto('principals').values(row).execute()
      },
      (w) =>
        owner.client.call(createEnvironment, { params: { projectId: w.projectId }, body: { name: 'new' } }),
    ],
    [
      'a token that was revoked restored, before the first environment of a project',
      'principals',
      async (w) => {
        const row = await principalOf(w.token.id)
        await owner.client.call(revokePersonalToken, { params: { id: w.token.id } })
        await app.ctx.db.insertInto('principals').values(row).execute()
      },
      async () => {
        const { project } = await owner.client.call(createProject, { body: { name: 'fresh' } })
        await owner.client.call(createEnvironment, {
          params: { projectId: project.id },
          body: { name: 'first' },
        })
      },
    ],
    [
      'an API key that was deleted restored, before a new environment',
      'principals',
      async (w) => {
        const row = await principalOf(w.key.id)
        await owner.client.call(deleteApiKey, { params: { id: w.projectId, keyId: w.key.id } })
        await app.ctx.db.insertInto('principals').values(row).execute()
      },
      (w) =>
        owner.client.call(createEnvironment, { params: { projectId: w.projectId }, body: { name: 'new' } }),
    ],
    // Rosters: changed by an attacker who has the server secret, so that every row’s MAC is valid
    [
      'a holder with valid MACs, in no roster',
      'environment_epochs',
      async (w) => {
        const { epoch } = await headOf(w.id)
        const at = { project: w.projectId, environment: w.id, epoch }
        const sealed = sealGrant(
          newEnvironmentKey(),
          at,
          { kind: 'api-key', id: 'planted' },
          planted.publicKey,
        )
        await inTransaction(app.ctx, async (tx) => {
          await insertPrincipal(tx, {
            kind: 'api-key',
            id: `planted${w.id}`,
            user_id: owner.userId,
            project_id: w.projectId,
            all_environments: 0,
            public_key: planted.publicKey,
          })
          const principal = `planted${w.id}`
          await insertGrants(tx, [{ environment_id: w.id, kind: 'api-key', principal, epoch, sealed }])
        })
      },
      write,
    ],
    [
      'the roster of another environment',
      'environment_epochs',
      async (w) => {
        const { roster_mac } = await epochOf(w.other.id, (await headOf(w.other.id)).epoch)
        await update.epoch(w, { roster_mac })
      },
      write,
    ],
    // Epochs
    [
      'a key by another name, read by its user',
      'grants',
      (w) => update.epoch(w, { key_id: Buffer.alloc(32, 7) }),
      read,
    ],
    [
      'a key by another name, injected',
      'grants',
      (w) => update.epoch(w, { key_id: Buffer.alloc(32, 7) }),
      injected,
    ],
    ['no link to the previous key', 'environment_epochs', (w) => update.epoch(w, { link_mac: null }), write],
    [
      'another environment’s link',
      'environment_epochs',
      async (w) => {
        const { link_mac } = await epochOf(w.other.id, (await headOf(w.other.id)).epoch)
        await update.epoch(w, { link_mac })
      },
      write,
    ],
    [
      'the previous key of another environment, in the history',
      'environment_epochs',
      async (w) => {
        const { previous_key } = await epochOf(w.other.id, (await headOf(w.other.id)).epoch)
        await update.epoch(w, { previous_key })
      },
      history,
    ],
    [
      'the current epoch deleted',
      'environment_epochs',
      async (w) => {
        const { epoch } = await headOf(w.id)
        await app.ctx.db
          .deleteFrom('environment_epochs')
          .where('environment_id', '=', w.id)
          .where('epoch', '=', epoch)
          .execute()
      },
      read,
    ],
    // Heads
    ...changedColumns<World>({
      table: environments,
      references: { project_id: () => attackersProject },
      update: update.head,
      probe: read,
    }),
    [
      'a count changed, on the dashboard',
      'environments',
      (w) => update.head(w, { variable_count: 7 }),
      () => owner.client.call(listProjects, {}),
    ],
    [
      'a count changed, in the list of all environments',
      'environments',
      (w) => update.head(w, { variable_count: 7 }),
      () => owner.client.call(listAccessibleEnvironments, {}),
    ],
    [
      'a count changed, in the project',
      'environments',
      (w) => update.head(w, { variable_count: 7 }),
      (w) => owner.client.call(listEnvironments, { params: { projectId: w.projectId } }),
    ],
    ['a head set back, injected', 'environments', (w) => update.head(w, { version: 1 }), injected],
    [
      'a pending re-key cancelled',
      'environments',
      async (w) => {
        await app
          .as({ token: owner.token })
          .call(deleteApiKey, { params: { id: w.projectId, keyId: w.key.id } })
        await update.head(w, { rekey_pending: 0 })
      },
      read,
    ],
    [
      'two environments’ names swapped, injected',
      'environments',
      (w) => update.head(w, { name: 'staging', name_canonical: 'production' }),
      injected,
    ],
    [
      'an environment moved to the attacker’s project',
      'environments',
      (w) => update.head(w, { project_id: attackersProject }),
      (w) => variablesOf(attacker, w.id),
    ],
    [
      'the head of another environment',
      'environments',
      async (w) => {
        const { version, epoch, mac } = await headOf(w.other.id)
        await update.head(w, { version, epoch, mac })
      },
      (w) => owner.client.call(renameEnvironment, { params: { id: w.id }, body: { name: 'renamed' } }),
    ],
    // Versions
    [
      'an older version in place of the newest, read by its user',
      'environment_versions',
      async (w) => update.version(w, 2, { sealed: (await versionOf(w.id, 1)).sealed }),
      read,
    ],
    [
      'an older version in place of the newest, injected',
      'environment_versions',
      async (w) => update.version(w, 2, { sealed: (await versionOf(w.id, 1)).sealed }),
      injected,
    ],
    [
      'the version of another environment, before a write',
      'environment_versions',
      async (w) => update.version(w, 2, { sealed: (await versionOf(w.other.id, 2)).sealed }),
      write,
    ],
    [
      'the version of another environment, in the history',
      'environment_versions',
      async (w) => update.version(w, 1, { sealed: (await versionOf(w.other.id, 1)).sealed }),
      history,
    ],
    [
      'the version of another environment, restored',
      'environment_versions',
      async (w) => update.version(w, 1, { sealed: (await versionOf(w.other.id, 1)).sealed }),
      ({ id }) => owner.client.call(restoreVersion, { params: { id, version: 1 } }),
    ],
    [
      'the newest version deleted, read by its user',
      'environment_versions',
      (w) => app.ctx.db.deleteFrom('environment_versions').where('environment_id', '=', w.id).execute(),
      read,
    ],
    [
      'the newest version deleted, injected',
      'environment_versions',
      (w) => app.ctx.db.deleteFrom('environment_versions').where('environment_id', '=', w.id).execute(),
      injected,
    ],
    [
      'a version of a key that does not exist',
      'environment_versions',
      (w) => update.version(w, 1, { epoch: 99 }),
      history,
    ],
    [
      'a version removed from the newest, before a re-key',
      'environment_versions',
      async (w) => update.version(w, 2, { sealed: (await versionOf(w.id, 1)).sealed }),
      async (w) => {
        // It takes effect, and the next write re-keys.
        await owner.client.call(deleteApiKey, { params: { id: w.projectId, keyId: w.key.id } })
        return write(w)
      },
    ],
    // API keys
    ...changedColumns<World>({
      table: apiKeys,
      references: { project_id: (w) => w.other.projectId },
      // The secret is compared first.
      except: ['auth_hash'],
      update: update.key,
      probe: injected,
    }),
    [
      'a key activated again',
      'api_keys',
      async (w) => {
        await owner.client.call(updateApiKey, {
          params: { id: w.projectId, keyId: w.key.id },
          body: { is_active: false },
        })
        await update.key(w, { is_active: 1 })
      },
      injected,
    ],
    [
      'a key with another key’s secret',
      'api_keys',
      async (w) => {
        const stolen = await keyOf((await seedApiKey(owner, w.other.projectId)).id)
        await update.key(w, { auth_hash: stolen.auth_hash, mac: stolen.mac })
      },
      injected,
    ],
    [
      'a key moved to another project',
      'api_keys',
      (w) => update.key(w, { project_id: w.other.projectId }),
      ({ key, other }) =>
        app.as(key).call(inject, {
          params: { projectId: other.projectId, environment: 'production' },
          query: {},
        }),
    ],
    [
      'a key that was changed, managed by its owner',
      'api_keys',
      (w) => update.key(w, { environment_access: null, expires_at: 1 }),
      (w) =>
        owner.client.call(updateApiKey, {
          params: { id: w.projectId, keyId: w.key.id },
          body: { name: 'x' },
        }),
    ],
    // Projects, tokens, accounts
    [
      'a project assigned to the attacker',
      'projects',
      (w) => update.project(w, { owner_id: attacker.userId }),
      (w) => attacker.client.call(readProject, { params: { id: w.projectId } }),
    ],
    [
      'a project assigned to the attacker, in the list',
      'projects',
      (w) => update.project(w, { owner_id: attacker.userId }),
      () => attacker.client.call(listProjects, {}),
    ],
    [
      'a project assigned to the attacker, whose activity is listed',
      'projects',
      (w) => update.project(w, { owner_id: attacker.userId }),
      () =>
        attacker.client.call(listActivityLogs, {
          query: { page: 1, limit: 20, timeRange: '24h', filter: 'all' },
        }),
    ],
    [
      'a project assigned to the attacker, in lines of activity',
      'projects',
      (w) => update.project(w, { owner_id: attacker.userId }),
      () =>
        attacker.client.call(listActivityLines, { query: { timeRange: '24h', filter: 'all', limit: 20 } }),
    ],
    ...changedColumns<World>({
      table: personalTokens,
      references: { user_id: () => attacker.userId },
      except: ['auth_hash'],
      update: (w, set) =>
        app.ctx.db.updateTable('personal_tokens').set(set).where('id', '=', w.token.id).execute(),
      probe: (w) => variablesOf({ client: app.as(w.token) }, w.id),
    }),
  ]

  test.each(attacks)('%s', async (_, table, plant, probe) => {
    await plant(world)
    await expectDetected(app, table, () => probe(world))
  })
})
