import type { DbContext, SecretsContext } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { findRootFindings, isAuthentic } from './find-root-findings.ts'
import { readRootsAfter } from './root-store.ts'
import type { NotedPoint } from './verdict.ts'

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
async function walkRoots(
  ctx: DbContext<'engine' | 'secrets'>,
  noted: readonly NotedPoint[],
): Promise<Row<'audit_roots'> | string | undefined> {
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
