import {
  type Root,
  type RootDigest,
  type RootPoint,
  rootDigest,
  verifyRootMac,
} from '@envhold/integrity/audit.ts'
import { sameBytes } from '@envhold/integrity/bytes.ts'
import type { ServerSecrets } from '@envhold/integrity/server-secret.ts'
import type { DbContext } from '../../context.ts'
import type { Row } from '../../db/tables.ts'
import { nextTurn } from '../../db/yield-to-event-loop.ts'
import { comparePointsAfter, readRootMac } from './root-store.ts'

/** What was changed from outside since a root was written. */
export interface RootFindings {
  /** Whether the root, or a stored point of it, is not what the server wrote. */
  readonly isChanged: boolean
  /** Chains that do not pass through their point of the root any more, or are gone. */
  readonly lost: readonly string[]
}

const pageLength = 1_000

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
      isWritten &&= isAdded(digest, point)
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

/** @returns whether the point has values that a server can have written */
function isAdded(digest: RootDigest, point: RootPoint): boolean {
  try {
    digest.add(point)
    return true
  } catch {
    return false
  }
}

/** Whether the server wrote a root. */
export function isAuthentic(secrets: ServerSecrets, root: Root, mac: Uint8Array): boolean {
  try {
    verifyRootMac(secrets, root, mac)
    return true
  } catch {
    return false
  }
}
