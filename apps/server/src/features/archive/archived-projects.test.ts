import { renameEnvironment } from '@envhold/contract/environments/environments.ts'
import { readProject } from '@envhold/contract/projects/projects.ts'
import { createVariable } from '@envhold/contract/variables/variables.ts'
import { expect, test } from 'vitest'
import { forEachEngine } from '../../../../../dev/world/app-for-tests.ts'
import { dumpTables } from '../../../../../dev/world/dump-database.ts'
import { putInArchive, restoreFromArchive, setHeld } from '../../../../../dev/world/put-in-archive.ts'
import { seedApiKey, seedEnvironment } from '../../../../../dev/world/seed-project.ts'
import { invite, shareProject } from '../../../../../dev/world/share-project.ts'
import { withApp } from '../../../../../dev/world/with-app.ts'
import { withPerson } from '../../../../../dev/world/with-person.ts'
import { TamperedRowError } from '../../app-error.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findUnloggedDeletions } from '../../verify/missing-row-store.ts'
import { transact } from '../audit-log/tx.ts'
import { listCountedCollaborators, listHeldPeople } from '../projects/compliance-state-store.ts'
import { countOwnedProjects } from '../projects/project-store.ts'
import { sweepProjects } from '../projects/sweep-projects.ts'
import {
  changeArchived,
  deleteArchived,
  findArchivedByToken,
  listArchived,
} from './archived-project-store.ts'

const day = 24 * 3_600_000

