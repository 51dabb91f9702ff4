import { hash } from 'node:crypto'
import { type LogVerdict, verifyProjectLog } from '@envhold/integrity/project-log.ts'
import type { Settings } from '../config/settings.ts'
import type { Output } from '../output/output.ts'
import { UserError } from '../user-error.ts'
import type { ServerComparison } from './compare-with-server.ts'
import { asJson, asText, faultText, isValid, type LogReport } from './log-report.ts'
import { parseHeads, requireOwnHeads } from './noted-heads.ts'
import { printComparison } from './print-comparison.ts'
import { readLogFile } from './read-log-file.ts'

/** One-shot hashes came to Node 20 late, and everything else works without them. */
function requireHash(): void {
  if (typeof hash === 'function') return
  throw new UserError(
    `Node ${process.versions.node} is too old to verify a log.`,
    'Use Node 20.12 or newer.',
    'OLD_NODE',
  )
}

/**
 * Verifies a downloaded log, and prints what it contains and what it was compared with.
 * @param heads as given with `--head`
 * @param compare asks the server; null to stay offline
 * @returns the exit code
 */
export async function verifyLog(
  { settings, output }: { readonly settings: Settings; readonly output: Output },
  file: string,
  heads: readonly string[],
  compare: ((verdict: LogVerdict) => Promise<ServerComparison>) | null,
): Promise<number> {
  requireHash()
  const noted = parseHeads(heads)
  const verdict = await output.during('Verifying …', verifyProjectLog(readLogFile(settings.cwd, file), noted))
  requireOwnHeads(noted, verdict)
  const server = verdict.fault === null && compare ? await compare(verdict) : null
  const report: LogReport = { file: file === '-' ? 'stdin' : file, verdict, server }
  output.result(asJson(report), () => asText(output.out, report))
  if (verdict.fault) output.say(`${output.err.red('Invalid:')} ${faultText(verdict.fault)}`)
  else printComparison(output, report)
  return isValid(report) ? 0 : 1
}
