import { randomBytes } from 'node:crypto'
import type { ArchiveReason } from '@envhold/contract/archive/archive.ts'
import { notFound } from '../../app-error.ts'
import type { DbContext, SecretsContext, TrxContext } from '../../context.ts'
import type { Db } from '../../db/connect.ts'
import { archivedProjects } from '../../db/schema/projects.ts'
import { signedRows } from '../../db/signed-rows.ts'
import { tableRows } from '../../db/table-rows.ts'
import type { Row as TableRow } from '../../db/tables.ts'
import { type ProjectRow, projectMac } from '../projects/project-store.ts'

type ArchivedProjectRow = TableRow<'archived_projects'>

/** Authenticates until when a project is kept in the archive, and who can restore it. */
export const archivedProjectMac = archivedProjects.mac

const stored = signedRows(archivedProjects)
const rows = tableRows('archived_projects')
const projects = tableRows('projects')

/** A project in the archive. */
export type ArchivedProject = Omit<ArchivedProjectRow, 'mac'> &
  Pick<ProjectRow, 'name' | 'description' | 'created_at'>

const select = (db: Db) =>
  db
    .selectFrom('archived_projects')
    .innerJoin('projects', 'projects.id', 'archived_projects.project_id')
    .selectAll('archived_projects')
    .select([
      'projects.owner_id as project_owner',
      'projects.name',
      'projects.description',
      'projects.created_at',
      'projects.removed_at',
      'projects.mac as project_mac',
    ])
    .where('projects.removed_at', 'is not', null)

type Row = Awaited<ReturnType<ReturnType<typeof select>['execute']>>[number]

function archivedIn({ secrets }: SecretsContext, row: Row): ArchivedProject {
  const { mac, project_owner, project_mac, removed_at, ...archived } = row
  projectMac.check(secrets, { id: row.project_id, owner_id: project_owner, removed_at, mac: project_mac })
  archivedProjectMac.check(secrets, { ...archived, mac })
  return archived
}

/** The archived projects of an owner, the next to expire first. */
export async function listArchived(ctx: DbContext<'secrets'>, ownerId: number): Promise<ArchivedProject[]> {
  const rows = await select(ctx.db)
    .where('archived_projects.owner_id', '=', ownerId)
    .orderBy('archived_projects.expires_at')
    .orderBy('archived_projects.project_id')
    .execute()
  return rows.map((row) => archivedIn(ctx, row))
}

/** Finds a project in the archive. The caller checks whose it is. */
export async function findArchived(
  ctx: DbContext<'secrets'>,
  projectId: number,
): Promise<ArchivedProject | undefined> {
  const row = await select(ctx.db).where('archived_projects.project_id', '=', projectId).executeTakeFirst()
  return row && archivedIn(ctx, row)
}

/** Finds an archived project by the token that restores it. The caller checks whose it is. */
export async function findArchivedByToken(
  ctx: DbContext<'secrets'>,
  token: string,
): Promise<ArchivedProject | undefined> {
  const row = await select(ctx.db).where('restore_token', '=', token).executeTakeFirst()
  return row && archivedIn(ctx, row)
}

/**
 * Moves a project to the archive: nobody can use it, and everything in it stays. Records nothing. Its owner's account
 * is locked.
 * @throws AppError NOT_FOUND when it was deleted or archived meanwhile
 */
export async function archiveProject(
  ctx: TrxContext<'secrets' | 'clock'>,
  project: Pick<ProjectRow, 'id' | 'owner_id'>,
  { reason, expires }: { readonly reason: ArchiveReason; readonly expires: number },
): Promise<void> {
  const now = ctx.clock()
  const removal = { removed_at: now, mac: projectMac.of(ctx.secrets, { ...project, removed_at: now }) }
  if ((await projects.update(ctx, { id: project.id, removed_at: null }, removal)) !== 1)
    throw notFound('Project not found')
  await stored.insert(ctx, {
    project_id: project.id,
    owner_id: project.owner_id,
    reason,
    archived_at: now,
    expires_at: expires,
    reminded: '[]',
    reminder_mail: null,
    reminded_at: null,
    restore_token: randomBytes(16).toString('hex'),
  })
}

type Reminded = Pick<ArchivedProjectRow, 'expires_at' | 'reminded' | 'reminder_mail' | 'reminded_at'>

/** Changes until when a project is kept, or what its owner was told about that. */
export async function changeArchived(
  ctx: TrxContext<'secrets'>,
  archived: ArchivedProject,
  change: Partial<Reminded>,
): Promise<void> {
  const mac = archivedProjectMac.of(ctx.secrets, { ...archived, ...change })
  await rows.update(ctx, { project_id: archived.project_id }, { ...change, mac })
}

/** Brings a project back as it was. Records nothing. Its owner's account is locked. */
export async function restoreArchived(
  ctx: TrxContext<'secrets'>,
  { project_id: id, owner_id }: ArchivedProject,
): Promise<void> {
  await rows.remove(ctx, { project_id: id })
  const mac = projectMac.of(ctx.secrets, { id, owner_id, removed_at: null })
  await projects.update(ctx, { id }, { removed_at: null, mac })
}

/**
 * Permanently deletes a project with everything that references it: environments, versions, grants, keys, memberships,
 * invitations. The usage of its keys is erased by the next sweep. Records nothing. Its owner's account is locked.
 */
export const deleteArchived = (ctx: TrxContext, { project_id: id }: ArchivedProject) =>
  projects.remove(ctx, [{ id }, (is) => is('removed_at', 'is not', null)])
