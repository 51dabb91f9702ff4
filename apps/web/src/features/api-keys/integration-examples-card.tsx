import type { ApiKey } from '@envhold/contract/api-keys.ts'
import type { Environment } from '@envhold/contract/environments/environments.ts'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { accessibleIn } from '../projects/environment-slots.tsx'
import { ExampleCode } from './api-key-outcome.tsx'
import { integrationExamples } from './integration-examples.ts'

interface Props {
  projectId: number
  environments: readonly Environment[]
  newest: ApiKey | undefined
}

/** Lines for an environment that the newest key reads. */
export function IntegrationExamplesCard({ projectId, environments, newest }: Props) {
  const [readable] = accessibleIn(environments, newest?.environment_access ?? null)
  const examples = integrationExamples({
    server: window.location.origin,
    projectId,
    environment: readable?.name ?? 'production',
  })
  return (
    <Card>
      <CardHeader
        title="Integration Examples"
        description="Store the key as ENVHOLD_API_KEY in your CI provider’s secrets, never in the code."
      />
      <Tabs
        label="Integration Examples"
        className="gap-3"
        tabs={examples.map(({ id, title, aside, code }) => ({
          value: id,
          label: aside ? (
            <>
              {title} <span className="max-sm:sr-only">{aside}</span>
            </>
          ) : (
            title
          ),
          content: <ExampleCode code={code} />,
        }))}
      />
    </Card>
  )
}
