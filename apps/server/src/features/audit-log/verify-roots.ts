import type { Root } from '@envhold/integrity/audit.ts'
import { rootDigest, verifyRootMac } from '@envhold/integrity/audit.ts'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import type { DbContext, SecretsContext } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { comparePointsAfter, readRootMac, readRootsAfter } from './root-store.ts'
import { isPassed, type NotedPoint } from './verdict.ts'

const pageLength = 1_000

/**
 * Walks all roots, compares the newest with its points, and these with the ends of the chains.
 * @param noted roots noted earlier
 * @returns the newest root, if all are valid
 */
export async function findBrokenRoots(
  ctx: DbContext<'engine' | 'secrets'>,
  onProblem: (problem: string) => void,
  noted: readonly NotedPoint[] = [],
): Promise<Row<'audit_roots'> | undefined> {
  const problem = await walkRoots(
    ctx,
    noted.filter(({ chain }) => chain === 'root'),
  )
  if (typeof problem === 'string') {
    onProblem(problem)
    return undefined
  }
  const { isChanged, lost } = await findRootFindings(ctx, problem)
  const number = problem?.number ?? 0
  if (isChanged) onProblem(`root_points *: are not those of root ${number}`)
  for (const chain of lost)
    onProblem(
      `root_points ${chain}: does not pass through its point of root ${number}: it was cut off or replaced`,
    )
  return isChanged ? undefined : problem
}

const isOfRemovedSecret = ({ secrets }: SecretsContext, { mac }: Row<'audit_roots'>) => {
  const kid = mac[0] ?? 0
  return kid > 0 && kid < secrets.newest && !secrets.byKid.has(kid)
}

/** @returns the newest root, or the first problem */
async function walkRoots(ctx: DbContext<'engine' | 'secrets'>, noted: readonly NotedPoint[]) {
  let last: Row<'audit_roots'> | undefined
  let isVerifiable = false
  for (;;) {
    const roots = await readRootsAfter(ctx.db, last?.number ?? 0, pageLength)
    for (const root of roots) {
      const number = (last?.number ?? 0) + 1
      if (root.number !== number) return `audit_roots ${number}: is missing`
      // Roots from before a rotation stay under the former secret. Once one is under a known secret, all later ones are.
      isVerifiable ||= !isOfRemovedSecret(ctx, root)
      if (isVerifiable && !isAuthentic(ctx.secrets, { ...root, previousMac: last?.mac ?? null }, root.mac))
        return `audit_roots ${number}: was changed`
      const same = ({ sequence, link }: NotedPoint) =>
        sequence !== number || Buffer.from(root.mac).equals(link ?? Buffer.alloc(0))
      if (!noted.every(same)) return `audit_roots ${number}: differs from the noted root`
      last = root
    }
    if (roots.length < pageLength) break
  }
  const cut = noted.find(({ sequence }) => sequence > (last?.number ?? 0))
  return cut ? `audit_roots ${cut.sequence}: is missing, and was noted: the newest roots were cut off` : last
}

/** What was changed from outside since a root was written. */
export interface RootFindings {
  /** Whether the root, or a stored point of it, is not what the server wrote. */
  readonly isChanged: boolean
  /** Chains that do not pass through their point of the root any more, or are gone. */
  readonly lost: readonly string[]
}

/**
 * Compares the newest root with its stored points, and these with the chains. Reads in pages, outside a transaction: the
 * points change only with the next root.
 * @param root undefined before the first one, when there are no points
 */
export async function findRootFindings(
  ctx: DbContext<'engine' | 'secrets'>,
  root: Row<'audit_roots'> | undefined,
): Promise<RootFindings> {
  const digest = rootDigest()
  const lost: string[] = []
  let chains = 0
  let isWritten = true
  for (let chain = ''; ; ) {
    const points = await comparePointsAfter(ctx, chain, pageLength)
    for (const point of points) {
      // Fails for values that no server can have written.
      isWritten &&= isPassed(() => digest.add(point))
      if (point.lost === 1) lost.push(point.chain)
    }
    chains += points.length
    const last = points.at(-1)
    if (!last || points.length < pageLength) break
    chain = last.chain
    await nextTurn()
  }
  if (!root) return { isChanged: chains > 0, lost }
  const isWhole = isWritten && root.chains === chains && sameBytes(root.digest, digest.finish())
  const previousMac = await readRootMac(ctx.db, root.number - 1)
  return { isChanged: !isWhole || !isAuthentic(ctx.secrets, { ...root, previousMac }, root.mac), lost }
}

/** Whether the server wrote a root. */
const isAuthentic = (secrets: ServerSecrets, root: Root, mac: Uint8Array) =>
  isPassed(() => verifyRootMac(secrets, root, mac))
