/** Backups off this machine: one encrypted file each. The place learns its size, its time and nothing else. */
import { createHash } from 'node:crypto'
import type { BackupPlace, S3Access } from '../../config/backup-place.ts'
import type { BackupRetention } from '../../config/retention-setting.ts'

export interface OffsiteFile {
  readonly name: string
  /** In bytes, encrypted. */
  readonly size: number
}

/** A place with what it takes to reach it. */
export interface OffsiteSettings {
  readonly place: Exclude<BackupPlace, { kind: 'pipe' }>
  readonly s3: S3Access | undefined
}

export interface OffsitePlace {
  /** Stores a file of this size as a whole, or not at all, and overwrites no whole file. @throws BackupError */
  put(name: string, content: AsyncIterable<Uint8Array>, size: number): Promise<void>
  /** Files whose name begins so. @throws BackupError */
  list(start: string): Promise<readonly OffsiteFile[]>
  /** @throws BackupError */
  read(name: string): AsyncIterable<Uint8Array>
  /** @throws BackupError */
  remove(name: string): Promise<void>
}

export type OffsiteOrder =
  | {
      readonly kind: 'send'
      readonly settings: OffsiteSettings | undefined
      /** The backup on this machine, and the text of its record. */
      readonly path: string
      readonly record: string
      readonly name: string
      readonly recipients: readonly string[]
      /** What is deleted there afterwards; undefined: nothing. */
      readonly retention: BackupRetention | undefined
    }
  | {
      readonly kind: 'receive'
      /** Undefined: it comes through standard input. */
      readonly settings: OffsiteSettings | undefined
      readonly name: string
      /** The text of an identity file of age. */
      readonly identity: string
      /** Gets the backup and its record. */
      readonly folder: string
    }
  | { readonly kind: 'list'; readonly settings: OffsiteSettings }

/** A backup that is whole in its place. */
export interface Sent extends CleanedUp {
  readonly size: number
}

/** What became of older backups there: it does not decide whether a backup is sent. */
export interface CleanedUp {
  readonly removed: number
  readonly mayRemove: boolean
  /** Why they could not all be deleted. */
  readonly failure: string | undefined
}

export type OffsiteResponse =
  | { readonly sent: Sent }
  | { readonly received: { readonly path: string } }
  | { readonly listed: readonly OffsiteFile[] }

/** Longer than any upload of ours takes: what began before it is left of a process that was killed. */
export const abandonedMs = 7 * 3_600_000

const end = '.age'
const form = /^envhold-[0-9a-f]{12}-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.age$/
const anyStart = 'envhold-'

/** What the names of an instance begin with: several may share a place. */
const startOf = (instanceId: string) =>
  `${anyStart}${createHash('sha256').update(`envhold backups ${instanceId}`).digest('hex').slice(0, 12)}-`

/** @param file such as `envhold-20261122T140000Z.db`; its end would say which database it is */
export const offsiteName = (instanceId: string, file: string): string =>
  `${startOf(instanceId)}${file.slice(anyStart.length, file.lastIndexOf('.'))}${end}`

/** The start of a name, which names of the same instance share. */
export const sharedStart = (name: string): string => name.slice(0, anyStart.length + 13)

/** When a backup began, by its name; undefined for a file that is not one of ours. */
export function timeOf(name: string): number | undefined {
  const parts = form.exec(name)
  if (!parts) return undefined
  const [, year, month, day, hour, minute, second] = parts
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time) ? undefined : time
}
