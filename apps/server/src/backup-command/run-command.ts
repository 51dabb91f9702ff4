import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { BackupError } from '../backups/backup-error.ts'
import { requireSpace } from '../backups/make-backup.ts'
import { environment } from '../config/env.ts'
import type { Context } from '../context.ts'
import { type BackupRunner, createBackupRunner } from '../features/operator/backups/backup-runner.ts'
import {
  findBackup,
  findBackupOfFile,
  type ListedBackup,
  listBackupRows,
} from '../features/operator/backups/backup-store.ts'
import { requestBackup, requestVerification } from '../features/operator/backups/request-backup.ts'
import { wireBackup } from '../features/operator/backups/wire-backup.ts'
import type { Command, RevocationsCommand } from './arguments.ts'
import { replacedPostgres } from './restore-backup.ts'
import { reviewRevocations } from './review-revocations.ts'

type Say = (line: string) => void

/** An operator on this machine has no account here. */
const actor = { userId: null, origin: null }
const pollIntervalMs = 500
const maxListed = 1_000

/** @returns the exit code @throws AppError, BackupError, or a database error */
export async function runCommand(
  ctx: Context,
  command: Exclude<Command, { readonly name: 'restore' }>,
  say: Say,
): Promise<number> {
  if (command.name === 'list') return await list(ctx, say)
  if (command.name === 'revocations') return await review(ctx, command, say)
  const runner = createBackupRunner(ctx, { path: environment().PATH })
  try {
    return command.name === 'verify'
      ? await verify(ctx, runner, command.backup, say)
      : await create(ctx, runner, say)
  } finally {
    await runner.stop()
  }
}

function review(ctx: Context, { log, replaced, reapply }: RevocationsCommand, say: Say): Promise<number> {
  const sources = { log, replaced: replaced === undefined ? replacedPostgres() : { file: resolve(replaced) } }
  return reviewRevocations(ctx, sources, reapply, say)
}

async function list({ db }: Context, say: Say): Promise<number> {
  const rows = await listBackupRows(db, { limit: maxListed, offset: 0 })
  for (const row of rows) say(lineOf(row))
  if (rows.length === 0) say('There is no backup.')
  return 0
}

function lineOf(row: ListedBackup): string {
  const { file, node, state, error, contents, verification } = wireBackup(row)
  if (error !== null) return `${file}  failed: ${error}`
  const size = contents === null ? '' : `  ${contents.size} bytes  SHA-256 ${contents.sha256}`
  return `${file}  ${state} on ${node}${size}  ${verification?.result ?? 'not verified'}`
}

async function create(ctx: Context, runner: BackupRunner, say: Say): Promise<number> {
  const { obstacle, size } = await runner.measure()
  if (obstacle) throw new BackupError(obstacle)
  await requireSpace(ctx, size)
  const id = await requestBackup(ctx, actor, 'command')
  const row = await whenEnded(ctx, runner, id)
  say(row ? lineOf(row) : 'The backup was deleted.')
  return row?.state === 'done' ? 0 : 1
}

async function verify(ctx: Context, runner: BackupRunner, file: string, say: Say): Promise<number> {
  const known = await findBackupOfFile(ctx.db, file)
  if (!known)
    throw new BackupError(`There is no backup ${file} in the list. For a file, give a path with a slash.`)
  await requestVerification(ctx, actor, known.id)
  const row = await whenEnded(ctx, runner, known.id)
  const verification = row && wireBackup(row).verification
  for (const problem of verification?.problems ?? []) say(problem)
  say(verification?.summary ?? 'The verification did not come to an end.')
  return verification?.result === 'valid' ? 0 : 1
}

/** This process does it, unless a server with the lease is faster. */
async function whenEnded(ctx: Context, runner: BackupRunner, id: number): Promise<ListedBackup | undefined> {
  for (;;) {
    await runner.runDue()
    const row = await findBackup(ctx.db, id)
    if (!row || (row.wanted === null && (row.state === 'done' || row.state === 'failed'))) return row
    await wait(pollIntervalMs)
  }
}
