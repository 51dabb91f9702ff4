import { lstat, opendir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { retention } from '@envhold/contract/archive/archive.ts'
import type { DbContext } from '../context.ts'
import { daysMs } from '../jobs/retention-rule.ts'
import type { Sweep } from '../jobs/sweeper.ts'
import { deleteOldMails, mailReceiptDays, sweepMailReceipts } from './mail-queue-store.ts'

/** How long mails are stored that nobody fetched or that could not be sent. */
export const mailSweeps = (ctx: DbContext<'clock' | 'config'>): Sweep[] => {
  const period = { days: retention.mailDays }
  const before = () => ctx.clock() - daysMs(retention.mailDays)
  return [
    {
      name: 'mail-queue',
      run: () => deleteOldMails(ctx.db, before()),
      retention: [{ what: 'E-mails that could not be sent', period, after: 'they are written' }],
    },
    {
      name: 'mail-outbox',
      run: () => sweepOutbox(ctx.config.dataDir, before()),
      onEachNode: true,
      retention: [{ what: 'E-mails in the outbox folder', period, after: 'they are written' }],
    },
    {
      name: 'mail-receipts',
      run: () => sweepMailReceipts(ctx),
      retention: [
        {
          what: 'The times at which warnings were mailed',
          period: { days: mailReceiptDays },
          after: 'they are sent',
        },
      ],
    },
  ]
}

/** The next run continues, so that no run takes long. */
const maxFiles = 1_000

/** A file of the outbox, or a draft that a crash left. Its name begins with its time: deliver.ts. */
const pattern = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z-[a-z-]{1,60}-[0-9a-f]{6}\.eml(\.draft)?$/

/** When a mail was written; undefined for any other name. */
function timeOf(name: string): number | undefined {
  const [, day, hour, minute, second, ms] = pattern.exec(name) ?? []
  return day === undefined ? undefined : Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`)
}

/**
 * Deletes old mails from the outbox. Follows no link, and leaves alone what the server did not write.
 * @returns how many there were
 */
export async function sweepOutbox(dataDir: string, before: number): Promise<number> {
  const folder = join(dataDir, 'outbox')
  let deleted = 0
  for (const name of await listOld(folder, before)) {
    await rm(join(folder, name), { force: true })
    deleted++
  }
  return deleted
}

async function listOld(folder: string, before: number): Promise<string[]> {
  const old: string[] = []
  if (!(await isFolder(folder))) return old
  for await (const entry of await opendir(folder)) {
    const at = entry.isFile() ? timeOf(entry.name) : undefined
    if (at !== undefined && at < before && old.push(entry.name) === maxFiles) break
  }
  return old
}

/** Not if it is a link to one. A server with a mail server has no outbox. */
async function isFolder(path: string): Promise<boolean> {
  const stats = await lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  return stats?.isDirectory() ?? false
}