forEachEngine((engine) => {
  const app = withApp(engine)
  const owner = withPerson(app)
  const member = withPerson(app)

  const rowsOf = async (table: string) => (await dumpTables(app)).get(table) ?? []
  const shared = async () => {
    const { projectId, id } = await seedEnvironment(owner)
    const body = { key: 'DUE', value: '1', due: '9999-12-31' }
    await owner.client.call(createVariable, { params: { id }, body })
    await owner.client.call(renameEnvironment, { params: { id }, body: { name: 'live' } })
    await shareProject(app, owner, projectId, member, { environments: [id] })
    await seedApiKey(owner, projectId)
    return { projectId, id }
  }
  const tables = [
    'projects',
    'environments',
    'environment_names',
    'former_environment_names',
    'environment_epochs',
    'environment_versions',
    'due_days',
    'principals',
    'grants',
    'api_keys',
    'memberships',
    'invitations',
  ]
  const stored = async () => {
    const dump = await dumpTables(app)
    return tables
      .flatMap((table) => (dump.get(table) ?? []).map((row) => JSON.stringify([table, row])))
      .sort()
  }

  test('an archived project keeps every row, and comes back byte for byte', async () => {
    const { projectId, id } = await shared()
    await invite(app, owner, projectId, 'somebody@example.com', { environments: [id] })
    const before = await stored()
    const owned = await countOwnedProjects(app.ctx.db, owner.userId)
    const archived = await putInArchive(app, owner, projectId)
    expect(archived).toMatchObject({ reason: 'grace_period_manual', name: 'Shop', reminded: '[]' })
    expect(archived.restore_token).toMatch(/^[0-9a-f]{32}$/)
    expect(await countOwnedProjects(app.ctx.db, owner.userId)).toBe(owned - 1)
    await expect(owner.client.call(readProject, { params: { id: projectId } })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await findArchivedByToken(app.ctx, archived.restore_token)).toEqual(archived)
    await restoreFromArchive(app, archived)
    expect(await stored()).toEqual(before)
    expect(await listArchived(app.ctx, owner.userId)).toEqual([])
    expect(await findArchivedByToken(app.ctx, archived.restore_token)).toBeUndefined()
  })

  test('the sweep of deleted projects leaves archived ones alone', async () => {
    const { projectId, id } = await seedEnvironment(owner)
    const archived = await putInArchive(app, owner, projectId)
    await sweepProjects({ db: app.ctx.db, clock: () => app.ctx.clock() + 60 * day })
    expect((await rowsOf('environment_versions')).map((row) => Number(row.environment_id))).toContain(id)
    await restoreFromArchive(app, archived)
  })

  test('deleting one for good leaves nothing of it', async () => {
    const untouched = await stored()
    const { projectId, id } = await shared()
    await invite(app, owner, projectId, 'somebody@example.com', { environments: [id] })
    const archived = await putInArchive(app, owner, projectId)
    await inTransaction(app.ctx, (tx) => deleteArchived(tx, archived))
    expect(await stored()).toEqual(untouched)
    expect(await rowsOf('archived_projects')).toEqual([])
  })

  test('the verifier misses a deleted project only until its deletion is recorded', async () => {
    const { projectId } = await seedEnvironment(owner)
    const archived = await putInArchive(app, owner, projectId)
    const byServer = { userId: null, origin: null }
    const missing = async () => {
      const ids: string[] = []
      await findUnloggedDeletions(app.ctx.db, (table, id) => {
        if (table === 'projects') ids.push(String(id))
      })
      return ids
    }
    await inTransaction(app.ctx, (tx) => deleteArchived(tx, archived))
    expect(await missing()).toContain(String(projectId))
    await transact(app.ctx, byServer, async (tx) =>
      tx.record({
        type: 'archived_project_deleted',
        severity: 'high',
        description: 'Deleted the archived project "Shop"',
        userId: owner.userId,
        projectId,
      }),
    )
    expect(await missing()).not.toContain(String(projectId))
  })

  test('lists the next to expire first, with what their owner was told', async () => {
    const first = await seedEnvironment(owner)
    const second = await seedEnvironment(owner)
    const now = app.ctx.clock()
    const late = await putInArchive(app, owner, first.projectId, { expires: now + 9 * day })
    const soon = await putInArchive(app, owner, second.projectId, { expires: now + 3 * day })
    const ids = async () => (await listArchived(app.ctx, owner.userId)).map(({ project_id }) => project_id)
    expect(await ids()).toEqual([second.projectId, first.projectId])
    await inTransaction(app.ctx, (tx) =>
      changeArchived(tx, soon, { expires_at: now + 20 * day, reminded: '[7]', reminded_at: now }),
    )
    expect(await ids()).toEqual([first.projectId, second.projectId])
    const [, moved] = await listArchived(app.ctx, owner.userId)
    expect(moved).toEqual({ ...soon, expires_at: now + 20 * day, reminded: '[7]', reminded_at: now })
    await restoreFromArchive(app, late)
    await restoreFromArchive(app, soon)
  })

  test.each([
    ['owner_id', () => ({ owner_id: member.userId })],
    ['reason', () => ({ reason: 'grace_period_expired' as const })],
    ['archived_at', () => ({ archived_at: 1 })],
    ['expires_at', () => ({ expires_at: 1 })],
    ['reminded', () => ({ reminded: '[7]' })],
    ['reminder_mail', () => ({ reminder_mail: 7 })],
    ['reminded_at', () => ({ reminded_at: 1 })],
    ['restore_token', () => ({ restore_token: 'f'.repeat(32) })],
  ])('rejects a row whose %s was changed from outside', async (_, change) => {
    const { projectId } = await seedEnvironment(owner)
    const archived = await putInArchive(app, owner, projectId)
    const row = app.ctx.db.updateTable('archived_projects').where('project_id', '=', projectId)
    await row.set(change()).execute()
    const { restore_token } = { ...archived, ...change() }
    await expect(findArchivedByToken(app.ctx, restore_token)).rejects.toThrow(TamperedRowError)
    const { reason, archived_at, expires_at, reminded, reminder_mail, reminded_at, owner_id } = archived
    await row
      .set({ reason, archived_at, expires_at, reminded, reminder_mail, reminded_at, owner_id })
      .set({ restore_token: archived.restore_token })
      .execute()
    await restoreFromArchive(app, archived)
  })

  test('a project that is archived or deleted already cannot be archived', async () => {
    const { projectId } = await seedEnvironment(owner)
    const archived = await putInArchive(app, owner, projectId)
    await expect(putInArchive(app, owner, projectId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await restoreFromArchive(app, archived)
  })

  test('holding a person changes memberships and invitations of live projects, releasing brings all back', async () => {
    const { projectId } = await shared()
    const other = await seedEnvironment(owner)
    await invite(app, owner, other.projectId, member.email, { environments: [other.id] })
    const away = await shared()
    const archived = await putInArchive(app, owner, away.projectId)
    const before = await stored()
    const emails = async (list: typeof listCountedCollaborators) =>
      (await list(app.ctx.db, owner.userId, app.ctx.clock())).map(({ email }) => email)
    await setHeld(app, owner, member, true)
    expect(await emails(listCountedCollaborators)).not.toContain(member.email)
    expect(await emails(listHeldPeople)).toEqual([member.email])
    const memberships = await rowsOf('memberships')
    const isOf = (id: number) => (row: { project_id?: unknown }) => Number(row.project_id) === id
    expect(memberships.find(isOf(projectId))?.held_at).not.toBeNull()
    expect(memberships.find(isOf(away.projectId))?.held_at).toBeNull()
    expect((await rowsOf('invitations')).find(isOf(other.projectId))?.held_at).not.toBeNull()
    await setHeld(app, owner, member, false)
    expect(await stored()).toEqual(before)
    await restoreFromArchive(app, archived)
  })
})
