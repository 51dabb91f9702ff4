import type { Project } from '@envhold/contract/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../connection/error-text.ts'
import { environmentsQuery } from '../../connection/read-queries.ts'
import { useConnection, useVaultOpen } from '../../connection/use-connection.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { CompareView } from './compare/compare-view.tsx'
import { EnvironmentSelect } from './environment-select.tsx'
import { EnvironmentVariables } from './environment-variables.tsx'
import { TableSkeleton } from './variables-states.tsx'

interface Props {
  project: Project
  /** Which environment is looked at, where the page remembers it; otherwise the tab does, from the first one on. */
  environmentId?: number | undefined
  onEnvironmentChange?: (id: number) => void
}

export function VariablesTab({ project, environmentId, onEnvironmentChange }: Props) {
  const { api } = useConnection()
  const open = useVaultOpen()
  const [chosen, setChosen] = useState(environmentId)
  const [comparing, setComparing] = useState(false)
  const { data: environments, error, refetch, isFetching } = useQuery(environmentsQuery(api, project.id))
  const choose = (id: number) => {
    setChosen(id)
    onEnvironmentChange?.(id)
  }

  if (!environments)
    return error ? (
      <ErrorState title="The environments did not load" onRetry={() => refetch()} busy={isFetching}>
        {errorText(error)} What is stored is safe.
      </ErrorState>
    ) : (
      <TableSkeleton rows={8} />
    )
  const environment = environments.find(({ id }) => id === chosen) ?? environments[0]
  if (!environment)
    return (
      <EmptyState
        icon={Layers}
        title="Select an environment to view variables"
        action={
          <Button variant="secondary" asChild>
            <Link
              to="/project/$id"
              params={{ id: String(project.id) }}
              search={{ tab: 'environments' }}
              replace
            >
              Go to Environments
            </Link>
          </Button>
        }
      >
        {project.user_role === 'owner'
          ? 'This project has no environments yet. Create the first one under Environments.'
          : 'No environment of this project is shared with you yet.'}
      </EmptyState>
    )
  if (comparing && open && environments.length > 1)
    return (
      <section aria-label="Compare environments" className="grid min-w-0 gap-4">
        <CompareView
          projectId={project.id}
          environments={environments}
          left={environment}
          onLeft={choose}
          onClose={() => setComparing(false)}
        />
      </section>
    )
  return (
    <EnvironmentVariables
      key={environment.id}
      project={project}
      environment={environment}
      canCompare={environments.length > 1}
      onCompare={() => setComparing(true)}
      selector={
        <EnvironmentSelect
          label="Environment"
          environments={environments}
          value={environment.id}
          onChange={choose}
        />
      }
    />
  )
}
