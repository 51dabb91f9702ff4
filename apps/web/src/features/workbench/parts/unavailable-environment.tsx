import type { Environment } from '@envhold/contract/environments/environments.ts'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Blocked, useBlocked } from '../../../ui/feedback/blocked.tsx'
import { type Unavailable, useUnavailableText } from './use-unavailable-text.ts'

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
