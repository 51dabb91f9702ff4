/**
 * Locks the vault when the user loses access to something while it is open: others share it no longer, or own it now.
 * One tab of the browser waits at the server for all of them: each waiting tab would take one of the few connections
 * that a browser opens.
 */
import { ApiError } from '@envhold/client/api-error.ts'
import { pause } from '@envhold/client/pause.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { type AccessibleProject, awaitAccess } from '@envhold/contract/projects/access.ts'
import { refetchReads } from '../../../connection/api/read-query.ts'
import type { Connection } from '../../../connection/connection.ts'
import type { TabChannel } from '../../../connection/vault/auto-lock.ts'
import { formatCount } from '../../../ui/text/format.ts'

type Access = OutputOf<typeof awaitAccess>
type Watched = Pick<Connection, 'api' | 'vault' | 'session' | 'queries' | 'lockVault' | 'lockReason'>

const waitSeconds = 25
const timeoutMs = 40_000
/** A server that is stopping responds at once. */
const minMs = 1_000
const retryMs = 5_000

const affected = [
  'listProjects',
  'readProject',
  'listEnvironments',
  'listAccessibleEnvironments',
  'listFormerNames',
  'listCollaborators',
  'readProjectTransfer',
  'listInvitations',
].map((name) => ({ name }))

/** Resolves once the page is seen. */
const whenShown = () =>
  new Promise<void>((resolve) => {
    const check = () => {
      if (document.visibilityState !== 'visible') return
      document.removeEventListener('visibilitychange', check)
      resolve()
    }
    document.addEventListener('visibilitychange', check)
    check()
  })

const isAccess = (data: unknown): data is Access => awaitAccess.output.safeParse(data).success

/** Runs work in one tab at a time. A page without a secure context has no locks: there, each tab works while it is seen. */
const inOneTab = (signal: AbortSignal, work: () => Promise<void>): Promise<unknown> =>
  'locks' in navigator ? navigator.locks.request('access', { signal }, work) : work()

export function watchAccess(
  { api, vault, session, queries, lockVault, lockReason }: Watched,
  channel: TabChannel,
): void {
  let known: Access | undefined
  let stop: AbortController | undefined

  const read = (after: string | undefined, seconds: number, signal: AbortSignal) =>
    api.call(awaitAccess, { query: { after, wait: seconds } }, { signal, timeoutMs })

  /** The access before is compared with the access now. */
  const receive = (now: Access) => {
    const before = known
    known = now
    if (!before || before.access === now.access) return
    const text = revokedAccessText(before.projects, now.projects)
    if (text !== undefined) {
      lockVault()
      lockReason.set(text)
    }
    void refetchReads(queries, ...affected)
  }

  const waitOnce = async (signal: AbortSignal) => {
    const started = Date.now()
    try {
      const now = await read(known?.access, waitSeconds, signal)
      if (signal.aborted) return
      channel.postMessage(now)
      receive(now)
      if (Date.now() - started < minMs) await pause(minMs, signal)
    } catch (error) {
      if (!signal.aborted)
        await pause(((error instanceof ApiError && error.retryAfter) || 0) * 1_000 || retryMs, signal)
    }
  }

  const run = async (signal: AbortSignal) => {
    known = await read(undefined, 0, signal).catch(() => known)
    await inOneTab(signal, async () => {
      while (!signal.aborted) {
        if (!('locks' in navigator)) await whenShown()
        await waitOnce(signal)
      }
    })
  }

  const vaultChanged = () => {
    stop?.abort()
    if (vault.read() === null) return
    lockReason.set(null)
    stop = new AbortController()
    // Ends with an error only when it is aborted.
    void run(stop.signal).catch(() => {})
  }
  vault.subscribe(vaultChanged)
  vaultChanged()
  session.subscribe(() => {
    if (session.read() === null) known = undefined
  })
  channel.onmessage = ({ data }) => isAccess(data) && receive(data)
}

const maxNamed = 3

/** 'Storefront', '2 environments of Blog'. */
const revokedIn = (project: AccessibleProject, now: AccessibleProject | undefined): string[] => {
  if (!now) return [project.name]
  if (now.user_role === 'owner') return []
  const revoked = project.environments.filter((id) => !now.environments.includes(id)).length
  return revoked === 0 ? [] : [`${formatCount(revoked, 'environment')} of ${project.name}`]
}

/** One sentence about the access that ended between two states; undefined if none did. */
export function revokedAccessText(
  before: readonly AccessibleProject[],
  now: readonly AccessibleProject[],
): string | undefined {
  const byId = new Map(now.map((project) => [project.id, project]))
  const revoked = before.flatMap((project) => revokedIn(project, byId.get(project.id)))
  if (revoked.length === 0) return undefined
  const more = revoked.length - maxNamed
  const named = more > 0 ? [...revoked.slice(0, maxNamed), formatCount(more, 'other')] : revoked
  return `You no longer have access to ${new Intl.ListFormat('en').format(named)}, so the vault was locked and all values left this page.`
}
