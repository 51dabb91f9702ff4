// What an attacker with write access to the database tries with shared projects: inserted, changed and swapped rows,
// and old ones restored. Each is rejected and recorded.

import {
  listCollaborators,
  listProjectPeople,
  removeCollaborator,
  updateCollaborator,
} from '@envhold/contract/collaborators/collaborators.ts'
import { acceptInvitation } from '@envhold/contract/collaborators/invitations.ts'
import { listProjects, readProject } from '@envhold/contract/projects/projects.ts'
import { createVariable } from '@envhold/contract/variables/variables.ts'
import { newToken } from '@envhold/integrity/token.ts'
import { newEnvironmentKey } from '@envhold/vault/environment.ts'
import { sealGrant } from '@envhold/vault/grant.ts'
import { keyPairFromSeed, newSeed } from '@envhold/vault/key-pair.ts'
import type { Selectable } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { addPerson } from '../../../dev/world/add-person.ts'
import { forEachEngine } from '../../../dev/world/app-for-tests.ts'
import {
  changedColumns,
  expectDetected,
  firstRow,
  type PlantedRow,
  violationsDuring,
} from '../../../dev/world/planted-row.ts'
import { seedProject, variablesOf } from '../../../dev/world/seed-project.ts'
import {
  accept,
  type Invited,
  invite,
  markEmailVerified,
  shareProject,
} from '../../../dev/world/share-project.ts'
import type { Person } from '../../../dev/world/sign-up.ts'
import { snapshotRows } from '../../../dev/world/snapshot-rows.ts'
import { withApp } from '../../../dev/world/with-app.ts'
import { withPerson } from '../../../dev/world/with-person.ts'
import { invitations, memberships } from './db/schema/projects.ts'
import type { Tables } from './db/tables.ts'
import { inTransaction } from './db/transaction.ts'
import { insertGrants } from './features/keyring/grant-store.ts'
import { findPrincipal } from './features/keyring/principal-store.ts'

