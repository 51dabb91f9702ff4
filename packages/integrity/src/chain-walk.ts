import { activityChainOf, activityDigest, activityLink } from './activity-chain.ts'
import { requireValid } from './invalid-log.ts'
import type { LogHeader } from './log-header.ts'
import type { LogLine } from './log-line.ts'
import { type LogMark, readEntry, readPack } from './log-rows.ts'
import { sameBytes } from './same-bytes.ts'
import { walkUsage } from './usage-walk.ts'
import { VaultError } from './vault-error.ts'

/** Recomputes the links of one chain of a downloaded log. */
export interface ChainWalk {
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
