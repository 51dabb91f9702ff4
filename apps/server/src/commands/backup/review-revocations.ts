import { formatCount } from '@envhold/contract/format-count.ts'
import { type RevocationKind, revocations } from '@envhold/contract/operator/revocations.ts'
import { AppError, TamperedRowError } from '../../app-error.ts'
import { BackupError } from '../../backups/backup-folder.ts'
import { markRead } from '../../backups/restore-file.ts'
import type { Context } from '../../context.ts'
import type { Reapplied } from '../../features/operator/jobs/job-kind.ts'
import {
  countPending,
  listPending,
  listPendingIds,
} from '../../features/operator/revocations/pending-revocation-store.ts'
import { wireRevocations } from '../../features/operator/revocations/wire-revocations.ts'
import { cleanName } from '../../mail/wording.ts'
import type { Replaced } from '../../reapply/read-replaced.ts'
import { reapplyRevocation } from '../../reapply/reapply-revocation.ts'
import { type Source, storePlan } from '../../reapply/store-plan.ts'
import { actor, type PrintLine } from '../command.ts'

export const reviewOptions = {
  log: {
    type: 'string',
    value: 'FILE',
    help: 'A log of the server, kept elsewhere: what was revoked is in its lines',
  },
  reapply: { type: 'boolean', help: 'Revoke all of it again; with SQLite, stop the server first' },
} as const

/** Where it is known from what was revoked after a backup. */
interface Sources {
  /** A log of the server. */
  readonly log: string | undefined
  /** The oldest first: a restore that did not end left one before the last. */
  readonly replaced: readonly Replaced[]
}

const maxListed = 100
const batch = 100

/**
 * Lists what was revoked after a backup and works again, and revokes it again if that is wanted.
 * @returns the exit code
 */
export async function reviewRevocations(
  ctx: Context,
  sources: Sources,
  reapply: boolean,
  info: PrintLine,
): Promise<number> {
  const { log, replaced } = sources
  let isRead = true
  if (replaced.length === 0 && log !== undefined) isRead = await readSource(ctx, { log }, info)
  for (const database of replaced)
    isRead = (await readSource(ctx, { log, replaced: database }, info)) && isRead
  await list(ctx, reapply, info)
  const isDone = !reapply || (await reapplyAll(ctx, info))
  return isRead && isDone ? 0 : 1
}

async function readSource(ctx: Context, source: Source, info: PrintLine): Promise<boolean> {
  const { replaced } = source
  const file = replaced && 'file' in replaced ? replaced.file : undefined
  if (file !== undefined) info(`Reading what was revoked in ${file}`)
  try {
    const { stored, known, outdated, rejected } = await storePlan(ctx, source)
    if (file !== undefined) await markRead(file)
    info(`Read ${formatCount(stored, 'revocation')} that this database lacks, and ${known} that it knows.`)
    if (outdated > 0)
      info(
        `Left out ${outdated}: they were undone before the restore, or are about something that this database lacks.`,
      )
    if (rejected > 0)
      info(
        `Ignored ${rejected}: they are incomplete, or were not written under a server secret that is set here.`,
      )
    return true
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    info(error.message)
    return false
  }
}

async function list({ db }: Context, reapply: boolean, info: PrintLine): Promise<void> {
  const { counts, total } = await countPending(db)
  if (total === 0) return info('Nothing that is known to be revoked works again.')
  info(`Revoked after the backup, and working again now: ${total}`)
  for (const [kind, count] of Object.entries(counts))
    info(`  ${count}  ${revocations[kind as RevocationKind].label}`)
  const rows = await wireRevocations(db, await listPending(db, { limit: maxListed, offset: 0 }))
  for (const { revoked_at, kind, ...names } of rows) {
    const about = [names.subject, names.username, names.project, names.environment].filter(Boolean)
    info(
      `${revoked_at}  ${revocations[kind].label}: ${about.map((name) => cleanName(name ?? '')).join(', ')}`,
    )
  }
  if (total > rows.length) info(`… and ${total - rows.length} older ones.`)
  if (!reapply) info('Revoke them again: envhold-server backup revocations --reapply, or Instance, Backups.')
}

/** @returns whether nothing failed */
async function reapplyAll(ctx: Context, info: PrintLine): Promise<boolean> {
  const done: Record<Reapplied['state'], number> = { repeated: 0, told: 0, missing: 0 }
  let failed = 0
  for (let after: string | null = null; ; ) {
    const ids = await listPendingIds(ctx.db, after, batch)
    for (const id of ids) {
      try {
        const state = await reapplyRevocation(ctx, id, { actor })
        if (state) done[state]++
      } catch (error) {
        if (!(error instanceof AppError || error instanceof TamperedRowError)) throw error
        info(`Not revoked (${id}): ${error.message}`)
        failed++
      }
    }
    const last = ids.at(-1)
    if (last === undefined) break
    after = last
  }
  info(`Revoked again: ${done.repeated}. People told: ${done.told}. No longer here: ${done.missing}.`)
  return failed === 0
}
