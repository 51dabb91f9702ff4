import { toast } from 'sonner'
import { copyFailed } from '../../ui/feedback/copy-failed.ts'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { integrationExamples } from './integration-examples.ts'

interface Props {
  projectId: number
  environment: string
}

export function IntegrationExamples({ projectId, environment }: Props) {
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
          content: (
            <CodeBlock
              code={code}
              label="Copy code"
              onCopied={() => toast.success('Code copied to clipboard')}
              onFailed={copyFailed('Failed to copy code')}
            />
          ),
        }))}
      />
    </Card>
  )
}
