import {
  archiveExcess,
  archiveProject,
  listArchivedProjects,
  maxArchivedAtOnce,
} from '@envhold/contract/archive/archive.ts'
import {
  readCompliance,
  readComplianceHistory,
  retainPeople,
  retainProjects,
} from '@envhold/contract/archive/compliance.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { readProject } from '@envhold/contract/projects/projects.ts'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Api } from '../../connection/api/api.ts'
import type { ErrorTexts } from '../../connection/api/error-text.ts'
import { readKey, readQuery, refetchReads } from '../../connection/api/read-query.ts'
import { useConnection } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { formatCount } from '../../ui/text/format.ts'

const reason = 'grace_period_manual'

/** How archived projects come back: those that a grace period archived need another plan, others only a free place. */
export const restoringText = (
  { archivedProjects, hiddenCount }: OutputOf<typeof listArchivedProjects>,
  byUpgrade: string,
) =>
  hiddenCount > 0
    ? byUpgrade
    : `You can restore ${archivedProjects.length === 1 ? 'it' : 'them'} while your plan has a free place.`

/** Archiving changes what is read-only, the limits and the lists: everything is read again. */
export function useArchiveProject(id: number) {
  const { api, queries } = useConnection()
  return useMutation({
    mutationFn: () => api.call(archiveProject, { params: { id }, body: { reason } }),
    onSuccess: async ({ archived }) => {
      toast.success(`Project "${archived.name}" archived successfully`)
      queries.removeQueries({ queryKey: readKey(readProject, { params: { id } }) })
      await queries.invalidateQueries()
    },
  })
}

/** Archives all projects but those that stay. */
export function useArchiveExcess(onDone: () => void) {
  const { api, queries } = useConnection()
  return useMutation({
    mutationFn: async (keep: number[]) => {
      const all: { name: string }[] = []
      for (;;) {
        const { archived } = await api.call(archiveExcess, { body: { reason, keep } })
        all.push(...archived)
        if (archived.length < maxArchivedAtOnce) return all
      }
    },
    onSuccess: async (archived) => {
      const [first] = archived
      toast.success(
        archived.length === 1 && first
          ? `Project "${first.name}" archived successfully`
          : `${formatCount(archived.length, 'project')} archived successfully`,
      )
      onDone()
      await queries.invalidateQueries()
    },
  })
}

/** Saves which projects stay at the end of the grace period. */
export function useRetainProjects(onDone: () => void) {
  const { api, queries } = useConnection()
  return useMutation({
    mutationFn: (projects: number[]) => api.call(retainProjects, { body: { projects } }),
    onSuccess: async (compliance) => {
      toast.success('Choice saved')
      onDone()
      queries.setQueryData(readKey(readCompliance, {}), compliance)
      await refetchReads(queries, readCompliance, readComplianceHistory)
    },
  })
}

interface PeopleChoice {
  people: string[]
  /** Instead of at the end of the grace period. */
  pauseOthers: boolean
}

/** Saves which collaborators stay, and may pause the access of the others now. */
export function useRetainPeople(onDone: () => void) {
  const { api, queries } = useConnection()
  return useMutation({
    mutationFn: (body: PeopleChoice) => api.call(retainPeople, { body }),
    onSuccess: async (_, { pauseOthers }) => {
      void toast.success(pauseOthers ? 'Access paused successfully' : 'Your choice is saved')
      onDone()
      await queries.invalidateQueries()
    },
  })
}

const archiveMs = 30 * 86_400_000

/** Until when a project that is archived now can be restored: a project archived early is not deleted earlier. */
export const archivedUntil = (graceEnd: string, now: number) =>
  new Date(Math.max(now, Date.parse(graceEnd)) + archiveMs).toISOString()

/** What people read when one of these calls fails. */
export const complianceErrors = {
  retainProjects: { fallback: 'Failed to save your choice' },
  retainPeople: { fallback: 'Failed to save your choice' },
  loadPeople: { fallback: 'Failed to load collaborators' },
  loadHistory: { fallback: 'Failed to load the history' },
  archiveProject: { fallback: 'Failed to archive project' },
  archiveExcess: { fallback: 'Failed to archive projects' },
  loadArchived: { fallback: 'Failed to load archived projects' },
  restoreProject: { fallback: 'Failed to restore project' },
  exchangeProjects: { fallback: 'Failed to exchange projects' },
} as const satisfies Record<string, ErrorTexts>

/** The sentence when only a larger plan brings a project back, and the server sent none. */
export const upgradeToRestore =
  'Cannot restore project: upgrade required to restore system-archived projects.'

/** Leads to the plans. */
export const UpgradeButton = () => (
  <Button variant="secondary" asChild>
    <Link to="/subscription" search={{ upgrade: true }}>
      Upgrade
    </Link>
  </Button>
)

/** Leads to the archived projects. */
export const ArchivedButton = ({ variant = 'link' }: { variant?: 'link' | 'secondary' }) => (
  <Button variant={variant} asChild>
    <Link to="/account/archived-projects">Archived</Link>
  </Button>
)

export const archivedQuery = (api: Api) =>
  queryOptions({ ...readQuery(api, listArchivedProjects, {}), refetchOnMount: 'always' })
