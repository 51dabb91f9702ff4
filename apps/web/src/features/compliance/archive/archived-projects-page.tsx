import { ApiError } from '@envhold/client/api-error.ts'
import {
  type ArchivedProject,
  type listArchivedProjects,
  restoreProject,
} from '@envhold/contract/archive/archive.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive, ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { QueryView } from '../../../connection/query-view.tsx'
import { useApi } from '../../../connection/use-api.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Skeleton, SkeletonRows, useLastCount } from '../../../ui/feedback/loading.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { SettingSection } from '../../../ui/layout/setting-row.tsx'
import { archivedQuery, complianceErrors, upgradeToRestore } from '../archive-actions.tsx'
import { ArchivedBanners, ArchivedRow } from './archived-parts.tsx'
import { DeletedProjects } from './deleted-projects.tsx'
import { ExchangeDialog } from './exchange-dialog.tsx'

type Archived = OutputOf<typeof listArchivedProjects>
type Download = (project: ArchivedProject) => ReactNode

interface Props {
  /** The button that downloads a project. */
  download?: Download
}

export function ArchivedProjectsPage({ download }: Props) {
  const query = useQuery(archivedQuery(useApi()))
  const rows = useLastCount('archived projects', query.data?.archivedProjects.length, 1)
  return (
    <SettingSection
      id="archived-projects"
      title="Archived Projects"
      action={
        <Link
          to="/dashboard"
          className="inline-flex items-center gap-1.5 rounded-sm text-small text-ink-2 hover:text-ink"
        >
          <ArrowLeft className="size-4" />
          Back to Dashboard
        </Link>
      }
    >
      <QueryView
        query={query}
        errors={complianceErrors.loadArchived}
        safe="Your archived projects are kept."
        loading={
          <SkeletonRows rows={rows} className="grid gap-2 pt-5">
            <Skeleton className="h-24" />
          </SkeletonRows>
        }
      >
        {(archived) => <Loaded archived={archived} download={download} />}
      </QueryView>
      <DeletedProjects />
    </SettingSection>
  )
}

function Loaded({ archived, download }: { archived: Archived; download: Download | undefined }) {
  const restore = useRestore()
  const [exchanged, setExchanged] = useState<ArchivedProject>()
  const { archivedProjects, availableSlots, gracePeriodStatus } = archived
  // In a grace period one is archived, and then the other restored.
  const mayExchange = availableSlots === 0 && !gracePeriodStatus.inGracePeriod
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5 pt-5">
      <ArchivedBanners archived={archived} />
      {archivedProjects.length === 0 ? (
        <EmptyState icon={Archive} title="No archived projects">
          Projects that you archive during a grace period, or that are archived when it ends, are kept here
          for at least 30 days.
        </EmptyState>
      ) : (
        <ul className="rounded-lg border bg-surface">
          {archivedProjects.map((project) => (
            <ArchivedRow
              key={project.id}
              project={project}
              blocked={blockedText(project, archived.availableSlots)}
              isRestoring={restore.isPending && restore.variables === project.restoreToken}
              onRestore={() => restore.mutate(project.restoreToken)}
              onExchange={mayExchange ? () => setExchanged(project) : undefined}
              download={download?.(project)}
            />
          ))}
        </ul>
      )}
      {exchanged && <ExchangeDialog project={exchanged} onClose={() => setExchanged(undefined)} />}
    </div>
  )
}

/** Why a project cannot be restored now. */
function blockedText({ upgradeRequired }: ArchivedProject, slots: number | null): string | undefined {
  if (upgradeRequired) return 'Upgrade to bring this project back.'
  return slots === 0 ? 'Your plan has no room for another project. Upgrade, or make room first.' : undefined
}

const failureText = (error: unknown) =>
  error instanceof ApiError && error.code === 'UPGRADE_REQUIRED'
    ? error.message || upgradeToRestore
    : errorText(error, complianceErrors.restoreProject)

/** Brings a project back. Lists, limits and what is read-only are read again, also after a rejection. */
function useRestore() {
  const { api, queries } = useConnection()
  return useMutation({
    mutationFn: (restoreToken: string) => api.call(restoreProject, { params: { restoreToken } }),
    onSuccess: ({ restored }) => toast.success(`Project "${restored.name}" restored successfully`),
    onError: (error) => toast.error(failureText(error)),
    onSettled: () => queries.invalidateQueries(),
  })
}
