import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Access, S3Pace } from '../../config/backup-place.ts'
import { createFetch } from '../../outbound/create-fetch.ts'
import { OutboundError } from '../../outbound/outbound-error.ts'
import { BackupError } from '../backup-folder.ts'

export interface S3Request {
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE'
  /** The key, after the bucket. */
  readonly key?: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
}

export interface S3Response {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Uint8Array
  /** The code of an error, such as `NoSuchBucket`. */
  readonly code: string
  /** Whether an earlier attempt may have been carried out without its response arriving. */
  readonly isRetry: boolean
}

export type S3Client = (request: S3Request) => Promise<S3Response>

/** A part of 16 MiB within this time: about 0.5 Mbit/s. */
const timeoutMs = 5 * 60_000
export const usualPace: S3Pace = { partBytes: 16 * 1024 * 1024, waitsMs: [250, 1_000, 4_000] }

class DeniedError extends BackupError {
  override readonly isDenied = true
}

/** A client that signs each request with its content, and repeats what a store could not do just now. */
export function createS3(bucket: string, access: S3Access): S3Client {
  const { endpoint, region, keyId, key: secret, pace: { partBytes, waitsMs } = usualPace } = access
  const fetch = createFetch({ origins: [endpoint], timeoutMs, maxBytes: partBytes + 1_048_576 })
  const once = async ({ method, key = '', query = {}, headers = {}, body }: S3Request) => {
    const url = new URL(`${endpoint}/${bucket}${key && `/${key}`}`)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const signed = await new AwsV4Signer({
      ...{ method, url: url.href, service: 's3', region },
      ...{ accessKeyId: keyId, secretAccessKey: secret },
      headers: { ...headers, 'x-amz-content-sha256': sha256(body ?? new Uint8Array()) },
    }).sign()
    const response = await fetch(signed.url.href, {
      method,
      headers: signed.headers,
      ...(body && { body }),
    })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return { status: response.status, headers: response.headers, bytes, code: codeOf(response.status, bytes) }
  }
  return async (request) => {
    for (let attempt = 0; ; attempt++) {
      const waitMs = waitsMs[attempt]
      try {
        const response = await once(request)
        const isBusy = response.status >= 500 || response.status === 429
        if (!isBusy || waitMs === undefined) return { ...response, isRetry: attempt > 0 }
      } catch (error) {
        if (!(error instanceof OutboundError)) throw error
        if (waitMs === undefined || error.kind === 'redirect') throw unreachable(endpoint, error)
      }
      await wait(waitMs)
    }
  }
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function codeOf(status: number, bytes: Uint8Array): string {
  if (status < 300 && bytes.length > 10_000) return ''
  return /<Code>(\w{1,60})<\/Code>/.exec(Buffer.from(bytes.subarray(0, 10_000)).toString('latin1'))?.[1] ?? ''
}

const unreachable = (endpoint: string, { kind, code }: OutboundError) =>
  kind === 'redirect'
    ? new BackupError(
        `${endpoint} answered with a redirect: set BACKUP_S3_REGION and BACKUP_S3_ENDPOINT to the bucket's.`,
      )
    : new BackupError(
        `${endpoint} cannot be reached, or cut the connection (${code ?? kind}), four times. Check the network and BACKUP_S3_ENDPOINT.`,
      )

const words: Readonly<Record<string, string>> = {
  NoSuchBucket: 'has no such bucket: create it, or correct BACKUP_TO',
  NoSuchKey: 'has no such file: "envhold-server backup list --from" lists those that are there',
  RequestTimeTooSkewed: 'says that the clock of this machine is wrong: correct it',
  InvalidAccessKeyId: 'does not know BACKUP_S3_KEY_ID',
  SignatureDoesNotMatch: 'does not accept the signature: check BACKUP_S3_KEY and BACKUP_S3_REGION',
  NotImplemented:
    'does not know If-None-Match, which ensures that nothing is overwritten: update it, or use rclone',
  QuotaExceeded: 'is full: free some space there, or store fewer backups',
  XMinioStorageFull: 'is full: free some space there, or store fewer backups',
}

/** Why a store did not do what it was asked for, and what to do. */
export function s3Error(what: string, { status, code }: Pick<S3Response, 'status' | 'code'>): BackupError {
  const known = words[code]
  if (known) return new (status === 403 ? DeniedError : BackupError)(`The store ${known} (${status}).`)
  if (status === 412)
    return new BackupError('The store has a file of this name already. Nothing was overwritten.')
  if (status === 507) return new BackupError(`The store ${words.QuotaExceeded} (507).`)
  if (status === 401 || status === 403)
    return new DeniedError(`The store does not let this access key ${what} (${status} ${code}).`)
  if (status === 404) return new BackupError(`The store ${words.NoSuchKey} (404).`)
  if (status >= 500 || status === 429)
    return new BackupError(
      `The store could not ${what} four times (${status} ${code}). The next attempt may succeed.`,
    )
  return new BackupError(`The store rejected to ${what} (${status} ${code}).`)
}
