import { hash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { sanitize } from '@envhold/command/sanitize.ts'
import { UsageError, UserError } from '@envhold/command/user-error.ts'
import { readActivityHead } from '@envhold/contract/activity/activity.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { type ChainPoint, type ChainVerdict, parsePoint, pointText } from '@envhold/integrity/logged-chain.ts'
import { type LogFinding, type LogVerdict, verifyProjectLog } from '@envhold/integrity/project-log.ts'
import type { Settings } from '../config/settings.ts'
import { explainError } from '../output/explain-error.ts'
import { type Output, type Style, table } from '../output/output.ts'
import type { Connection } from '../remote/client-for.ts'
import { type ConnectOptions, connect } from '../remote/connect.ts'

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
  if (verdict.fault) output.info(`${output.err.red('Invalid:')} ${faultText(verdict.fault)}`)
  else printComparison(output, report)
  return isValid(report) ? 0 : 1
}

/** A file of any length in chunks; `-` is stdin. @throws UserError when it does not exist, or is a folder */
async function* readLogFile(cwd: string, file: string): AsyncGenerator<Uint8Array> {
  if (file === '-') {
    yield* process.stdin
    return
  }
  const opened = await open(resolve(cwd, file)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new UserError(`${file} does not exist.`, 'To download a log: envhold audit download', 'NO_FILE')
  })
  try {
    if ((await opened.stat()).isDirectory()) throw new UserError(`${file} is a folder.`, 'Name a file.')
    yield* opened.createReadStream({ autoClose: false })
  } finally {
    await opened.close()
  }
}

/** The values of `--head`. @throws UsageError */
const parseHeads = (texts: readonly string[]): ChainPoint[] =>
  texts.map((text) => {
    const point = parsePoint(text.trim())
    if (point) return point
    throw new UsageError(
      `--head ${sanitize(text.slice(0, 120))} is not a head of a project’s log.`,
      'A head is written as usage/7:123:01ab…, or activity/project/7:123:01ab…',
    )
  })

/** @throws UsageError for a head of another project: it would look compared, and be ignored */
function requireOwnHeads(noted: readonly ChainPoint[], { header, chains }: LogVerdict): void {
  if (!header || chains.length < 2) return
  const other = noted.find(({ chain }) => chains.every((own) => own.chain !== chain))
  if (other)
    throw new UsageError(
      `--head names ${other.chain}, and the file is the log of project ${header.projectId}.`,
      `Its chains are ${chains.map(({ chain }) => chain).join(' and ')}.`,
    )
}

/** Prints what a file that is valid by itself was compared with, and whether that is enough. */
function printComparison(output: Output, { verdict, server }: LogReport): void {
  output.info(`${output.err.green('Valid:')} every entry has the link that the file says.`)
  const matched = verdict.chains.flatMap((chain) => chain.matched)
  for (const point of matched) output.info(`It passes through the noted ${pointText(point)}.`)
  for (const point of verdict.chains.flatMap(({ tooOld }) => tooOld))
    output.info(
      `Entries as old as the noted ${pointText(point)} are trimmed: there is nothing left to compare.`,
    )
  for (const { chain, result } of server?.chains ?? []) {
    const where = `${chain} on ${server?.server}`
    if (result === 'same') output.info(`It ends at the same entry as ${where}.`)
    if (result === 'continued') output.info(`It matches ${where}, which has newer entries.`)
    if (result === 'too old')
      output.info(`${where} no longer stores its last entries, so they cannot be compared.`)
    if (result === 'differs') output.warn(differs(where))
  }
  if (server?.why) output.info(`Not compared with the server: ${server.why}`)
  const isCompared = matched.length > 0 || server?.chains.some(({ result }) => result !== 'too old')
  if (!isCompared)
    output.warn(
      'nothing was compared. Anyone who changes a file can compute matching links: log in, or pass --head with a head that you noted.',
    )
}

const differs = (where: string) =>
  `it differs from ${where}. One of the two was changed, or the file is from another server: pass --server or --offline.`

/** What is known of a file: what it contains, and what it was compared with. */
interface LogReport {
  readonly file: string
  readonly verdict: LogVerdict
  /** Null if the file is invalid by itself. */
  readonly server: ServerComparison | null
}

const isValid = ({ verdict, server }: LogReport): boolean =>
  verdict.fault === null && server?.chains.every(({ result }) => result !== 'differs') !== false

const headOf = ({ end }: ChainVerdict) => (end ? pointText(end) : null)

/** For scripts. */
const asJson = (report: LogReport) => {
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
function asText(style: Style, { file, verdict: { header, chains } }: LogReport): string {
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
const faultText = ({ line, chain, sequence, why }: LogFinding): string =>
  chain === null
    ? `Line ${line}: ${why}`
    : `Line ${line}, from entry ${count(sequence ?? 0)} of ${chain} on: ${why}`

/** How the end of a chain of the file relates to the same chain of the server. */
interface ComparedChain {
  readonly chain: string
  readonly result: 'same' | 'continued' | 'differs' | 'too old'
}

/** What the server said. If nothing could be compared, `chains` is empty and `why` a sentence. */
interface ServerComparison {
  readonly server: string | null
  readonly chains: readonly ComparedChain[]
  readonly why: string | null
}

/** Compares a valid log with the server of these options. Never fails: without an answer, it says why. */
export async function compareWithServer(
  settings: Settings,
  options: ConnectOptions,
  verdict: LogVerdict,
): Promise<ServerComparison> {
  let server: string | null = null
  try {
    const connection = await connect(settings, options, null)
    server = connection.server
    return { server, chains: await compareChains(connection, verdict), why: null }
  } catch (error) {
    const known = error instanceof UserError ? error : explainError(error)
    if (!known) throw error
    return { server, chains: [], why: known.message }
  }
}

type ServerChain = NonNullable<OutputOf<typeof readActivityHead>['project']>['activity']

async function compareChains(
  { client, token }: Connection,
  { header, chains }: LogVerdict,
): Promise<ComparedChain[]> {
  if (token.kind === 'api-key')
    throw new UserError('An API key cannot read the chain heads. Log in with a personal token.')
  const [usage, activity] = chains
  if (!header || !usage || !activity) return []
  const query = {
    project: header.projectId,
    ...(usage.end && { usageAt: usage.end.sequence }),
    ...(activity.end && { activityAt: activity.end.sequence }),
  }
  const { project } = await client.call(readActivityHead, { query })
  if (!project) return []
  return [compare(usage, project.usage, project.usage.trimmed), compare(activity, project.activity, 0)]
}

function compare({ chain, end }: ChainVerdict, server: ServerChain, trimmed: number): ComparedChain {
  if (!end) return { chain, result: server.sequence === 0 ? 'same' : 'continued' }
  const link = Buffer.from(end.link).toString('hex')
  if (server.sequence === end.sequence) return { chain, result: server.link === link ? 'same' : 'differs' }
  // The server has trimmed the entry, and with it its link.
  if (end.sequence <= trimmed && !server.remembered) return { chain, result: 'too old' }
  return { chain, result: server.remembered?.link === link ? 'continued' : 'differs' }
}
