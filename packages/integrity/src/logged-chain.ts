import { activityChainOf, activityDigest, activityLink } from './activity-chain.ts'
import { sameBytes } from './bytes.ts'
import {
  type LogHeader,
  type LogLine,
  type LogMark,
  readEntry,
  readMark,
  readPack,
  requireValid,
} from './log-lines.ts'
import { walkUsage } from './usage-walk.ts'
import { VaultError } from './vault-error.ts'

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

/** Recomputes the links of one chain of a downloaded log. */
interface ChainWalk {
  /** Adds the next line. @throws InvalidLog */
  add(line: LogLine): void
  /** Called after the last line. @throws InvalidLog */
  end(): void
  /** The end of the last valid commit, or the beginning. */
  reached(): LogMark
  /** How many entries have lost content. */
  erased(): number
}

const changed = 'The entry was changed.'
const missing = 'Entries are missing.'

/** The calls of a project. A stored link must be the one that the packs up to it have. */
export function walkLoggedUsage(begin: LogMark, { projectId }: Pick<LogHeader, 'projectId'>): ChainWalk {
  let erased = 0
  let stored: Uint8Array | null = null
  const walk = walkUsage({ ...begin, projectId }, ({ link }) => stored !== null && sameBytes(link, stored))
  return {
    add(line) {
      const pack = readPack(line)
      requireValid(pack !== null, changed)
      stored = pack.link
      const fault = orChanged(() => walk.add(pack))
      requireValid(fault === null, fault?.why === 'missing' ? missing : changed)
      if (pack.erased) erased += pack.last - pack.first + 1
    },
    end: () => requireValid(walk.end() === null, missing),
    reached: () => ({ ...walk.reached(), chain: begin.chain }),
    erased: () => erased,
  }
}

/** The activity of a project, which is never trimmed. */
export function walkLoggedActivity(begin: LogMark, { version }: Pick<LogHeader, 'version'>): ChainWalk {
  const { chain } = begin
  let erased = 0
  requireValid(begin.sequence === 0, `The beginning of ${chain} is missing.`)
  let reached = begin
  return {
    add(line) {
      const entry = readEntry(line, version)
      requireValid(entry !== null && activityChainOf(entry) === chain, changed)
      const position = reached.sequence + 1
      requireValid(entry.position === position, missing)
      const link = orChanged(() =>
        activityLink({
          chain,
          previousLink: reached.link,
          position,
          digest: entry.digest ?? activityDigest(entry),
        }),
      )
      requireValid(sameBytes(link, entry.link), changed)
      reached = { chain, sequence: position, link }
      if (entry.digest) erased++
    },
    end: () => {},
    reached: () => reached,
    erased: () => erased,
  }
}

/** What no server writes, such as a lone surrogate or a number that is too large, has no link. */
function orChanged<T>(step: () => T): T {
  try {
    return step()
  } catch (error) {
    requireValid(!(error instanceof VaultError), changed)
    throw error
  }
}

/** A point of a chain that somebody noted: everything up to this sequence number has this link. */
export interface ChainPoint {
  /** `usage/7`, `activity/project/7` and the like. */
  readonly chain: string
  readonly sequence: number
  readonly link: Uint8Array
}

const pattern =
  /^((?:usage|activity\/project|activity\/account)\/[1-9]\d{0,15}|activity\/instance):([1-9]\d{0,15}):([0-9a-f]{64})$/

/** Reads `usage/7:123:01ab…`, as {@link pointText} writes it. @returns undefined for any other text */
export function parsePoint(text: string): ChainPoint | undefined {
  const [, chain, digits, link] = pattern.exec(text) ?? []
  const sequence = Number(digits)
  if (chain === undefined || link === undefined || !Number.isSafeInteger(sequence)) return undefined
  return { chain, sequence, link: Buffer.from(link, 'hex') }
}

/** Chain, sequence number and link in hex: how a head is printed, noted and compared. */
export const pointText = ({ chain, sequence, link }: ChainPoint): string =>
  `${chain}:${sequence}:${Buffer.from(link).toString('hex')}`
