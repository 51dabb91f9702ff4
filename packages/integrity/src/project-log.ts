import {
  InvalidLog,
  type LogHeader,
  type LogLine,
  readHeader,
  readLogLine,
  readMark,
  requireValid,
} from './log-lines.ts'
import {
  type ChainPoint,
  type ChainVerdict,
  type LoggedChain,
  loggedChain,
  walkLoggedActivity,
  walkLoggedUsage,
} from './logged-chain.ts'

/** What a downloaded log contains, as far as it is valid. */
export interface LogVerdict {
  /** Null if the file does not begin as a log. */
  readonly header: LogHeader | null
  readonly chains: readonly ChainVerdict[]
  /** The first fault; null when the whole file is valid. */
  readonly fault: LogFinding | null
}

export interface LogFinding {
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
  const verdict = (fault: LogFinding | null): LogVerdict => ({
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

/** Longer than any line that the server writes. */
const maxLineBytes = 16 * 1024 * 1024

/** The lines of a log, one at a time. */
interface LogLines {
  /** @throws InvalidLog if the next line is missing, cut off or no line of a log */
  next(): Promise<LogLine>
  /** @throws InvalidLog if there is another line */
  end(): Promise<void>
  /** The number of the line that was read last, from 1 on. */
  number(): number
}

const unfinished = 'The file is unfinished: its end is missing. Download it again.'

function readLogLines(chunks: AsyncIterable<Uint8Array>): LogLines {
  const lines = readLines(chunks, maxLineBytes)
  let number = 0
  return {
    async next() {
      number++
      const { value: line } = await lines.next()
      requireValid(line?.is !== 'long', 'The line is too long.')
      requireValid(line?.is === 'whole', unfinished)
      const read = readLogLine(line.bytes)
      requireValid(read !== null, 'The line was not written by Envhold.')
      return read
    },
    async end() {
      number++
      const { done } = await lines.next()
      requireValid(done === true, 'Something follows the end of the log.')
    },
    number: () => number,
  }
}

/** A line of a file, without its line end. */
interface Line {
  /** Counted from 1. */
  readonly number: number
  readonly bytes: Uint8Array
  /** `cut`: the file ends before the line does. `long`: the line has more bytes than allowed; no line follows. */
  readonly is: 'whole' | 'cut' | 'long'
}

const lineEnd = 0x0a

/** Splits a file into lines, one at a time in memory. */
async function* readLines(chunks: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let parts: Uint8Array[] = []
  let length = 0
  let number = 1
  const line = (is: Line['is']): Line => ({ number, bytes: Buffer.concat(parts), is })
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length; ) {
      const index = chunk.indexOf(lineEnd, from)
      const part = chunk.subarray(from, index < 0 ? undefined : index)
      from = index < 0 ? chunk.length : index + 1
      parts.push(part)
      length += part.length
      if (length > maxBytes) {
        parts = []
        yield line('long')
        return
      }
      if (index < 0) continue
      yield line('whole')
      parts = []
      length = 0
      number++
    }
  if (length > 0) yield line('cut')
}
