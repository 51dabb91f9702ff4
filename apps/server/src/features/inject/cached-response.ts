import {
  type CacheKey,
  openCachedResponse,
  sealCachedResponse,
} from '@envhold/vault/cached-response-cipher.ts'
import { isKnownTag } from '../../http/entity-tag.ts'
import type { FoundKey, KeyFacts, PresentedKey } from '../api-keys/api-key-auth.ts'
import type { Served } from './admitted-call.ts'

/** What a call was found to be. */
export interface Answer {
  readonly key: KeyFacts
  readonly limits: PresentedKey['limits']
  readonly environmentId: number
  readonly etag: string
  readonly variables: number
  /** Headers and text; null if the caller had this version already. */
  readonly sealed: Uint8Array | null
}

/** What to remember of a response; undefined for one that concerns no environment, or one by a former name. */
export function cachedResponse(
  { key, limits }: FoundKey,
  { environmentId, reply, variables, byFormerName }: Served,
  cacheKey: CacheKey,
): Answer | undefined {
  if (environmentId === null || byFormerName) return undefined
  const { etag = '', ...headers } = reply.headers ?? {}
  const text = reply.text === undefined ? null : joined(headers, reply.text)
  // A copy, because a small Buffer shares and so keeps a larger block of memory.
  const sealed = text && new Uint8Array(sealCachedResponse(cacheKey, text))
  return { key: factsOf(key), limits, environmentId, etag, variables, sealed }
}

/** The response that a remembered answer gives; undefined if its text is needed but not kept. */
export function responseFrom(
  { environmentId, etag, variables, sealed }: Answer,
  cacheKey: CacheKey,
  ifNoneMatch: string | undefined,
): (() => Served) | undefined {
  if (isKnownTag(ifNoneMatch, etag))
    return () => ({ reply: { status: 304, headers: { etag } }, environmentId, variables: 0 })
  if (!sealed) return undefined
  return () => {
    const { headers, text } = parted(openCachedResponse(cacheKey, sealed))
    return { reply: { text, headers: { etag, ...headers } }, environmentId, variables }
  }
}

/** `last_used_at` may be stale: which call is a day's first is decided by the day's counter. */
const factsOf = (key: KeyFacts): KeyFacts => ({
  id: key.id,
  key_name: key.key_name,
  project_id: key.project_id,
  owner_id: key.owner_id,
  last_used_at: key.last_used_at,
  expires_at: key.expires_at,
  allowed_ips: key.allowed_ips,
})

type Headers = Readonly<Record<string, string>>

const lineFeed = 10

/** Headers as one line of JSON, then the text. */
const joined = (headers: Headers, text: string | Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify(headers)}\n`), Buffer.from(text)])

function parted(opened: Buffer): { headers: Headers; text: Uint8Array } {
  const end = opened.indexOf(lineFeed)
  return { headers: JSON.parse(opened.toString('utf8', 0, end)), text: opened.subarray(end + 1) }
}
