import type { ActivityEntry } from './activity-chain.ts'
import type { UsagePack } from './usage-walk.ts'

/** A line of a project's log (stored-formats.md, 'Log of a project'): its fields by name, as JSON has them. */
export type LogLine = Readonly<Record<string, unknown>>

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Reads an object.
 * @returns null for any other text, also for another way to write the same object, so that no changed byte stays unseen
 */
export function readLogLine(bytes: Uint8Array): LogLine | null {
  try {
    const text = utf8.decode(bytes)
    const value: unknown = JSON.parse(text)
    return isObject(value) && JSON.stringify(value) === text ? value : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is LogLine =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a line has these fields, in this order. */
function hasFields(line: LogLine, names: readonly string[]): boolean {
  const keys = Object.keys(line)
  return keys.length === names.length && names.every((name, index) => keys[index] === name)
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value)
const isCountOrNull = (value: unknown): value is number | null => value === null || isCount(value)

/** Bytes in lower-case hexadecimal; null for any other value. */
const bytesOf = (value: unknown, length: number): Uint8Array | null =>
  isText(value) && value.length === 2 * length && /^[0-9a-f]*$/.test(value) ? Buffer.from(value, 'hex') : null

/** A downloaded log is invalid at the line that was read last. The message is a sentence for people. */
export class InvalidLog extends Error {
  override readonly name = 'InvalidLog'
}

/** Throws {@link InvalidLog} unless `condition` holds. */
export function requireValid(condition: boolean, why: string): asserts condition {
  if (!condition) throw new InvalidLog(why)
}

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
interface LoggedPack extends UsagePack {
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
interface LoggedEntry extends ActivityEntry {
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

type LogVersion = keyof typeof lastEntryFields

const isLogVersion = (value: unknown): value is LogVersion => value === 1 || value === 2

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

/** Where a log comes from. Nothing of it is authenticated but the id of the project, which every link contains. */
export interface LogHeader {
  readonly version: LogVersion
  readonly instanceId: string
  readonly projectId: number
  readonly projectName: string
  /** When it was downloaded, as ISO 8601. */
  readonly createdAt: string
  /** The newest root then: an entry over the ends of all chains of the instance. Null while there was none. */
  readonly root: LogRoot | null
}

interface LogRoot {
  readonly number: number
  readonly at: number
  readonly mac: Uint8Array
}

const fields = [
  'format',
  'version',
  'instance_id',
  'project_id',
  'project_name',
  'created_at',
  'root',
] as const

/** Reads the first line of a log. @returns null for any other line */
export function readHeader(line: LogLine): LogHeader | null {
  const { format, version } = line
  if (!hasFields(line, fields) || format !== 'envhold-log' || !isLogVersion(version)) return null
  const root = line.root === null ? null : readRoot(line.root)
  const { instance_id: instanceId, project_id: projectId, project_name: projectName } = line
  const { created_at: createdAt } = line
  if (!isText(instanceId) || !isCount(projectId) || !isText(projectName)) return null
  if (!isText(createdAt) || root === undefined) return null
  return { version, instanceId, projectId, projectName, createdAt, root }
}

function readRoot(value: unknown): LogRoot | undefined {
  if (!isObject(value) || !hasFields(value, ['number', 'at', 'mac'])) return undefined
  const { number, at } = value
  const mac = bytesOf(value.mac, 33)
  return isCount(number) && isCount(at) && mac ? { number, at, mac } : undefined
}
