import { deleteEnvironment, type Environment } from '@envhold/contract/environments/environments.ts'
import { secretKey } from '../../connection/api/read-query.ts'
import { CallDialog } from '../../connection/call-dialog.tsx'
import { useConnection } from '../../connection/use-connection.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { formatCount } from '../../ui/text/format.ts'
import { refetchProject } from '../projects/project-queries.ts'
import { confirmedIn } from '../workbench/data/write-version.ts'
import { environmentErrors } from './environment-errors.ts'

interface Props {
  environment: Environment
  onClose: () => void
}

export function DeleteEnvironmentDialog({ environment, onClose }: Props) {
  const connection = useConnection()
  const { id, project_id: projectId, name, variable_count: count } = environment
  const confirm = async () => {
    await connection.api.call(
      deleteEnvironment,
      { params: { projectId, envId: id } },
      confirmedIn(environment),
    )
    toast.success('Environment deleted successfully!')
    connection.queries.removeQueries({ queryKey: [secretKey, 'variables', id] })
    await refetchProject(connection, projectId)
  }
  return (
    <CallDialog
      {...(environment.protected && { icon: 'shield' as const })}
      title="Delete environment"
      description={
        <>
          <span className="font-medium text-ink">{name}</span> is permanently deleted, with{' '}
          {count === 0
            ? 'its whole history'
            : count === 1
              ? 'its 1 variable and its whole history'
              : `its ${formatCount(count)} variables and their whole history`}
          . API keys can no longer read it.{environment.protected && ' It is protected.'}
        </>
      }
      confirmText={environment.protected ? `Delete ${name}` : 'Delete environment'}
      errors={environmentErrors.deleteEnvironment}
      onClose={onClose}
      onConfirm={confirm}
    />
  )
}
