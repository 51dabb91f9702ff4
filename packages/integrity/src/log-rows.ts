import type { ActivityEntry } from './activity-chain.ts'
import { bytesOf, hasFields, isCount, isCountOrNull, isText, isTextOrNull, type LogLine } from './log-line.ts'
import type { UsagePack } from './usage-walk.ts'

/** The beginning or the end of a chain in a log. */
export interface LogMark {
  readonly chain: string
  readonly sequence: number
  /** Null at sequence 0. */
  readonly link: Uint8Array | null
}

/** @returns null for any other line, as all readers of this file */
export function readMark(line: LogLine, kind: 'begin' | 'end'): LogMark | null {
  if (!hasFields(line, [kind, 'sequence', 'link'])) return null
  const { [kind]: chain, sequence } = line
  const link = bytesOf(line.link, 32)
  if (!isText(chain) || !isCount(sequence)) return null
  if (sequence === 0 ? line.link !== null : !link) return null
  return { chain, sequence, link }
}

/** A stored pack of usage, with the link that the last pack of a commit stores. */
export interface LoggedPack extends UsagePack {
  readonly link: Uint8Array | null
}

const packFields = [
  'first_sequence',
  'last_sequence',
  'at',
  'api_key_id',
  'entries',
  'erased',
  'digest',
  'link',
  'mac',
] as const

export function readPack(line: LogLine): LoggedPack | null {
  if (!hasFields(line, packFields)) return null
  const { first_sequence: first, last_sequence: last, at, api_key_id: apiKeyId, entries, erased } = line
  if (!isCount(first) || !isCount(last) || !isCount(at) || !isText(apiKeyId) || !isText(entries)) return null
  const [digest, link, mac] = [bytesOf(line.digest, 32), bytesOf(line.link, 32), bytesOf(line.mac, 33)]
  const endsCommit = link !== null && mac !== null
  if (!endsCommit && (line.link !== null || line.mac !== null)) return null
  if ((erased !== 0 && erased !== 1) || !digest) return null
  return { first, last, at, apiKeyId, entries, erased: erased === 1, digest, link, mac }
}

/** A stored entry of activity, with its place in its chain and its link. */
export interface LoggedEntry extends ActivityEntry {
  readonly position: number
  readonly link: Uint8Array
  /** What stood for the entry before names and IP addresses were erased from it; null if nothing was. */
  readonly digest: Uint8Array | null
}

const entryFields = [
  'position',
  'sequence',
  'at',
  'event_type',
  'category',
  'severity',
  'description',
  'user_id',
  'token_id',
  'project_id',
  'environment_id',
  'ip',
  'request_id',
] as const

/** The last fields of an entry, by the version of the log. Logs of version 1 contain nothing erased. */
const lastEntryFields = {
  1: ['link', 'mac'],
  2: ['digest', 'erasure_mac', 'link', 'mac'],
} as const

export type LogVersion = keyof typeof lastEntryFields

export const isLogVersion = (value: unknown): value is LogVersion => value === 1 || value === 2

export function readEntry(line: LogLine, version: LogVersion): LoggedEntry | null {
  if (!hasFields(line, [...entryFields, ...lastEntryFields[version]])) return null
  const { position, sequence, at, event_type: eventType, category, severity, description } = line
  const { user_id: userId, token_id: tokenId, project_id: projectId, environment_id: environmentId } = line
  const { ip, request_id: requestId } = line
  if (!isCount(position) || !isCount(sequence) || !isCount(at)) return null
  if (!isText(eventType) || !isText(category) || !isText(severity) || !isText(description)) return null
  if (!isCountOrNull(userId) || !isCountOrNull(projectId) || !isCountOrNull(environmentId)) return null
  if (!isTextOrNull(tokenId) || !isTextOrNull(ip) || !isTextOrNull(requestId)) return null
  const link = bytesOf(line.link, 32)
  if (!link || !bytesOf(line.mac, 33)) return null
  const [digest, erasureMac] = [bytesOf(line.digest, 32), bytesOf(line.erasure_mac, 33)]
  const isErased = digest !== null && erasureMac !== null
  const isWhole = (line.digest ?? null) === null && (line.erasure_mac ?? null) === null
  if (!isErased && !isWhole) return null
  const what = { sequence, at, eventType, category, severity, description }
  return { ...what, userId, tokenId, projectId, environmentId, ip, requestId, position, link, digest }
}
