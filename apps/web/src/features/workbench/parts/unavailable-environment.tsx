import type { Environment } from '@envhold/contract/environments/environments.ts'
import { may, type Project } from '@envhold/contract/projects/projects.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Layers } from 'lucide-react'
import type { ReactNode } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Blocked, useBlocked } from '../../../ui/feedback/blocked.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { environmentEventQuery } from '../../projects/environment-event-query.ts'

/** More environments than this are chosen in the bar. */
const maxButtons = 3

interface Props {
  projectId: number
  /** Null while the page shows one that exists. */
  unavailable: Unavailable | null
  environments: readonly Environment[]
  onEnvironmentChange: (id: number) => void
  children: ReactNode
}

/**
 * Around what the page shows of an environment. Once that is gone, it says so, keeps what was typed, and blocks every
 * change; only the user chooses another environment.
 */
export function UnavailableEnvironment({
  projectId,
  unavailable,
  environments,
  onEnvironmentChange,
  children,
}: Props) {
  const reason = useBlocked()
  const text = useUnavailableText(projectId, unavailable)
  return (
    <Blocked value={text ?? reason}>
      {unavailable && (
        <div className="grid gap-3 px-(--gutter) pt-4">
          <Banner tone="warn" title={text}>
            {unavailable.name === undefined
              ? 'Choose another environment.'
              : 'Nothing can be saved to it. What you typed is still here, to copy.'}
            <div className="mt-2 flex flex-wrap gap-2">
              {environments.slice(0, maxButtons).map((environment) => (
                <Button
                  key={environment.id}
                  variant="secondary"
                  size="sm"
                  onClick={() => onEnvironmentChange(environment.id)}
                >
                  Open {environment.name}
                </Button>
              ))}
            </div>
          </Banner>
        </div>
      )}
      {children}
    </Blocked>
  )
}

/** An environment that is gone; its name, if it is known. */
interface Unavailable {
  readonly name: string | undefined
}

/** What became of an environment, and who did it, as far as the user may know; undefined while none is gone. */
export function useUnavailableText(projectId: number, unavailable: Unavailable | null): string | undefined {
  const name = unavailable?.name
  const { data: who } = useQuery({
    ...environmentEventQuery(useApi(), projectId, 'environment_deleted', `"${name}"`),
    enabled: name !== undefined,
  })
  if (!unavailable) return undefined
  return who
    ? `${name} was deleted by ${who}.`
    : `${name ?? 'This environment'} was deleted, or is no longer shared with you.`
}

/** A project without environments, or of which none is shared with the user. */
export function NoEnvironment({ project }: { project: Project }) {
  return (
    <div className="px-(--gutter) py-4">
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
        {may(project.user_role, 'own')
          ? 'This project has no environments yet. Create the first one under Environments.'
          : 'No environment of this project is shared with you yet.'}
      </EmptyState>
    </div>
  )
}