interface World {
  readonly projectId: number
  readonly production: number
  readonly staging: number
  /** Another project of the owner, which the attacker shares as a writer, with the attacker's environment. */
  readonly elsewhere: { readonly projectId: number; readonly id: number }
  /** The guest's, whose e-mail address is not verified: sealed to the mailed link. */
  readonly toLink: Invited
  /** The friend's, whose account has a vault. */
  readonly toAccount: Invited
}

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const writer = withPerson(app)
  /** Has read access to production. */
  const attacker = withPerson(app)
  const guest = withPerson(app)
  const friend = withPerson(app)
  let world: World
  let restore: () => Promise<void>
  beforeAll(async () => {
    await markEmailVerified(app, friend)
    await markEmailVerified(app, attacker)
    const { project, ids } = await seedProject(owner, 'production', 'staging')
    const { production, staging } = ids
    const other = await seedProject(owner, 'production')
    const elsewhere = { projectId: other.project.id, id: other.environments[0]?.id ?? 0 }
    for (const id of [production, staging, elsewhere.id]) await write(owner, id, 'SECRET')
    await shareProject(app, owner, project.id, writer, { environments: [production, staging] })
    await shareProject(app, owner, project.id, attacker, { role: 'read', environments: [production] })
    await shareProject(app, owner, elsewhere.projectId, attacker, { environments: [elsewhere.id] })
    const ask = (email: string) =>
      invite(app, owner, project.id, email, { role: 'read', environments: [production] })
    const toLink = await ask(guest.email)
    const toAccount = await ask(friend.email)
    world = { projectId: project.id, production, staging, elsewhere, toLink, toAccount }
    restore = await snapshotRows(app)
  })
  afterEach(async () => {
    await restore()
    // Failed work is paused for a while: move past the pause.
    app.advance(10 * 60_000)
  })

  const write = (by: Pick<Person, 'client'>, id: number, key: string) =>
    by.client.call(createVariable, { params: { id }, body: { key, value: '1' } })
  const remove = (w: World, { userId }: Person, by = owner.client) =>
    by.call(removeCollaborator, { params: { id: w.projectId, userId } })
  const locked = () => owner.lockedClient

  const membership = {
    of: async (projectId: number, { userId }: Person) =>
      firstRow(
        await app.ctx.db
          .selectFrom('memberships')
          .selectAll()
          .where('project_id', '=', projectId)
          .where('user_id', '=', userId)
          .execute(),
      ),
    update: (w: World, { userId }: Person, set: object) =>
      app.ctx.db
        .updateTable('memberships')
        .set(set)
        .where('project_id', '=', w.projectId)
        .where('user_id', '=', userId)
        .execute(),
    put: (row: Tables['memberships']) => app.ctx.db.insertInto('memberships').values(row).execute(),
  }
  const grantsOf = (id: number, { userId }: Person) =>
    app.ctx.db
      .selectFrom('grants')
      .selectAll()
      .where('environment_id', '=', id)
      .where('kind', '=', 'user')
      .where('principal', '=', String(userId))
      .execute()
  const setGrant = (id: number, { userId }: Person, set: object) =>
    app.ctx.db
      .updateTable('grants')
      .set(set)
      .where('environment_id', '=', id)
      .where('principal', '=', String(userId))
      .execute()
  const invitation = {
    of: async ({ id }: Invited) =>
      firstRow(await app.ctx.db.selectFrom('invitations').selectAll().where('id', '=', id).execute()),
    update: ({ id }: Invited, set: object) =>
      app.ctx.db.updateTable('invitations').set(set).where('id', '=', id).execute(),
    put: (row: Selectable<Tables['invitations']>) =>
      app.ctx.db.insertInto('invitations').values(row).execute(),
  }
  const headOf = async (id: number) =>
    firstRow(await app.ctx.db.selectFrom('environments').selectAll().where('id', '=', id).execute())
  const planted = keyPairFromSeed(newSeed())
  /** Seals a key that the attacker created to the attacker, with every MAC of the server valid. */
  const plantGrant = async (projectId: number, id: number, publicKey?: Uint8Array) => {
    const { epoch } = await headOf(id)
    const at = { project: projectId, environment: id, epoch }
    const principal = { kind: 'user', id: attacker.userId } as const
    const row = await findPrincipal(app.ctx, principal)
    const sealed = sealGrant(
      newEnvironmentKey(),
      at,
      principal,
      publicKey ?? row?.public_key ?? new Uint8Array(),
    )
    await inTransaction(app.ctx, (tx) =>
      insertGrants(tx, [
        { environment_id: id, kind: 'user', principal: String(attacker.userId), epoch, sealed },
      ]),
    )
  }

  const attacks: readonly PlantedRow<World>[] = [
    // Memberships
    ...changedColumns<World>({
      table: memberships,
      update: (w, set) => membership.update(w, attacker, set),
      probe: (w) => write(attacker, w.production, 'MINE'),
    }),
    [
      'another environment added to a membership, in the list',
      'memberships',
      (w) => membership.update(w, attacker, { environments: JSON.stringify([w.production, w.staging]) }),
      () => attacker.client.call(listProjects, {}),
    ],
    [
      'another collaborator’s role and MAC',
      'memberships',
      async (w) => {
        const { role, environments, mac } = await membership.of(w.projectId, writer)
        await membership.update(w, attacker, { role, environments, mac })
      },
      (w) => variablesOf(attacker, w.staging),
    ],
    [
      'a membership of another project, with its MAC',
      'memberships',
      async (w) => {
        const { role, environments, mac } = await membership.of(w.elsewhere.projectId, attacker)
        await membership.update(w, attacker, { role, environments, mac })
      },
      (w) => write(attacker, w.production, 'MINE'),
    ],
    [
      'a membership assigned to someone else',
      'memberships',
      (w) => membership.update(w, writer, { user_id: guest.userId }),
      (w) => guest.client.call(readProject, { params: { id: w.projectId } }),
    ],
    [
      'a changed membership, listed by the owner',
      'memberships',
      (w) => membership.update(w, attacker, { role: 'write' }),
      (w) => owner.client.call(listCollaborators, { params: { id: w.projectId } }),
    ],
    [
      'a changed membership, named beside its project',
      'memberships',
      (w) => membership.update(w, attacker, { role: 'write' }),
      () => owner.client.call(listProjectPeople, {}),
    ],
    [
      'a changed membership, before the owner changes it',
      'memberships',
      (w) => membership.update(w, attacker, { role: 'write' }),
      (w) =>
        owner.client.call(updateCollaborator, {
          params: { id: w.projectId, userId: attacker.userId },
          body: { role: 'read' },
        }),
    ],
    // Old rows restored
    [
      'a membership restored after the new key',
      'memberships',
      async (w) => {
        const row = await membership.of(w.projectId, attacker)
        await remove(w, attacker)
        await membership.put(row)
      },
      (w) => variablesOf(attacker, w.production),
    ],
    [
      'a writer’s membership restored after the new key, before a write',
      'memberships',
      async (w) => {
        const row = await membership.of(w.projectId, writer)
        await remove(w, writer)
        await membership.put(row)
      },
      (w) => write(writer, w.production, 'MINE'),
    ],
    [
      'a membership restored after access ended with the vault closed',
      'memberships',
      async (w) => {
        const row = await membership.of(w.projectId, attacker)
        await remove(w, attacker, locked())
        await membership.put(row)
      },
      (w) => variablesOf(attacker, w.production),
    ],
    [
      'a membership and its grant restored after the new key',
      'grants',
      async (w) => {
        const row = await membership.of(w.projectId, attacker)
        const grant = firstRow(await grantsOf(w.production, attacker))
        await remove(w, attacker)
        await membership.put(row)
        await app.ctx.db.insertInto('grants').values(grant).execute()
      },
      (w) => variablesOf(attacker, w.production),
    ],
    [
      'a grant restored after the new key, before the owner writes',
      'grants',
      async (w) => {
        const grant = firstRow(await grantsOf(w.production, attacker))
        await remove(w, attacker)
        await app.ctx.db.insertInto('grants').values(grant).execute()
      },
      (w) => write(owner, w.production, 'NEW'),
    ],
    [
      'a revoked environment restored into a membership',
      'memberships',
      async (w) => {
        const row = await membership.of(w.projectId, writer)
        await owner.client.call(updateCollaborator, {
          params: { id: w.projectId, userId: writer.userId },
          body: { environments: [w.production] },
        })
        const { environments, mac } = row
        await membership.update(w, writer, { environments, mac })
      },
      (w) => variablesOf(writer, w.staging),
    ],
    [
      'an invitation restored after it was used and its collaborator removed, by account',
      'invitations',
      async (w) => {
        const row = await invitation.of(w.toAccount)
        await accept(friend, { token: w.toAccount.token })
        await remove(w, friend)
        await invitation.put(row)
      },
      (w) => accept(friend, { token: w.toAccount.token }),
    ],
    [
      'an invitation restored after it was used and its collaborator removed, by link',
      'invitations',
      async (w) => {
        const row = await invitation.of(w.toLink)
        await accept(guest, w.toLink)
        await remove(w, guest)
        await invitation.put(row)
      },
      (w) => accept(guest, w.toLink),
    ],
    [
      'an invitation restored after it was used, without its link',
      'invitations',
      async (w) => {
        const row = await invitation.of(w.toLink)
        await accept(guest, w.toLink)
        await remove(w, guest)
        await invitation.put(row)
      },
      (w) => accept(guest, { token: w.toLink.token }),
    ],
    [
      'an invitation restored beside its collaborator',
      'invitations',
      async (w) => {
        const row = await invitation.of(w.toAccount)
        await accept(friend, { token: w.toAccount.token })
        await invitation.put(row)
      },
      (w) => accept(friend, { token: w.toAccount.token }),
    ],
    // Grants, principals and keys
    [
      'a collaborator’s grant of another environment',
      'grants',
      async (w) => {
        const { sealed, mac } = firstRow(await grantsOf(w.elsewhere.id, attacker))
        await setGrant(w.production, attacker, { sealed, mac })
      },
      (w) => variablesOf(attacker, w.production),
    ],
    [
      'another member’s grant',
      'grants',
      async (w) => {
        const { sealed, mac } = firstRow(await grantsOf(w.production, writer))
        await setGrant(w.production, attacker, { sealed, mac })
      },
      (w) => variablesOf(attacker, w.production),
    ],
    [
      'a recipient inserted with every MAC of the server valid',
      'environment_epochs',
      (w) => plantGrant(w.projectId, w.staging),
      (w) => write(owner, w.staging, 'NEW'),
    ],
    [
      'a recipient inserted before a removal',
      'environment_epochs',
      (w) => plantGrant(w.projectId, w.staging),
      async (w) => {
        // It takes effect, and the next write re-keys.
        await remove(w, writer)
        return write(owner, w.staging, 'NEW')
      },
    ],
    [
      'a recipient inserted before someone joins by link',
      'environment_epochs',
      async (w) => {
        const { epoch } = await headOf(w.production)
        const at = { project: w.projectId, environment: w.production, epoch }
        const principal = { kind: 'user', id: owner.userId } as const
        const mine = keyPairFromSeed(newSeed())
        const sealed = sealGrant(newEnvironmentKey(), at, principal, mine.publicKey)
        const other = await addPerson(app)
        await inTransaction(app.ctx, (tx) =>
          insertGrants(tx, [
            { environment_id: w.production, kind: 'user', principal: String(other.userId), epoch, sealed },
          ]),
        )
      },
      (w) => accept(guest, w.toLink),
    ],
    [
      'a collaborator’s public key replaced, before more is shared',
      'principals',
      (w) =>
        app.ctx.db
          .updateTable('principals')
          .set({ public_key: planted.publicKey })
          .where('kind', '=', 'user')
          .where('id', '=', String(attacker.userId))
          .execute()
          .then(() => w),
      (w) =>
        owner.client.call(updateCollaborator, {
          params: { id: w.projectId, userId: attacker.userId },
          body: { environments: [w.production, w.staging] },
        }),
    ],
    [
      'a key inserted into the epoch of a shared environment',
      'grants',
      async (w) => {
        const { epoch } = await headOf(w.production)
        await app.ctx.db
          .updateTable('environment_epochs')
          .set({ key_id: Buffer.alloc(32, 9) })
          .where('environment_id', '=', w.production)
          .where('epoch', '=', epoch)
          .execute()
      },
      (w) => variablesOf(attacker, w.production),
    ],
    // Invitations
    ...changedColumns<World>({
      table: invitations,
      references: {
        project_id: (w) => w.elsewhere.projectId,
        inviter_id: () => attacker.userId,
        sealed_to: () => attacker.userId,
      },
      // It is found by the first, and belongs to the account with the second.
      except: ['token', 'email_canonical'],
      update: (w, set) => invitation.update(w.toAccount, set),
      probe: (w) => accept(friend, { token: w.toAccount.token }),
    }),
    [
      'an invitation with another e-mail address',
      'invitations',
      (w) => invitation.update(w.toAccount, { email: attacker.email, email_canonical: attacker.email }),
      (w) => accept(attacker, { token: w.toAccount.token }),
    ],
    [
      'an invitation with a link of the attacker’s own',
      'invitations',
      async (w) => {
        const { id, authHash } = ownLink
        await invitation.update(w.toLink, { link_id: id, link_hash: authHash })
      },
      (w) =>
        guest.client.call(acceptInvitation, {
          params: { token: w.toLink.token },
          body: { secret: ownLink.text },
        }),
    ],
  ]
  const ownLink = newToken('inv')

  test.each(attacks)('%s', async (_, table, plant, probe) => {
    await plant(world)
    await expectDetected(app, table, () => probe(world))
  })

  /** The guest joins without the link, so that the grants are pending. @returns the rows to restored later */
  const awaiting = async (w: World) => {
    await markEmailVerified(app, guest)
    await accept(guest, { token: w.toLink.token })
    const row = await membership.of(w.projectId, guest)
    expect(row.keys_pending).toBe(1)
    const links = await app.ctx.db
      .selectFrom('principals')
      .selectAll()
      .where('kind', '=', 'invitation')
      .execute()
    return { row, links }
  }
  test.each([
    ['the membership', false],
    ['the membership and the link', true],
  ])(
    '%s of a collaborator with a pending grant, restored: the owner’s vault grants nothing',
    async (_, withLink) => {
      const { row, links } = await awaiting(world)
      await variablesOf(owner, world.elsewhere.id)
      expect(await variablesOf(guest, world.production)).toHaveProperty('SECRET')
      await remove(world, guest)
      await membership.put(row)
      if (withLink) for (const link of links) await app.ctx.db.insertInto('principals').values(link).execute()
      const { result, violations } = await violationsDuring(app, () => variablesOf(owner, world.elsewhere.id))
      expect(result).toBe('answered')
      expect(violations).toMatchObject([{ description: expect.stringContaining('A row of memberships ') }])
      // Later calls do not record it again.
      expect((await violationsDuring(app, () => variablesOf(owner, world.elsewhere.id))).violations).toEqual(
        [],
      )
      expect(await grantsOf(world.production, guest)).toEqual([])
      await expect(variablesOf(guest, world.production)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    },
  )

  test('a reserved entry assigned to someone else is detected', async () => {
    await awaiting(world)
    await app.ctx.db
      .updateTable('principals')
      .set({ user_id: attacker.userId })
      .where('kind', '=', 'invitation')
      .execute()
    const { result, violations } = await violationsDuring(app, () => variablesOf(owner, world.elsewhere.id))
    expect(result).toBe('answered')
    expect(violations.length).toBeGreaterThan(0)
    expect(await grantsOf(world.production, guest)).toEqual([])
  })
})
