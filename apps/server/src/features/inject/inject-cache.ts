import type { Endpoint } from '@envhold/contract/endpoint.ts'
import type { inject, readSchema } from '@envhold/contract/inject.ts'
import { parseToken } from '@envhold/integrity/token.ts'
import {
  type CacheKey,
  cacheKey,
  openCachedResponse,
  sealCachedResponse,
} from '@envhold/vault/cached-response-cipher.ts'
import { newProcessKey } from '@envhold/vault/unlock-seal.ts'
import type { DbContext } from '../../context.ts'
import { type Batch, createBatch, maxFlushesOf } from '../../db/batch.ts'
import { endOfTick } from '../../db/yield-to-event-loop.ts'
import { isKnownTag } from '../../http/responses/entity-tag.ts'
import { renderJson } from '../../http/responses/render-answer.ts'
import type { Call, OpenedBody } from '../../http/route.ts'
import {
  type FoundKey,
  type KeyFacts,
  momentaryRejection,
  type PresentedKey,
} from '../api-keys/api-key-auth.ts'
import { createTtlCache, unlockTtl } from '../keyring/ttl-cache.ts'
import type { KnownChains } from '../usage/known-chains.ts'
import type { Served } from './admitted-call.ts'
import { type Question, readAnswerStates } from './cache-validator-store.ts'

/**
 * Finished answers of inject and schema. An answer is used again only if none of the rows that it came from has
 * changed, which is asked of the database after the call has arrived, once for all calls that wait. Expiry and addresses
 * are evaluated at each call. The text is sealed under a key derived from the presented API key, which is never kept, so
 * a copy of this memory opens nothing.
 */
export interface InjectCache {
  lookup(endpoint: CachedEndpoint, call: CachedCall): Promise<CacheLookup>
  /** Drops expired answers. Call it now and then. */
  sweep(): void
  /** Everything that is kept, for a test that searches it. */
  dump(): readonly unknown[]
}

/** The endpoints whose responses are remembered. */
export type CachedEndpoint = typeof inject | typeof readSchema

type CachedCall = Pick<Call<typeof inject>, 'caller' | 'params' | 'ifNoneMatch' | 'origin'> & {
  /** As the endpoint declares it: all of it decides the answer. */
  readonly query?: unknown
}

export interface CacheLookup {
  /** The remembered answer, if it still holds. */
  readonly known?: {
    readonly presented: PresentedKey
    readonly served: Served
  }
  /** Remembers the answer that a call without a remembered one was given. */
  readonly remember: (presented: FoundKey, served: Served) => void
}

interface CachedResponse extends Answer {
  readonly state: string
}

/** A question that was asked once. Its answer is remembered from the second time on. */
const seenOnce = 'asked once'

const maxEntries = 10_000
const maxBytes = 32 * 1024 * 1024
/** What an entry takes beside its text: about 800 bytes. */
const entryBytes = 1_024

type CacheEntry = CachedResponse | typeof seenOnce

const bytesOf = (kept: CacheEntry): number =>
  entryBytes + (kept === seenOnce ? 0 : (kept.sealed?.length ?? 0))

export function createInjectCache(
  ctx: DbContext<'config' | 'engine' | 'clock'>,
  chains: Pick<KnownChains, 'isStale' | 'noteRead'>,
): InjectCache {
  const processKey = newProcessKey()
  const entries = createTtlCache<CacheEntry>(ctx.clock, {
    ...unlockTtl,
    maxEntries,
    size: { max: maxBytes, of: bytesOf },
  })
  const states = createAnswerStates(ctx, chains)

  return {
    async lookup(endpoint, { caller, params, query, ifNoneMatch, origin }) {
      const { projectId, environment } = params
      const question = JSON.stringify([endpoint.name, projectId, environment, query])
      const at = cacheKey(processKey, caller.presented, question)
      const kept = entries.find(at.slot)
      if (!kept) return { remember: () => entries.put(at.slot, seenOnce) }

      // Only a token that was found to be one is kept.
      const keyId = kept === seenOnce ? parseToken(caller.presented, 'pak').id : kept.key.id
      const state = await states.add({ keyId, environment, projectId })
      const remember: CacheLookup['remember'] = (presented, served) => {
        const answer = cachedResponse(endpoint, presented, served, at)
        if (state !== undefined && answer) entries.put(at.slot, { ...answer, state })
      }
      if (kept === seenOnce || kept.state !== state) return { remember }
      const served = responseFrom(kept, at, ifNoneMatch)
      if (!served) return { remember }
      const { key, limits } = kept
      const rejection = momentaryRejection(key, origin.ip, ctx.clock())
      return { known: { presented: { key, limits, rejection }, served }, remember }
    },
    sweep: entries.sweep,
    dump: entries.values,
  }
}

/**
 * The states of the rows that answers come from. Calls that wait together are resumed together, so one question for all
 * follows in the same tick. What their records need is read at the same time.
 */
