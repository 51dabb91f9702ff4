/**
 * The last contents of an environment, for when the server is unreachable: AES-256-GCM under a key that HKDF-SHA256
 * derives from the token, bound to the request. Without the token nobody can open the copy.
 *
 * File: 0x01 ‖ salt 32 ‖ nonce 12 ‖ ciphertext ‖ tag 16.
 */
import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { toDetails, toRecord, toVariables, type Variables } from '@envhold/formats/variables.ts'
import { isRecord } from '../files/read-text.ts'
import { writePrivateFile } from '../files/write-private-file.ts'
import { isDetails } from '../remote/answer-guards.ts'
import type { Token } from './credentials.ts'
import type { Settings } from './settings.ts'

export interface OfflineCopy {
  readonly version: number
  /** Null in a copy of an earlier command line. */
  readonly source: string | null
  readonly label: string
  readonly at: string
  readonly variables: Variables
}

const format = 0x01
const folderOf = (settings: Settings, server: string) =>
  join(settings.configFolder, 'offline', createHash('sha256').update(server).digest('hex').slice(0, 16))
const fileOf = (settings: Settings, server: string, request: string) =>
  join(folderOf(settings, server), createHash('sha256').update(request).digest('hex').slice(0, 32))

const keyOf = (token: Token, salt: Uint8Array) =>
  Buffer.from(hkdfSync('sha256', token.secret, salt, 'envhold/offline-copy/1', 32))
const boundTo = (server: string, request: string) => Buffer.from(JSON.stringify([server, request]))

/**
 * `request` names the environment before any call is made: what the user typed, or the content of `.envhold.json`.
 */
export async function writeOfflineCopy(
  settings: Settings,
  { server, token, request }: { server: string; token: Token; request: string },
  copy: OfflineCopy,
): Promise<void> {
  const salt = randomBytes(32)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyOf(token, salt), nonce)
  cipher.setAAD(boundTo(server, request))
  const plain = JSON.stringify({
    ...copy,
    variables: Object.entries(toRecord(copy.variables)),
    details: Object.entries(toDetails(copy.variables)),
  })
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  await writePrivateFile(
    fileOf(settings, server, request),
    Buffer.concat([Buffer.of(format), salt, nonce, sealed]),
  )
}

const open = (blob: Buffer, token: Token, aad: Buffer): unknown => {
  if (blob.length < 61 || blob[0] !== format) return null
  const decipher = createDecipheriv(
    'aes-256-gcm',
    keyOf(token, blob.subarray(1, 33)),
    blob.subarray(33, 45),
    {
      authTagLength: 16,
    },
  )
  decipher.setAAD(aad)
  decipher.setAuthTag(blob.subarray(-16))
  const plain = Buffer.concat([decipher.update(blob.subarray(45, -16)), decipher.final()])
  return JSON.parse(plain.toString('utf8'))
}

const isPair = (entry: unknown): entry is [string, string] =>
  Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string'

/** Null when there is none, or it was sealed under another token. */
export async function readOfflineCopy(
  settings: Settings,
  { server, token, request }: { server: string; token: Token; request: string },
): Promise<OfflineCopy | null> {
  try {
    const blob = await readFile(fileOf(settings, server, request))
    const data = open(blob, token, boundTo(server, request))
    if (!isRecord(data) || !Array.isArray(data.variables)) return null
    const { version, label, at } = data
    if (typeof version !== 'number' || typeof label !== 'string' || typeof at !== 'string') return null
    const values = Object.fromEntries(data.variables.filter(isPair))
    // A copy of an earlier command line has none.
    const details: unknown = Array.isArray(data.details) ? Object.fromEntries(data.details) : {}
    const source = typeof data.source === 'string' ? data.source : null
    return { version, source, label, at, variables: toVariables(values, isDetails(details) ? details : {}) }
  } catch {
    return null
  }
}

export const removeOfflineCopy = (settings: Settings, server: string, request: string): Promise<void> =>
  rm(fileOf(settings, server, request), { force: true })

export const removeOfflineCopies = (settings: Settings, server: string): Promise<void> =>
  rm(folderOf(settings, server), { recursive: true, force: true })
