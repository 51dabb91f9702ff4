import { lp, sha256, u64, utf8 } from './context.ts'
import { serverMac, verifyServerMac } from './mac.ts'
import type { ServerSecrets } from './server-secret.ts'
import { rejectIfThrown, rejectUnless } from './vault-error.ts'

/** The entries of one key in one commit, and where they end in the chain of their project. */
export interface PackedUsage {
  /** The sequence number of its last entry. */
  readonly last: number
  readonly digest: Uint8Array
}

/** What one commit appends to the chain of a project. */
export interface UsageCommit {
  readonly projectId: number
  /** The link before; null at the beginning of a chain. */
  readonly previousLink: Uint8Array | null
  /** The sequence number of its first entry, counted from 1 in each project. */
  readonly first: number
  /** When it was written, in ms. */
  readonly at: number
  /** In the order of their sequence numbers. */
  readonly packs: readonly PackedUsage[]
}

/** A point of a project's chain: everything up to this sequence number has this link. */
export interface UsagePoint {
  readonly projectId: number
  readonly sequence: number
  readonly link: Uint8Array
}

/** The 32 bytes that stand for a pack's content in the chain, and remain when the content is erased. */
export function usageDigest(apiKeyId: string, entries: string): Uint8Array {
  return sha256(lp('eh1/usage-pack', utf8(apiKeyId), utf8(entries)))
}

/**
 * The 32 bytes that stand for a commit and everything before it in the project. Needs no secret, so an owner can
 * recompute the links of a downloaded log.
 */
export function usageLink({ projectId, previousLink, first, at, packs }: UsageCommit): Uint8Array {
  const ends = packs.flatMap(({ last, digest }) => [u64(last), digest])
  return sha256(
    lp('eh1/usage-link', u64(projectId), previousLink ?? NONE, u64(first), u64(at), Buffer.concat(ends)),
  )
}

const NONE = new Uint8Array(0)

/** Authenticates a link and its place. 33 bytes: kid and HMAC. */
export function usageMac(secrets: ServerSecrets, point: UsagePoint): Uint8Array {
  return serverMac(secrets, (keys) => keys.usage, pointContext(point))
}

/** Throws VaultError unless `expected` is this point's MAC under a secret of the ring. */
export function verifyUsageMac(secrets: ServerSecrets, point: UsagePoint, expected: Uint8Array): void {
  verifyServerMac(secrets, (keys) => keys.usage, pointContext(point), expected)
}

const pointContext = ({ projectId, sequence, link }: UsagePoint) =>
  lp('eh1/usage', u64(projectId), u64(sequence), link)

/** What the usage log contains of one call of an API key, besides its project, its key and its time. */
export interface UsageCall {
  readonly durationUs: number
  readonly requestId: string
  readonly status: number
  readonly variables: number
  readonly environmentId: number | null
  readonly environmentName: string
  readonly method: string
  readonly endpoint: string
  readonly ip: string
  /** How many calls the entry counts: 1, or the calls beyond a limit. */
  readonly calls: number
}

type Kind = 'count' | 'text' | 'count or null'

/** The fields in the order of the format, as {@link valuesOf}: those that differ from call to call come first. */
const kinds = [
  'count',
  'text',
  'count',
  'count',
  'count or null',
  'text',
  'text',
  'text',
  'text',
  'count',
] as const satisfies readonly Kind[]

type Values = [number, string, number, number, number | null, string, string, string, string, number]

const valuesOf = (call: UsageCall): Values => [
  call.durationUs,
  call.requestId,
  call.status,
  call.variables,
  call.environmentId,
  call.environmentName,
  call.method,
  call.endpoint,
  call.ip,
  call.calls,
]

const callOf = (values: Readonly<Values>): UsageCall => ({
  durationUs: values[0],
  requestId: values[1],
  status: values[2],
  variables: values[3],
  environmentId: values[4],
  environmentName: values[5],
  method: values[6],
  endpoint: values[7],
  ip: values[8],
  calls: values[9],
})

const version = 1

/**
 * The entries of one pack as one text (stored-formats.md, 'Usage'). An entry omits the fields at its end that equal
 * those of the entry before it.
 */
export function packUsage(calls: readonly UsageCall[]): string {
  const pack: unknown[] = [version]
  let before: readonly unknown[] = []
  for (const call of calls) {
    const values = valuesOf(call)
    pack.push(values.slice(0, lengthWithoutRepeats(values, before)))
    before = values
  }
  return JSON.stringify(pack)
}

function lengthWithoutRepeats(values: readonly unknown[], before: readonly unknown[]): number {
  let length = values.length
  while (length > 0 && values[length - 1] === before[length - 1]) length--
  return length
}

/** Reads what {@link packUsage} wrote. Throws VaultError for any other text. */
export function unpackUsage(text: string): UsageCall[] {
  const calls: UsageCall[] = []
  const parsed = readPack(text, (values) => calls.push(callOf(values)))
  rejectUnless(JSON.stringify(parsed) === text)
  return calls
}

/** The part of a call that is added up. */
export type CountedUsage = Pick<UsageCall, 'durationUs' | 'status' | 'variables' | 'calls'>

/**
 * Visits the entries of a pack without an object for each, for sums. Accepts other spellings of the same JSON, which
 * {@link unpackUsage} does not. Throws VaultError for any other text.
 * @param visit receives the same object for each entry
 */
export function countUsage(text: string, visit: (call: CountedUsage) => void): void {
  const call = { durationUs: 0, status: 0, variables: 0, calls: 0 }
  readPack(text, (values) => {
    call.durationUs = values[0]
    call.status = values[2]
    call.variables = values[3]
    call.calls = values[9]
    visit(call)
  })
}

function readPack(text: string, visit: (values: Readonly<Values>) => void): unknown {
  const parsed: unknown = rejectIfThrown(() => JSON.parse(text))
  rejectUnless(Array.isArray(parsed) && parsed[0] === version)
  const values: unknown[] = []
  for (let place = 1; place < parsed.length; place++) {
    const entry: unknown = parsed[place]
    rejectUnless(Array.isArray(entry) && entry.length <= kinds.length)
    rejectUnless(entry.length === lengthWithoutRepeats(entry, values))
    for (let index = 0; index < entry.length; index++) values[index] = entry[index]
    rejectUnless(isCall(values))
    visit(values)
  }
  return parsed
}

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0

const isOfKind: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  count: isCount,
  text: (value) => typeof value === 'string',
  'count or null': (value) => value === null || isCount(value),
}

const isCall = (values: readonly unknown[]): values is Values =>
  values.length === kinds.length && kinds.every((kind, index) => isOfKind[kind](values[index]))
