import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { ExampleCode } from './api-key-outcome.tsx'
import { integrationExamples } from './integration-examples.ts'

interface Props {
  projectId: number
  environment: string
}

export function IntegrationExamplesCard({ projectId, environment }: Props) {
  const examples = integrationExamples({ server: window.location.origin, projectId, environment })
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
