import { formatCount } from '@envhold/contract/format-count.ts'
import type { DbContext } from '../context.ts'
import { headText } from '../features/audit-log/report-heads.ts'
import type { NotedPoint, Verdict } from '../features/audit-log/verdict.ts'
import { findMissingActivity, verifyAllActivity } from '../features/audit-log/verify-activity.ts'
import { findBrokenRoots } from '../features/audit-log/verify-roots.ts'
import { verifyAllUsage } from '../features/audit-log/verify-usage.ts'

type PrintLine = (line: string) => void

const entriesOf = (count: number) => formatCount(count, 'entry', 'entries')

/**
 * Walks the chains of all activity and usage, and the roots over them. Prints a line for each kind of chain, for each
 * chain that is broken, and for each that was noted.
 * @returns how many problems there are
 */
export async function verifyChains(
  ctx: DbContext<'engine' | 'secrets'>,
  noted: readonly NotedPoint[],
  info: PrintLine,
): Promise<number> {
  const chains = collectVerdicts(noted, info)
  await verifyAllActivity(ctx, async (of) => noted.filter(({ chain }) => of.includes(chain)), chains.add)
  chains.count('activity')
  const gap = await findMissingActivity(ctx)
  if (gap !== undefined) chains.report(`BROKEN activity ${gap}: is missing`)
  for await (const verdict of verifyAllUsage(ctx, noted)) chains.add(verdict)
  chains.count('usage')
  chains.reportUnseen()
  const root = await findBrokenRoots(ctx, (problem) => chains.report(`BROKEN ${problem}`), noted)
  if (root) {
    info(
      `roots: ${root.number}, the newest of ${new Date(root.at).toISOString()} over ${formatCount(root.chains, 'chain')}.`,
    )
    info(
      `roots: to compare later: --head ${headText({ chain: 'root', sequence: root.number, link: root.mac })}`,
    )
  }
  if (noted.length === 0)
    info(
      'Without --head, what was cut off since the newest root and an older copy of the database look valid.',
    )
  return chains.problems()
}

/** Counts verdicts and prints those that somebody has to see. */
function collectVerdicts(noted: readonly NotedPoint[], info: PrintLine) {
  const unseen = new Map(noted.flatMap((point) => (point.chain === 'root' ? [] : [[point.chain, point]])))
  let problems = 0
  let chains = 0
  let entries = 0
  const report = (line: string) => {
    problems++
    info(line)
  }
  return {
    report,
    problems: () => problems,
    add: (verdict: Verdict) => {
      const { chain, broken, trimmed, head } = verdict
      chains++
      entries += verdict.entries
      const isNoted = unseen.delete(chain)
      if (broken)
        report(
          `${chain}: BROKEN at entry ${broken.sequence}: ${broken.why}. ${entriesOf(verdict.entries)} before it are valid.`,
        )
      else if (isNoted)
        info(
          `${chain}: valid, ${entriesOf(verdict.entries)}. To compare later: --head ${headText({ chain, ...head })}`,
        )
      for (const { sequence } of trimmed)
        info(`${chain}: entry ${sequence} has been trimmed since it was noted, so it cannot be compared.`)
    },
    count: (kind: string) => {
      info(`${kind}: ${formatCount(chains, 'chain')}, ${entriesOf(entries)} checked.`)
      chains = 0
      entries = 0
    },
    reportUnseen: () => {
      for (const { chain, sequence } of unseen.values())
        report(
          `${chain}: BROKEN at entry 1: the chain is missing, and so is entry ${sequence}, which was noted.`,
        )
    },
  }
}