const createAnswerStates = (
  ctx: DbContext<'config' | 'engine'>,
  chains: Pick<KnownChains, 'isStale' | 'noteRead'>,
): Batch<Question & { readonly projectId: number }, string | undefined> =>
  createBatch(
    async (questions) => {
      const seen = new Set<number>()
      const chainOf = ({ projectId }: (typeof questions)[number]) => {
        if (seen.has(projectId) || !chains.isStale(projectId)) return undefined
        seen.add(projectId)
        return projectId
      }
      const { states, ends } = await readAnswerStates(
        ctx,
        questions.map((question) => ({ ...question, chain: chainOf(question) })),
      )
      chains.noteRead(ends)
      return states
    },
    { gather: endOfTick, maxFlushes: maxFlushesOf(ctx) },
  )

/** What a call was found to be. */
interface Answer {
  readonly key: KeyFacts
  readonly limits: PresentedKey['limits']
  readonly environmentId: number
  readonly environmentName: string | undefined
  readonly etag: string
  readonly variables: number
  /** Headers and text; null if the caller had this version already. */
  readonly sealed: Uint8Array | null
}

/** What to remember of a response; undefined for one that concerns no environment, or one by a former name. */
function cachedResponse(
  endpoint: CachedEndpoint,
  { key, limits }: FoundKey,
  { environmentId, environmentName, result, variables, byFormerName }: Served,
  at: CacheKey,
): Answer | undefined {
  if (environmentId === null || byFormerName) return undefined
  const { etag = '', ...headers } = result.headers ?? {}
  const text = textOf(endpoint, result, headers)
  // A copy, because a small Buffer shares and so keeps a larger block of memory.
  const sealed = text && new Uint8Array(sealCachedResponse(at, text))
  return { key: factsOf(key), limits, environmentId, environmentName, etag, variables, sealed }
}

/** What is sent with a status other than 304. */
function textOf(endpoint: Endpoint, { text, json }: Served['result'], headers: CachedHeaders): Buffer | null {
  if (text !== undefined) return joined(headers, text)
  if (json === undefined || !endpoint.output) return null
  const { headers: type, body } = renderJson(endpoint.output, json)
  return joined({ ...type, ...headers }, body)
}

/** The response that a remembered answer gives; undefined if its text is needed but not kept. */
function responseFrom(
  { environmentId, environmentName, etag, variables, sealed }: Answer,
  at: CacheKey,
  ifNoneMatch: string | undefined,
): Served | undefined {
  const headers = { etag }
  const about = { environmentId, environmentName }
  if (isKnownTag(ifNoneMatch, etag)) return { result: { status: 304, headers }, ...about, variables: 0 }
  if (!sealed) return undefined
  const { open, prepare } = openedTogether(() => parted(openCachedResponse(at, sealed)))
  // All of a batch are prepared together, so a long one is opened when it is sent.
  const early = sealed.length <= maxTextBytes && { prepare }
  return { result: { headers, open }, ...early, ...about, variables }
}

/** Calls that are answered at the same moment share what is opened. Then it is dropped. */
function openedTogether(openNow: () => OpenedBody) {
  let opened: OpenedBody | undefined
  let isSent = false
  const drop = () => {
    opened = undefined
    isSent = false
  }
  return {
    open: () => {
      if (!isSent) process.nextTick(drop)
      isSent = true
      opened ??= openNow()
      return opened
    },
    /** Opens it early. One that cannot be opened throws when it is sent. */
    prepare: () => {
      try {
        opened ??= openNow()
      } catch {}
    },
  }
}

/** `last_used_at` may be stale: which call is a day's first is decided by the day's counter. */
const factsOf = (key: KeyFacts): KeyFacts => ({
  id: key.id,
  key_name: key.key_name,
  project_id: key.project_id,
  owner_id: key.owner_id,
  owner_username: key.owner_username,
  plan_display_name: key.plan_display_name,
  last_used_at: key.last_used_at,
  expires_at: key.expires_at,
  allowed_ips: key.allowed_ips,
})

type CachedHeaders = Readonly<Record<string, string>>

const lineFeed = 10

/**
 * Up to this length a text is sent as one: Node writes it together with the headers, without memory of its own. Memory
 * of many responses that is allocated outside of V8's heap cannot be given back, since what lives lies in between.
 */
const maxTextBytes = 12 * 1024

/** Headers as one line of JSON, then the text. */
const joined = (headers: CachedHeaders, text: string | Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify(headers)}\n`), Buffer.from(text)])

function parted(opened: Buffer): OpenedBody {
  const end = opened.indexOf(lineFeed)
  const headers = JSON.parse(opened.toString('utf8', 0, end))
  if (opened.length > maxTextBytes) return { headers, body: opened.subarray(end + 1) }
  return { headers, body: opened.toString('latin1', end + 1), encoding: 'latin1' }
}
