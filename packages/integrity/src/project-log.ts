import type { ChainPoint } from './chain-point.ts'
import { walkLoggedActivity, walkLoggedUsage } from './chain-walk.ts'
import { InvalidLog, requireValid } from './invalid-log.ts'
import { type LogHeader, readHeader } from './log-header.ts'
import { readMark } from './log-rows.ts'
import { type ChainVerdict, type LoggedChain, loggedChain } from './logged-chain.ts'
import { readLogLines } from './read-log-lines.ts'

/** What a downloaded log contains, as far as it is valid. */
export interface LogVerdict {
  /** Null if the file does not begin as a log. */
  readonly header: LogHeader | null
  readonly chains: readonly ChainVerdict[]
  /** The first fault; null when the whole file is valid. */
  readonly fault: LogFault | null
}

export interface LogFault {
  readonly line: number
  /** Null outside a chain. */
  readonly chain: string | null
  /** The first entry that is not known to be valid; null outside a chain. */
  readonly sequence: number | null
  /** A sentence. */
  readonly why: string
}

/** The chains of a log in their order. */
const walks = [
  { name: 'usage', walk: walkLoggedUsage },
  { name: 'activity/project', walk: walkLoggedActivity },
] as const

/**
 * Recomputes all digests and links of a project's log, as downloaded, in constant memory. No secret is needed, so
 * whoever changes a file can compute matching links: compare it with points that were noted elsewhere.
 * @param noted points that the chains must pass through; those of chains that the file does not have are ignored
 * @throws only what reading the chunks throws
 */
export async function verifyProjectLog(
  chunks: AsyncIterable<Uint8Array>,
  noted: readonly ChainPoint[] = [],
): Promise<LogVerdict> {
  const lines = readLogLines(chunks)
  const chains: LoggedChain[] = []
  let header: LogHeader | null = null
  const verdict = (fault: LogFault | null): LogVerdict => ({
    header,
    chains: chains.map((chain) => chain.verdict()),
    fault,
  })
  try {
    header = readHeader(await lines.next())
    requireValid(header !== null, 'The file is no log of a project, or one of another version.')
    const { projectId } = header
    for (const { name, walk } of walks) {
      const chain = `${name}/${projectId}`
      const begin = readMark(await lines.next(), 'begin')
      requireValid(begin?.chain === chain, `The chain ${chain} is missing.`)
      const logged = loggedChain(begin, walk(begin, header), noted)
      chains.push(logged)
      while (!logged.isEnded()) logged.add(await lines.next())
    }
    await lines.end()
    return verdict(null)
  } catch (error) {
    if (!(error instanceof InvalidLog)) throw error
    const open = chains.find((chain) => !chain.isEnded())?.verdict()
    const { chain = null, trimmed = 0, entries = 0 } = open ?? {}
    const sequence = open ? trimmed + entries + 1 : null
    return verdict({ line: lines.number(), chain, sequence, why: error.message })
  }
}
