/**
 * A small file beside the data stores how far the audit chains had grown. A database that is behind it was restored
 * from a backup or has lost its write-ahead log. The server then asks the operator before it starts. The file has a MAC
 * under the server secret, and always describes a state that was durable before the file was written.
 */
import { readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rowMac, verifyRow } from '@envhold/integrity/row.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { z } from 'zod'
import { createFile } from '../../config/create-file.ts'
import type { Db } from '../connect.ts'
import { parseStored } from '../parse-stored.ts'
import { StorageRejection } from '../storage-errors.ts'
import { compareUsage, hasEntryMac, readStoredRootMac, type StoredState } from './stored-heads.ts'

const head = z.object({ sequence: z.int().min(0), mac: z.string().max(200) })
const markFile = z.object({
  version: z.literal(2),
  instanceId: z.string().max(100),
  activity: head,
  root: head,
  usage: z
    .object({ projectId: z.int().min(1), sequence: z.int().min(1), link: z.string().max(200) })
    .nullable(),
  mac: z.string().max(200),
})

const fileOf = (dataDir: string) => join(dataDir, 'high-water-mark.json')

const fieldsOf = ({ instanceId, activity, root, usage }: StoredState) => ({
  instance_id: instanceId,
  activity_sequence: activity.sequence,
  activity_mac: activity.mac,
  root_number: root.sequence,
  root_mac: root.mac,
  usage_project: usage?.projectId ?? 0,
  usage_sequence: usage?.sequence ?? 0,
  usage_link: usage?.link ?? '',
})

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/**
 * @returns undefined without a file: a new data folder, or one restored without it
 * @throws StorageRejection when the file is damaged, from before version 1.0, or written without the server secret
 */
export async function readHighWaterMark(dataDir: string, secrets: ServerSecrets) {
  const file = fileOf(dataDir)
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    const { mac, version: _, ...mark } = parseStored(markFile, text)
    verifyRow(secrets, { table: 'high_water_mark', id: 1, fields: fieldsOf(mark) }, Buffer.from(mac, 'hex'))
    return mark
  } catch {
    throw new StorageRejection(
      `${file} is damaged, from a version before 1.0, or was not written under this server secret. If nobody tampered with the data folder, start once with: envhold-server serve --accept-restored`,
    )
  }
}

/** Replaces the file atomically: a crash leaves either the old one or the new one. */
export async function writeHighWaterMark(dataDir: string, secrets: ServerSecrets, mark: StoredState) {
  const mac = Buffer.from(
    rowMac(secrets, { table: 'high_water_mark', id: 1, fields: fieldsOf(mark) }),
  ).toString('hex')
  const file = fileOf(dataDir)
  const draft = `${file}.${process.pid}`
  try {
    const to = await createFile(draft)
    try {
      await to.writeFile(`${JSON.stringify({ ...mark, version: 2, mac })}\n`)
      await to.datasync()
    } finally {
      await to.close()
    }
    await rename(draft, file)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** How a database differs from the high-water mark of its data folder. */
export type Restored = 'empty' | 'another instance' | 'behind' | 'another history'

/**
 * Compares the database with the mark. It must be the same instance and have at least as many entries and roots, and
 * those at the mark must have the mark's MAC. The usage of the mark's project must pass through the mark's commit.
 * @returns undefined when the database is the one that the data folder last saw, or continues it
 */
export async function compareWithMark(db: Db, mark: StoredState, stored: StoredState) {
  if (mark.instanceId !== stored.instanceId) return 'another instance'
  const usage = mark.usage ? await compareUsage(db, mark.usage) : 'same'
  const { activity, root } = mark
  if (stored.activity.sequence < activity.sequence || stored.root.sequence < root.sequence) return 'behind'
  if (usage === 'behind') return 'behind'
  const isSame =
    (activity.sequence === 0 || (await hasEntryMac(db, activity))) &&
    (root.sequence === 0 || (await readStoredRootMac(db, root.sequence)) === root.mac)
  return isSame && usage === 'same' ? undefined : 'another history'
}
