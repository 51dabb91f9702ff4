import { type ChainPoint, pointText } from './chain-point.ts'
import type { ChainWalk } from './chain-walk.ts'
import { requireValid } from './invalid-log.ts'
import type { LogLine } from './log-line.ts'
import { type LogMark, readMark } from './log-rows.ts'
import { sameBytes } from './same-bytes.ts'

/** What a log contains of one chain, as far as it is valid. */
export interface ChainVerdict {
  readonly chain: string
  /** How many valid entries the file contains. */
  readonly entries: number
  /**
   * How many of them have lost content: calls all of it, with their API key; activity the name and the addresses of a
   * deleted account.
   */
  readonly erased: number
  /** How many entries before them are trimmed, because they are too old. */
  readonly trimmed: number
  /** The end of the last valid commit; null if the chain has no entry. */
  readonly end: ChainPoint | null
  /** Noted points that the chain passes through. */
  readonly matched: readonly ChainPoint[]
  /** Noted points of trimmed entries, with which nothing is left to compare. */
  readonly tooOld: readonly ChainPoint[]
}

/** One chain of a log, from the line that begins it to the line that ends it. */
export interface LoggedChain {
  /** Adds the next line. @throws InvalidLog */
  add(line: LogLine): void
  isEnded(): boolean
  verdict(): ChainVerdict
}

/** @param noted points that the chain must pass through; those of other chains are ignored */
export function loggedChain(begin: LogMark, walk: ChainWalk, noted: readonly ChainPoint[]): LoggedChain {
  const { chain } = begin
  const points = noted
    .filter((point) => point.chain === chain)
    .sort((left, right) => left.sequence - right.sequence)
  const tooOld = points.filter(({ sequence }) => sequence < begin.sequence)
  const expected = points.slice(tooOld.length)
  let matched = 0
  let isEnded = false

  /** A commit can be passed only at its end, because nothing inside it has a link. */
  function compareReached(): void {
    const { sequence, link } = walk.reached()
    for (let point = expected[matched]; point && point.sequence <= sequence; point = expected[++matched]) {
      const isSame = point.sequence === sequence && link !== null && sameBytes(point.link, link)
      requireValid(isSame, `The chain differs from the noted ${pointText(point)}.`)
    }
  }

  function end(mark: LogMark): void {
    walk.end()
    const { sequence, link } = walk.reached()
    const isReached = link === null ? mark.link === null : mark.link !== null && sameBytes(link, mark.link)
    requireValid(
      mark.chain === chain && mark.sequence === sequence && isReached,
      'Entries are missing: the chain does not end where its last line says.',
    )
    const point = expected[matched]
    requireValid(!point, `The chain ends before the noted ${point ? pointText(point) : ''}.`)
    isEnded = true
  }

  return {
    add(line) {
      compareReached()
      const mark = readMark(line, 'end')
      if (mark) return end(mark)
      walk.add(line)
      compareReached()
    },
    isEnded: () => isEnded,
    verdict() {
      const { sequence, link } = walk.reached()
      return {
        chain,
        entries: sequence - begin.sequence,
        erased: walk.erased(),
        trimmed: begin.sequence,
        end: link && { chain, sequence, link },
        matched: expected.slice(0, matched),
        tooOld,
      }
    },
  }
}
