import type { inject } from '@envhold/contract/inject.ts'
import { parseToken } from '@envhold/integrity/token.ts'
import { cacheKey } from '@envhold/vault/cached-response-cipher.ts'
import { newProcessKey } from '@envhold/vault/unlock-seal.ts'
import type { DbContext } from '../../context.ts'
import { type Batch, createBatch, maxFlushesOf } from '../../db/batch.ts'
import { endOfTick } from '../../db/yield-to-event-loop.ts'
import type { Call } from '../../http/route.ts'
import { type FoundKey, momentaryRejection, type PresentedKey } from '../api-keys/api-key-auth.ts'
import { createTtlCache, unlockTtl } from '../keyring/ttl-cache.ts'
import type { Served } from './admitted-call.ts'
import { type Question, readAnswerStates } from './cache-validator-store.ts'
import { type Answer, cachedResponse, responseFrom } from './cached-response.ts'

/**
 * Finished answers of inject. An answer is used again only if none of the rows that it came from has changed, which is
 * asked of the database after the call has arrived, once for all calls that wait. Expiry and addresses are evaluated at
 * each call. The text is sealed under a key derived from the presented API key, which is never kept, so a copy of this
 * memory opens nothing.
 */
export interface InjectCache {
  lookup(call: InjectCall): Promise<CacheLookup>
  /** Drops expired answers. Call it now and then. */
  sweep(): void
  /** Everything that is kept, for a test that searches it. */
  dump(): readonly unknown[]
}

type InjectCall = Pick<Call<typeof inject>, 'caller' | 'params' | 'query' | 'ifNoneMatch' | 'origin'>

export interface CacheLookup {
  /** The remembered answer, if it still holds. */
  readonly known?: { readonly presented: PresentedKey; readonly serve: () => Served }
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

export function createInjectCache(ctx: DbContext<'config' | 'engine' | 'clock'>): InjectCache {
  const processKey = newProcessKey()
  const entries = createTtlCache<CacheEntry>(ctx.clock, {
    ...unlockTtl,
    maxEntries,
    size: { max: maxBytes, of: bytesOf },
  })
  const states = createAnswerStates(ctx)

  return {
    async lookup({ caller, params, query, ifNoneMatch, origin }) {
      const { projectId, environment } = params
      const { format, dialect = null } = query
      const question = JSON.stringify([projectId, environment, format, dialect])
      const at = cacheKey(processKey, caller.presented, question)
      const kept = entries.find(at.slot)
      if (!kept) return { remember: () => entries.put(at.slot, seenOnce) }

      // Only a token that was found to be one is kept.
      const keyId = kept === seenOnce ? parseToken(caller.presented, 'pak').id : kept.key.id
      const state = await states.add({ keyId, projectId, environment })
      const remember: CacheLookup['remember'] = (presented, served) => {
        const answer = cachedResponse(presented, served, at)
        if (state !== undefined && answer) entries.put(at.slot, { ...answer, state })
      }
      if (kept === seenOnce || kept.state !== state) return { remember }
      const serve = responseFrom(kept, at, ifNoneMatch)
      if (!serve) return { remember }
      const { key, limits } = kept
      const rejection = momentaryRejection(key, origin.ip, ctx.clock())
      return { known: { presented: { key, limits, rejection }, serve }, remember }
    },
    sweep: entries.sweep,
    dump: entries.values,
  }
}

/**
 * The states of the rows that answers come from. Calls that wait together are resumed together, so one question for all
 * follows in the same tick.
 */
const createAnswerStates = (ctx: DbContext<'config' | 'engine'>): Batch<Question, string | undefined> =>
  createBatch((questions) => readAnswerStates(ctx, questions), {
    gather: endOfTick,
    maxFlushes: maxFlushesOf(ctx),
  })
