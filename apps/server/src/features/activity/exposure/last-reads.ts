import type { ReadWay } from '@envhold/contract/activity/exposure.ts'
import * as inject from '@envhold/contract/inject.ts'
import type { DbContext } from '../../../context.ts'
import { pauseWork } from '../../../db/charged-work.ts'
import { blockLength, rangeOfBlocks, type SequenceRange } from '../../audit-log/block.ts'
import { readUsageState } from '../../usage/usage-state-store.ts'
import { listState } from '../paged-list.ts'
import {
  findReadsIn,
  listKeyBlocks,
  listKeyCalls,
  listReadBlocks,
  type ReadingActor,
} from './last-read-store.ts'

/** The last time that an environment's values were read. */
export interface LastRead {
  readonly environmentId: number
  /** Unix time in milliseconds. */
  readonly at: number
  readonly way: ReadWay
}

/** A bound on the work of one call: about two million entries. What was read before is not found. */
const maxBlocks = 1_000

class LastReads {
  readonly #byId = new Map<number, LastRead>()
  readonly #ids: ReadonlySet<number>
  #looked = 0

  constructor(environmentIds: readonly number[]) {
    this.#ids = new Set(environmentIds)
  }

  /** Blocks are read from the newest on, so what is known already stays. */
  add(reads: readonly LastRead[]): void {
    const before = new Set(this.#byId.keys())
    for (const read of reads) {
      const known = this.#byId.get(read.environmentId)
      if (!this.#ids.has(read.environmentId) || before.has(read.environmentId)) continue
      if (!known || known.at < read.at) this.#byId.set(read.environmentId, read)
    }
  }

  /** Which of these environments still have to be found. None once the bound is reached. */
  missing(ids: Iterable<number>): number[] {
    const missing = [...ids].filter((id) => !this.#byId.has(id))
    return missing.length > 0 && this.#looked++ < maxBlocks ? missing : []
  }

  newestFirst(): LastRead[] {
    return [...this.#byId.values()].sort((left, right) => right.at - left.at)
  }
}

/** The last reads of environments by a user, the newest first. */
export async function findLastReads(
  ctx: DbContext<'engine'>,
  environmentIds: readonly number[],
  actor: ReadingActor,
): Promise<LastRead[]> {
  const reads = new LastReads(environmentIds)
  if (environmentIds.length === 0) return []
  const { mark, notRolledUp } = await listState(ctx)
  reads.add(await findReadsIn(ctx, environmentIds, actor, notRolledUp))
  const rows = await listReadBlocks(ctx, environmentIds, actor, mark.blocks)
  for (const [block, inBlock] of Map.groupBy(rows, (row) => Number(row.block))) {
    const missing = reads.missing(inBlock.map((row) => Number(row.environment_id)))
    if (missing.length === 0) continue
    reads.add(await findReadsIn(ctx, missing, actor, rangeOfBlocks(block)))
    await pauseWork()
  }
  return reads.newestFirst()
}

const injects: ReadonlySet<string> = new Set([inject.inject.path, inject.injectByName.path])

/** The last reads of a project's environments by one of its API keys, the newest first. */
export async function findLastKeyReads(
  ctx: DbContext<'engine'>,
  environmentIds: readonly number[],
  { projectId, keyId }: { readonly projectId: number; readonly keyId: string },
): Promise<LastRead[]> {
  const reads = new LastReads(environmentIds)
  const { blocks, sequence } = await readUsageState(ctx.db, projectId)
  const look = async (range: SequenceRange, from: number, until: number) => {
    const calls = await listKeyCalls(ctx, { projectId, keyId, ...range, from, until })
    reads.add(
      calls.flatMap(({ environmentId, at, status, endpoint }) =>
        environmentId !== null && status < 400 && injects.has(endpoint)
          ? [{ environmentId, at, way: 'api-key' as const }]
          : [],
      ),
    )
    await pauseWork()
  }
  await look({ after: blocks * blockLength, upTo: sequence }, 0, Number.MAX_SAFE_INTEGER)
  for (const { block, first_at, last_at } of await listKeyBlocks(ctx, keyId, blocks)) {
    if (reads.missing(environmentIds).length === 0) break
    await look(rangeOfBlocks(Number(block)), Number(first_at), Number(last_at))
  }
  return reads.newestFirst()
}
