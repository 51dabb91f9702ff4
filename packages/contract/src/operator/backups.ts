/** Backups of the database: files on the server's disk, which no call delivers. */
import { z } from 'zod'
import * as field from '../fields.ts'
import { limits } from '../limits.ts'
import { operatorEndpoint } from './operator-calls.ts'
import { pageQuery, pagination } from './paging.ts'

const backupStates = ['waiting', 'running', 'verifying', 'done', 'failed'] as const

/** A verification stops listing problems after so many. */
export const maxBackupProblems = 20
const sentence = z.string().max(500)
const path = z.string().max(4_096)

const verification = z.object({
  at: field.time,
  /** 'unknown': it could not be verified where that was tried; the summary says why, and what to do. */
  result: z.enum(['valid', 'invalid', 'unknown']),
  summary: sentence,
  problems: z.array(sentence).max(maxBackupProblems),
})

const backup = z
  .object({
    id: field.id,
    /** The name in the backup folder of its node. */
    file: z.string().max(100),
    /** The host name of the node that has it. */
    node: z.string().max(300),
    state: z.enum(backupStates),
    /** Of making it or verifying it. */
    percent: z.int().min(0).max(100),
    origin: z.enum(['operator', 'schedule', 'command']),
    /** The username of the operator. */
    started_by: z.string().max(limits.nameLength).nullable(),
    started_at: field.time,
    finished_at: field.time.nullable(),
    /** Why it failed. */
    error: sentence.nullable(),
    /** What its node is about to do. */
    wanted: z.enum(['verify', 'delete']).nullable(),
    /** What is known of a finished backup. */
    contents: z
      .object({
        size: field.count,
        sha256: z.string().max(64),
        /** The database it is of, such as 'SQLite 3.50.4'. */
        engine: z.string().max(100),
        version: z.string().max(50),
        instance_id: z.string().max(100),
        /** The newest entry of the audit log that is certainly in it. */
        activity: field.count,
        /** The newest root, as `envhold-server verify --head` accepts it. */
        root: z.string().max(200).nullable(),
      })
      .nullable(),
    verification: verification.nullable(),
  })
  .meta({ id: 'Backup' })
export type Backup = z.output<typeof backup>

export const listBackups = operatorEndpoint('GET /admin/backups', {
  name: 'listBackups',
  summary: 'List the backups of the database, the newest first, and how this server makes and restores them.',
  query: z.object(pageQuery(20)),
  output: z.object({
    backups: z.array(backup).max(100),
    pagination,
    engine: z.enum(['sqlite', 'postgres']),
    /** Where this node stores its backups, and its data. */
    folder: path,
    data_dir: path,
    /** Whether the server secret is a setting; otherwise it is a file in the data folder. */
    secret_is_setting: z.boolean(),
    /** BACKUPS_RETAINED: how many, such as '7', or of how many days, weeks and months, such as '7d,4w,12m'. */
    retained: z.string().max(20),
    every_hours: field.count.nullable(),
    /** Where backups go that leave the machine; null: nowhere. */
    offsite: z
      .object({
        to: path,
        /** The newest one there. */
        sent_file: z.string().max(100).nullable(),
        sent_at: field.time.nullable(),
        /** Since when sending fails, and why; null: the last attempt did not. */
        failed_since: field.time.nullable(),
        failure: sentence.nullable(),
        /** Why older backups could not be deleted there after the newest one was sent. */
        clean_up_failure: sentence.nullable(),
      })
      .nullable(),
    /** Why this node cannot make a backup, and what to do. */
    obstacle: sentence.nullable(),
  }),
})
export type BackupList = z.output<typeof listBackups.output>

const output = z.object({ backup }).meta({ id: 'BackupAnswer' })
const params = z.object({ id: field.pathId })

export const createBackup = operatorEndpoint('POST /admin/backups', {
  name: 'createBackup',
  summary: 'Begin a backup of the database. One is made at a time, and at most 10 in an hour.',
  output,
  success: 201,
  errors: ['CONFLICT'],
})

export const verifyBackup = operatorEndpoint('POST /admin/backups/{id}/verify', {
  name: 'verifyBackup',
  summary: 'Begin to verify a backup: its checksum, and all that can be verified in it.',
  params,
  output,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const deleteBackup = operatorEndpoint('DELETE /admin/backups/{id}', {
  name: 'deleteBackup',
  summary: 'Delete a backup and its file.',
  params,
  output: field.message,
  errors: ['NOT_FOUND', 'CONFLICT'],
})
