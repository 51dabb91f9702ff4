import { sameBytes } from '@envhold/integrity/bytes.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import { type UsagePoint, verifyUsageMac } from '@envhold/integrity/usage-chain.ts'
import { type UsageFinding, type UsageWalk, walkUsage } from '@envhold/integrity/usage-walk.ts'
import type { DbContext } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { readUsageHead, readUsageHeadsAfter, startOf } from './usage-chain-store.ts'
import { projectsWithoutHead, readPacksAfter } from './usage-pack-store.ts'
import { type ChainPoint, isPassed, type NotedPoint, type Verdict } from './verdict.ts'

/** A pack has up to 2,048 entries, so that this many need some ten megabytes. */
const packsAtOnce = 50
const headsAtOnce = 500

const usageChain = (projectId: number): string => `usage/${projectId}`

/**
 * Walks the chain of a project's usage from its start to its head and returns the first invalid entry. Expects that
 * nothing is written meanwhile.
 * @param noted points noted earlier: the chain must pass through each. Without one, a chain that was truncated together
 *   with its head looks whole, because nothing in these tables says that it was longer.
 */
export async function verifyUsage(
  ctx: DbContext<'secrets'>,
  projectId: number,
  noted: readonly NotedPoint[] = [],
): Promise<Verdict> {
  return await verifyFrom(ctx, { projectId, head: await readUsageHead(ctx.db, projectId) }, noted)
}

/** Walks the chains of all projects, one after the other, in bounded memory. Includes noted ones that are missing. */
export async function* verifyAllUsage(ctx: DbContext<'secrets'>, noted: readonly NotedPoint[] = []) {
  const unseen = new Set(
    noted.filter(({ sequence }) => sequence > 0).flatMap(({ chain }) => projectOf(chain)),
  )
  for (let last = 0; ; ) {
    const heads = await readUsageHeadsAfter(ctx.db, last, headsAtOnce)
    for (const head of heads) {
      unseen.delete(head.project_id)
      yield await verifyFrom(ctx, { projectId: head.project_id, head }, noted)
    }
    const next = heads.at(-1)
    if (!next) break
    last = next.project_id
  }
  for (const projectId of await projectsWithoutHead(ctx.db, headsAtOnce)) unseen.add(projectId)
  for (const projectId of unseen) yield await verifyFrom(ctx, { projectId, head: undefined }, noted)
}

const projectOf = (chain: string): number[] => {
  const [, id] = /^usage\/([1-9]\d*)$/.exec(chain) ?? []
  return id === undefined ? [] : [Number(id)]
}

interface Stored {
  readonly projectId: number
  readonly head: Row<'usage_heads'> | undefined
}

const empty: ChainPoint = { sequence: 0, link: null }

async function verifyFrom(
  ctx: DbContext<'secrets'>,
  { projectId, head }: Stored,
  noted: readonly NotedPoint[],
): Promise<Verdict> {
  const chain = usageChain(projectId)
  const ofChain = noted.filter((point) => point.chain === chain && point.sequence > 0)
  const start = head ? startOf(ctx.secrets, head) : empty
  if (!start) {
    const broken = { sequence: 1, why: 'the beginning was cut off' }
    return { chain, entries: 0, broken, head: empty, trimmed: [] }
  }
  const trimmed = ofChain.filter(({ sequence }) => sequence < start.sequence)
  const waiting = ofChain.filter(({ sequence }) => sequence >= start.sequence)
  const walk = walkUsage({ projectId, ...start }, (point, mac) => isAuthentic(ctx.secrets, point, mac))
  const broken =
    (await faultOfPacks(ctx, walk, { start, waiting })) ??
    faultOfEnd(ctx.secrets, { reached: walk.reached(), head, waiting })
  const { sequence, link } = walk.reached()
  return { chain, entries: sequence - start.sequence, broken, head: { sequence, link }, trimmed }
}

const isAuthentic = (secrets: ServerSecrets, point: UsagePoint, mac: Uint8Array) =>
  isPassed(() => verifyUsageMac(secrets, point, mac))

const reasons: Readonly<Record<UsageFinding['why'], string>> = {
  missing: 'it is missing',
  changed: 'it was changed',
  unfinished: 'its commit is incomplete',
}

type Broken = Verdict['broken']

interface Walked {
  readonly start: ChainPoint
  readonly waiting: readonly NotedPoint[]
}

/** Walks the stored packs. A noted point is the end of a commit, so the walk reaches it or differs from it. */
async function faultOfPacks({ db }: DbContext<'secrets'>, walk: UsageWalk, { start, waiting }: Walked) {
  if (waiting.some((point) => differs(point, start))) return { sequence: start.sequence + 1, why: differing }
  for (let after = start.sequence; ; ) {
    const packs = await readPacksAfter(db, walk.reached().projectId, { after, limit: packsAtOnce })
    for (const pack of packs) {
      const before = walk.reached()
      const fault = walk.add(packOf(pack))
      if (fault) return { sequence: fault.sequence, why: reasons[fault.why] }
      const reached = walk.reached()
      const passed = (point: NotedPoint) =>
        point.sequence > before.sequence && point.sequence <= reached.sequence
      if (waiting.some((point) => passed(point) && !isSame(point, reached)))
        return { sequence: before.sequence + 1, why: 'its commit differs from the noted one' }
      after = pack.first_sequence
    }
    if (packs.length < packsAtOnce) break
  }
  const fault = walk.end()
  return fault && { sequence: fault.sequence, why: reasons[fault.why] }
}

const differing = 'the entry before it differs from the noted one'

const isSame = (left: ChainPoint, right: ChainPoint) =>
  left.sequence === right.sequence &&
  left.link !== null &&
  right.link !== null &&
  sameBytes(left.link, right.link)

const differs = (point: ChainPoint, from: ChainPoint) =>
  point.sequence === from.sequence && !isSame(point, from)

function faultOfEnd(
  secrets: ServerSecrets,
  {
    reached,
    head,
    waiting,
  }: Pick<Stored, 'head'> & Pick<Walked, 'waiting'> & { readonly reached: ChainPoint },
): Broken {
  const sequence = reached.sequence + 1
  if (!head && reached.sequence > 0) return { sequence, why: 'the head of the chain is missing' }
  if (head && !endsAt(secrets, head, reached)) return { sequence, why: 'the chain ends before its head' }
  const missing = waiting.find((point) => point.sequence > reached.sequence)
  const why = `it is missing, and so are all up to ${missing?.sequence}, which was noted: the end was cut off`
  return missing ? { sequence, why } : null
}

/** Whether a head is the point that the walk reached, with a valid MAC. */
function endsAt(secrets: ServerSecrets, head: Row<'usage_heads'>, reached: ChainPoint): boolean {
  const { project_id: projectId, sequence, link, mac } = head
  if (sequence === 0) return reached.sequence === 0 && link === null && mac === null
  if (!isSame({ sequence, link }, reached)) return false
  return link !== null && mac !== null && isAuthentic(secrets, { projectId, sequence, link }, mac)
}

const packOf = (pack: Row<'usage_packs'>) => ({
  first: pack.first_sequence,
  last: pack.last_sequence,
  at: pack.at,
  apiKeyId: pack.api_key_id,
  entries: pack.entries,
  erased: pack.erased !== 0,
  digest: pack.digest,
  link: pack.link,
  mac: pack.mac,
})
