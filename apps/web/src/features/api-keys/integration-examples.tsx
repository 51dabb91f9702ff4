import { toast } from 'sonner'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialogs/dialog.tsx'
import { Card, CardHeader } from '../../ui/layout/card.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { CopyButton, copyFailed } from '../../ui/text/copy-button.tsx'

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
          content: <ExampleCode code={code} />,
        }))}
      />
    </Card>
  )
}

const ExampleCode = ({ code }: { code: string }) => (
  <CodeBlock
    code={code}
    label="Copy code"
    onCopied={() => toast.success('Code copied to clipboard')}
    onFailed={copyFailed('Failed to copy code')}
  />
)

interface ExampleTarget {
  readonly server: string
  readonly projectId: number
  readonly environment: string
}

interface Example {
  readonly id: 'curl' | 'github' | 'docker' | 'node'
  readonly title: string
  /** Shown if there is room. */
  readonly aside?: string
  readonly code: string
}

/** Examples that fetch an environment in four places, each with the key from that place's secret store. */
function integrationExamples({ server, projectId, environment }: ExampleTarget): readonly Example[] {
  const address = (format: string) => `${server}/api/v1/inject/${projectId}/${environment}?format=${format}`
  return [
    {
      id: 'curl',
      title: 'cURL',
      code: `curl --fail --silent --show-error \\
  --header "X-API-Key: $ENVHOLD_API_KEY" \\
  --output .env \\
  "${address('dotenv')}"`,
    },
    {
      id: 'github',
      title: 'GitHub Actions',
      code: `- name: Load variables
  env:
    ENVHOLD_API_KEY: \${{ secrets.ENVHOLD_API_KEY }}
  run: |
    curl --fail --silent --show-error \\
      --header "X-API-Key: $ENVHOLD_API_KEY" \\
      "${address('json')}" > "$RUNNER_TEMP/variables.json"
    # Values are hidden in the log before anything can print them.
    jq -r '.[] | split("\\n")[] | select(. != "") | "::add-mask::" + gsub("%"; "%25")' \\
      "$RUNNER_TEMP/variables.json"
    rm "$RUNNER_TEMP/variables.json"
    curl --fail --silent --show-error \\
      --header "X-API-Key: $ENVHOLD_API_KEY" \\
      "${address('github')}" >> "$GITHUB_ENV"`,
    },
    {
      id: 'docker',
      title: 'Docker',
      code: `# Variables reach the container when it starts, and are never part of an image.
curl --fail --silent --show-error \\
  --header "X-API-Key: $ENVHOLD_API_KEY" \\
  --output app.env \\
  "${address('dotenv')}&dialect=docker"
docker run --rm --env-file app.env your-image
rm app.env`,
    },
    {
      id: 'node',
      title: 'Node.js',
      aside: '(JavaScript)',
      code: `const response = await fetch(
  '${address('json')}',
  { headers: { 'X-API-Key': process.env.ENVHOLD_API_KEY } },
)
if (!response.ok) throw new Error(\`Variables could not be loaded: \${response.status}\`)
Object.assign(process.env, await response.json())`,
    },
  ]
}

interface NewKeyProps {
  apiKey: string
  projectId: number
  environment: string
  onDone: () => void
}

const copyMessages = {
  onCopied: () => toast.success('API key copied to clipboard'),
  onFailed: copyFailed('Failed to copy API key'),
}

export function NewKey({ apiKey, projectId, environment, onDone }: NewKeyProps) {
  useUnsaved(true, 'shown')
  const [curl] = integrationExamples({ server: window.location.origin, projectId, environment })
  return (
    <div className="grid min-w-0 gap-5">
      <div className="flex flex-col gap-3 rounded-md border border-accent/40 bg-accent-soft p-3 sm:flex-row sm:items-center sm:pl-4">
        <code data-testid="api-key" className="min-w-0 flex-1 font-mono text-small break-all select-all">
          {apiKey}
        </code>
        <CopyButton text={apiKey} label="Copy key" labelled {...copyMessages} />
      </div>
      {curl && (
        <div className="grid min-w-0 gap-1.5">
          <p className="text-small font-medium">
            Try it, with the key in <span className="font-mono">ENVHOLD_API_KEY</span>
          </p>
          <ExampleCode code={curl.code} />
        </div>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </div>
  )
}
