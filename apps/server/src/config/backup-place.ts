import { isAbsolute } from 'node:path'

/** Where backups go that leave the machine. */
export type BackupPlace =
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string }
  /** A remote of rclone's configuration and a path in it, such as `sftp:envhold`. */
  | { readonly kind: 'rclone'; readonly remote: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'pipe' }

const s3 = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]{0,500}))?$/
/** A name of one letter is a drive of Windows. Nothing begins with a dash, which would be an option. */
const rclone = /^\w[\w.-]+:(?!\/\/)[\w./ -]{0,500}$/

const withoutSlashes = (text: string) => {
  let end = text.length
  while (end > 0 && text[end - 1] === '/') end--
  return text.slice(text.startsWith('/') ? 1 : 0, end)
}

/** @returns undefined for anything else */
export function parsePlace(text: string): BackupPlace | undefined {
  if (text === '-') return { kind: 'pipe' }
  const [, bucket, prefix = ''] = s3.exec(text) ?? []
  if (bucket !== undefined) {
    const isPlain = !`/${prefix}/`.includes('/../') && !`/${prefix}/`.includes('/./')
    return isPlain ? { kind: 's3', bucket, prefix: withoutSlashes(prefix) } : undefined
  }
  if (text.includes('://')) return undefined
  if (rclone.test(text)) return { kind: 'rclone', remote: text }
  return isAbsolute(text) ? { kind: 'folder', path: text } : undefined
}

/** As it is set. No place contains a secret. */
export function placeText(place: BackupPlace): string {
  if (place.kind === 's3') return `s3://${place.bucket}${place.prefix && `/${place.prefix}`}`
  if (place.kind === 'rclone') return place.remote
  return place.kind === 'folder' ? place.path : '-'
}

/** What an S3 store needs to be reached. */
export interface S3Access {
  /** An origin. */
  readonly endpoint: string
  readonly region: string
  readonly keyId: string
  readonly key: string
  /** Usual without it. */
  readonly pace?: S3Pace
}

/** How a large file is sent to a store, and what it cannot do just now repeated. */
export interface S3Pace {
  /** Of one part. */
  readonly partBytes: number
  /** Before the second attempt, and so on. */
  readonly waitsMs: readonly number[]
}

const recipient = /^age1[0-9a-z]{10,4000}$/

/** @returns the recipients of age in a list; undefined if one is none */
export function parseRecipients(text: string): readonly string[] | undefined {
  const recipients = text.split(/[\s,]+/).filter((part) => part !== '')
  const isValid =
    recipients.length > 0 && recipients.length <= 10 && recipients.every((one) => recipient.test(one))
  return isValid ? recipients : undefined
}
