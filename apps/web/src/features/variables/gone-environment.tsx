import type { Environment } from '@envhold/contract/environments.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../connection/use-api.ts'
import { Banner } from '../../ui/banner.tsx'
import { Blocked, useBlocked } from '../../ui/blocked.tsx'
import { Button } from '../../ui/button.tsx'
import { environmentEventQuery } from '../projects/environment-event-query.ts'

/** More environments than this are chosen in the bar. */
const maxButtons = 3

interface Props {
  projectId: number
  /** The environment that is gone, if it is known; null while the page shows one that exists. */
  gone: { readonly name: string | undefined } | null
  environments: readonly Environment[]
  onEnvironmentChange: (id: number) => void
  children: ReactNode
}

/**
 * Around what the page shows of an environment. Once that is gone, it says so, keeps what was typed, and blocks every
 * change; only the user chooses another environment.
 */
export function GoneEnvironment({ projectId, gone, environments, onEnvironmentChange, children }: Props) {
  const api = useApi()
  const reason = useBlocked()
  const name = gone?.name
  const { data: who } = useQuery({
    ...environmentEventQuery(api, projectId, 'environment_deleted', `"${name}"`),
    enabled: name !== undefined,
  })
  const text = who
    ? `${name} was deleted by ${who}.`
    : `${name ?? 'This environment'} was deleted, or is no longer shared with you.`
  return (
    <Blocked value={gone ? text : reason}>
      {gone && (
        <div className="grid gap-3 px-(--gutter) pt-4">
          <Banner tone="warn" title={text}>
            {name === undefined
              ? 'Choose another environment.'
              : 'What you typed is still here, and can be copied but not saved.'}
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
