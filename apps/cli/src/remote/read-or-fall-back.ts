import { ApiError, UnreachableError } from '@envhold/client/api-error.ts'
import { UserError } from '@envhold/command/user-error.ts'
import type { Settings } from '../config/settings.ts'
import { ago } from '../output/ago.ts'
import type { Output } from '../output/output.ts'
import type { Connection } from './client-for.ts'
import { type Contents, readEnvironment } from './read-environment.ts'
import { checkHead, rememberedHead } from './remembered-head.ts'
import {
  lacksEnvironment,
  namedEnvironment,
  namedProject,
  requestedTarget,
  type TargetOptions,
} from './requested-target.ts'

export interface ReadContents extends Contents {
  readonly offline: boolean
  /** Resolves when the activity log is checked. Never fails. */
  readonly checked: Promise<void>
}

/** Names the offline copy by the request, so that the name is known without a call. */
function requestName(connection: Connection, options: TargetOptions): string {
  const { server, token } = connection
  if (token.kind === 'personal') {
    const { project, environment } = requestedTarget(connection, options)
    return `${server} ${project.id ?? project.name} ${environment.id ?? environment.name}`
  }
  const project = namedProject(connection, options)
  const environment = namedEnvironment(connection, options)
  // What an API key need not name depends on the key.
  return `${server} ${project?.id ?? project?.name ?? token.id} ${environment?.id ?? environment?.name ?? token.id}`
}

/** Loaded only when there is a copy to handle, together with cryptography. */
const copies = () => import('../config/offline-copy.ts')

const isAway = (error: unknown): boolean =>
  error instanceof UnreachableError || (error instanceof ApiError && error.code === 'UNAVAILABLE')
const withoutAnswer = {
  network: 'cannot be reached',
  timeout: 'did not answer in time',
  'not-envhold': 'gave no answer of Envhold',
} as const
/** A server that answers can be reached. */
const awayText = (error: unknown): string =>
  error instanceof UnreachableError ? withoutAnswer[error.reason] : 'is not available right now'
const refusals: readonly string[] = ['UNAUTHENTICATED', 'FORBIDDEN', 'NOT_FOUND', 'KEYS_PENDING']
const isRefused = (error: unknown): boolean =>
  (error instanceof ApiError || error instanceof UserError) && refusals.includes(error.code)

/**
 * Reads the environment, or with `fallback` its last copy while the server is unreachable, and says so. A copy is
 * stored with `keep` or `fallback`, and deleted when the server rejects the token.
 */
export async function readOrFallBack(
  { settings, output }: { settings: Settings; output: Output },
  connection: Connection,
  options: TargetOptions,
  { fallback, keep }: { fallback: boolean; keep: boolean },
): Promise<ReadContents> {
  if (lacksEnvironment(connection, options))
    throw await (await import('./choose-target.ts')).lackingEnvironment(connection, options)
  const request = requestName(connection, options)
  // Read late: a rejected token is replaced by the first call.
  const place = () => ({ server: connection.server, token: connection.token, request })
  try {
    const known =
      connection.token.kind === 'personal' ? await rememberedHead(settings, connection.server) : null
    const contents = await readEnvironment(connection, options, { headAt: known?.sequence })
    const checked = checkHead(settings, output, {
      server: connection.server,
      known,
      answer: contents.activity,
    })
    if (fallback || keep) {
      const { writeOfflineCopy } = await copies()
      const { version, source, label, variables } = contents
      const copy = { version, source, label, variables, at: new Date().toISOString() }
      await writeOfflineCopy(settings, place(), copy).catch(() => {
        if (fallback) output.warn(`cannot store an offline copy in ${settings.configFolder}.`)
      })
    }
    return { ...contents, offline: false, checked }
  } catch (error) {
    if (isRefused(error)) await (await copies()).removeOfflineCopy(settings, connection.server, request)
    if (!fallback || !isAway(error)) throw error
    const copy = await (await copies()).readOfflineCopy(settings, place())
    if (!copy) {
      output.info(
        'This token cannot decrypt an offline copy of this environment. Run the command once while the server is reachable.',
      )
      throw error
    }
    const { version, source, label, variables, at } = copy
    output.warn(
      `${connection.server} ${awayText(error)}: using the copy of ${label} from ${ago(at, Date.now())} (version ${version}).`,
    )
    const unknown = { etag: null, target: null, activity: null, checked: Promise.resolve() }
    return { version, source: source ?? request, label, variables, ...unknown, offline: true }
  }
}
