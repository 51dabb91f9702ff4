import { UserError } from '@envhold/command/user-error.ts'
import { readActivityHead } from '@envhold/contract/activity/activity.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import type { ChainVerdict } from '@envhold/integrity/logged-chain.ts'
import type { LogVerdict } from '@envhold/integrity/project-log.ts'
import type { Settings } from '../config/settings.ts'
import { explainError } from '../output/explain-error.ts'
import { type ConnectOptions, connect } from '../remote/connect.ts'
import type { Connection } from '../remote/connection.ts'

/** How the end of a chain of the file relates to the same chain of the server. */
export interface ComparedChain {
  readonly chain: string
  readonly result: 'same' | 'continued' | 'differs' | 'too old'
}

/** What the server said. If nothing could be compared, `chains` is empty and `why` a sentence. */
export interface ServerComparison {
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
