import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { listExport } from '@envhold/contract/export.ts'
import { useQuery } from '@tanstack/react-query'
import type { Api } from '../../connection/api/api.ts'
import { errorText } from '../../connection/api/error-text.ts'
import { readQuery } from '../../connection/api/read-query.ts'
import { QueryView } from '../../connection/query-view.tsx'
import { useConnection } from '../../connection/use-connection.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/loading.tsx'
import { ChooseExport } from './choose-export.tsx'
import { ExportDone, ExportProgress } from './export-progress.tsx'
import { type ExportState, exportErrors, useExport } from './use-export.ts'

export interface ExportDialogProps {
  /** One project, instead of everything. */
  project?: { readonly id: number; readonly name: string } | undefined
  onClose: () => void
}

const isUnderWay = ({ step }: ExportState) => step === 'running' || step === 'paused'

/** Asks what to download, reads it, and saves it. */
export function ExportDialog({ project, onClose }: ExportDialogProps) {
  const exporting = useExport(project ? project.name : 'export')
  const { state } = exporting
  const close = () => {
    exporting.stop()
    onClose()
  }
  return (
    <Dialog
      onClose={close}
      firm={isUnderWay(state)}
      title={project ? `Download ${project.name}` : 'Download everything'}
      description={
        state.step === 'choosing' &&
        `A ZIP file with a .env file for each environment of ${project ? 'this project' : 'your own projects'}, and the same as JSON. Projects that others share with you are not included.`
      }
    >
      <Steps project={project} exporting={exporting} onClose={close} />
    </Dialog>
  )
}

function Steps({
  project,
  exporting,
  onClose,
}: Omit<ExportDialogProps, 'onClose'> & { exporting: ReturnType<typeof useExport>; onClose: () => void }) {
  const { api } = useConnection()
  const { state } = exporting
  const query = useQuery({
    ...exportQuery(api, project?.id),
    // The list stays as it was while it is read.
    enabled: state.step === 'choosing',
  })
  if (isRunning(state))
    return (
      <ExportProgress
        state={state}
        onResume={exporting.resume}
        onLeaveOut={exporting.leaveOut}
        onCancel={onClose}
      />
    )
  if (state.step === 'done') return <ExportDone state={state} onClose={onClose} />
  return (
    <>
      {state.step === 'failed' && (
        <Banner tone="bad" title={errorText(state.problem, exportErrors.makeArchive)} />
      )}
      <QueryView
        query={query}
        errors={exportErrors.listExport}
        loading={<Skeleton className="h-40 w-full" />}
      >
        {(projects) => (
          <ChooseExport
            projects={projects}
            onStart={(choice) => exporting.start(projects, choice)}
            onCancel={onClose}
          />
        )}
      </QueryView>
    </>
  )
}

const isRunning = (state: ExportState): state is Extract<ExportState, { step: 'running' | 'paused' }> =>
  isUnderWay(state)

/** What can be downloaded, asked for each time: all projects, or one of them. */
const exportQuery = (api: Api, projectId?: number) => ({
  ...readQuery(api, listExport, {}),
  select: ({ projects }: OutputOf<typeof listExport>) =>
    projectId === undefined ? projects : projects.filter(({ id }) => id === projectId),
  staleTime: 0,
  gcTime: 0,
})
