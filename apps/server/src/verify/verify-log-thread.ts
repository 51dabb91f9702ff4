/** Verifies a part of the audit logs in a thread of its own: see verify-log-in-thread.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import type { DbContext } from '../context.ts'
import { readConsistently } from '../db/read-consistently.ts'
import type { LogPart, PartVerdict, Verdict } from '../features/audit-log/verdict.ts'
import { findMissingActivity, verifyAllActivity } from '../features/audit-log/verify-activity.ts'
import { findBrokenRoots } from '../features/audit-log/verify-roots.ts'
import { verifyAllUsage } from '../features/audit-log/verify-usage.ts'
import type { ThreadTask, ThreadWord } from './verify-log-in-thread.ts'

const { part, at, secrets } = workerData as ThreadTask
const post = (word: ThreadWord) => parentPort?.postMessage(word)

/** As many as a job lists. */
const maxListed = 200
const maxLength = 500

/** Counts what was verified, and collects what is broken. */
function createReport(onEntries: (entries: number) => void) {
  const listed: { item: string; message: string }[] = []
  let [chains, entries, problems] = [0, 0, 0]
  const problem = (item: string, message: string) => {
    problems++
    if (listed.length < maxListed) listed.push({ item, message: message.slice(0, maxLength) })
  }
  return {
    problem,
    add: ({ chain, entries: valid, broken }: Verdict) => {
      chains++
      entries += valid
      onEntries(entries)
      if (broken)
        problem(
          chain,
          `Entry ${broken.sequence}: ${broken.why}. ${valid === 1 ? '1 entry before it is' : `${valid} entries before it are`} valid.`,
        )
    },
    verdict: (): PartVerdict => ({ chains, entries, found: problems, listed }),
  }
}

/**
 * Verifies a part of the audit logs: what `envhold-server audit verify` does.
 * @param onEntries is told how many entries are verified
 */
async function verifyLogPart(
  ctx: DbContext<'engine' | 'secrets'>,
  part: LogPart,
  onEntries: (entries: number) => void,
): Promise<PartVerdict> {
  const report = createReport(onEntries)
  if (part === 'activity') {
    await verifyAllActivity(ctx, async () => [], report.add)
    const gap = await findMissingActivity(ctx)
    if (gap !== undefined) report.problem('activity', `Entry ${gap} of all activity is missing.`)
  }
  if (part === 'usage') for await (const verdict of verifyAllUsage(ctx)) report.add(verdict)
  if (part === 'roots') await findBrokenRoots(ctx, (problem) => report.problem('root', problem))
  return report.verdict()
}

const verdict = await readConsistently(at, (db, engine) =>
  verifyLogPart({ db, engine, secrets }, part, (entries) => post({ entries })),
)
post({ verdict })
