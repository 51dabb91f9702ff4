/** What is known of a backup: a JSON file beside it, with a MAC under the server secret, and a column of its row. */

import { rowMac, verifyRow } from '@envhold/integrity/row.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { z } from 'zod'
import { parseStored } from '../db/parse-stored.ts'

const head = z.object({ sequence: z.int().min(0), mac: z.string().max(200) })

const recordOfFile = z.object({
  format: z.literal(1),
  file: z.string().max(100),
  node: z.string().max(300),
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  startedAt: z.int(),
  finishedAt: z.int(),
  origin: z.enum(['operator', 'schedule', 'command']),
  /** The id of the operator's account. */
  startedBy: z.int().nullable(),
  engine: z.enum(['sqlite', 'postgres']),
  engineVersion: z.string().max(50),
  /** Of Envhold. */
  version: z.string().max(50),
  /** What was stored before it began, so that all of this is in it. */
  state: z.object({
    instanceId: z.string().max(100),
    activity: head,
    root: head,
    usage: z
      .object({ projectId: z.int().min(1), sequence: z.int().min(1), link: z.string().max(200) })
      .nullable(),
  }),
})
export type BackupRecord = z.output<typeof recordOfFile>

const recordWithMac = recordOfFile.extend({ mac: z.string().max(200) })

/** The record in a row of a backup. @throws StoredJsonError */
export const recordOfRow = (text: string): BackupRecord => parseStored(recordOfFile, text)

const rowOf = (record: BackupRecord) => ({
  table: 'backup',
  id: record.file,
  fields: { record: JSON.stringify(record) },
})

export function writeRecord(secrets: ServerSecrets, record: BackupRecord): string {
  const mac = Buffer.from(rowMac(secrets, rowOf(record))).toString('hex')
  return JSON.stringify({ ...record, mac })
}

/** @returns undefined if it is damaged, or was not written under a secret of this server */
export function readRecord(secrets: ServerSecrets, text: string): BackupRecord | undefined {
  try {
    const { mac, ...record } = parseStored(recordWithMac, text)
    verifyRow(secrets, rowOf(record), Buffer.from(mac, 'hex'))
    return record
  } catch {
    return undefined
  }
}
