import { type ChainPoint, parsePoint } from '@envhold/integrity/chain-point.ts'
import type { LogVerdict } from '@envhold/integrity/project-log.ts'
import { sanitize } from '../output/sanitize.ts'
import { UsageError } from '../user-error.ts'

/** The values of `--head`. @throws UsageError */
export const parseHeads = (texts: readonly string[]): ChainPoint[] =>
  texts.map((text) => {
    const point = parsePoint(text.trim())
    if (point) return point
    throw new UsageError(
      `--head ${sanitize(text.slice(0, 120))} is not a head of a project’s log.`,
      'A head is written as usage/7:123:01ab…, or activity/project/7:123:01ab…',
    )
  })

/** @throws UsageError for a head of another project: it would look compared, and be ignored */
export function requireOwnHeads(noted: readonly ChainPoint[], { header, chains }: LogVerdict): void {
  if (!header || chains.length < 2) return
  const other = noted.find(({ chain }) => chains.every((own) => own.chain !== chain))
  if (other)
    throw new UsageError(
      `--head names ${other.chain}, and the file is the log of project ${header.projectId}.`,
      `Its chains are ${chains.map(({ chain }) => chain).join(' and ')}.`,
    )
}
