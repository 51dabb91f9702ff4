import { pointText } from '@envhold/integrity/chain-point.ts'
import type { ChainVerdict } from '@envhold/integrity/logged-chain.ts'
import type { LogFault, LogVerdict } from '@envhold/integrity/project-log.ts'
import { sanitize } from '../output/sanitize.ts'
import type { Style } from '../output/style.ts'
import { table } from '../output/table.ts'
import type { ServerComparison } from './compare-with-server.ts'

/** What is known of a file: what it contains, and what it was compared with. */
export interface LogReport {
  readonly file: string
  readonly verdict: LogVerdict
  /** Null if the file is invalid by itself. */
  readonly server: ServerComparison | null
}

export const isValid = ({ verdict, server }: LogReport): boolean =>
  verdict.fault === null && server?.chains.every(({ result }) => result !== 'differs') !== false

const headOf = ({ end }: ChainVerdict) => (end ? pointText(end) : null)

/** For scripts. */
export const asJson = (report: LogReport) => {
  const { file, verdict, server } = report
  const { header, chains, fault } = verdict
  return {
    file,
    valid: isValid(report),
    project: header && { id: header.projectId, name: header.projectName },
    instance_id: header?.instanceId ?? null,
    downloaded_at: header?.createdAt ?? null,
    chains: chains.map((chain) => ({
      chain: chain.chain,
      entries: chain.entries,
      erased: chain.erased,
      trimmed: chain.trimmed,
      head: headOf(chain),
    })),
    fault,
    matched_heads: chains.flatMap(({ matched }) => matched.map(pointText)),
    trimmed_heads: chains.flatMap(({ tooOld }) => tooOld.map(pointText)),
    server,
  }
}

const count = (number: number) => number.toLocaleString('en-US')

/** For people: where the file is from, its chains, and their ends to note. */
export function asText(style: Style, { file, verdict: { header, chains } }: LogReport): string {
  if (!header) return ''
  const from = `${file}: log of ${sanitize(header.projectName)} (project ${header.projectId}), downloaded ${sanitize(header.createdAt)}\n\n`
  const rows = chains.map((chain) => [
    chain.chain,
    count(chain.entries),
    count(chain.erased),
    count(chain.trimmed),
  ])
  const heads = chains.flatMap((chain) => headOf(chain) ?? [])
  return [
    from,
    table(style, ['CHAIN', 'ENTRIES', 'ERASED', 'TRIMMED BEFORE'], rows),
    heads.length > 0 ? `\nHeads, to note:\n${heads.map((head) => `  ${head}\n`).join('')}` : '',
  ].join('')
}

/** Where the fault is and what it is, in one line. */
export const faultText = ({ line, chain, sequence, why }: LogFault): string =>
  chain === null
    ? `Line ${line}: ${why}`
    : `Line ${line}, from entry ${count(sequence ?? 0)} of ${chain} on: ${why}`
