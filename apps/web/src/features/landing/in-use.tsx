import { installCommand, runOnceCommand } from '@envhold/contract/pages/cli-download.ts'
import { Check, Copy } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { instanceOrigin } from '../reference/instance-origin.ts'
import { Section } from './section.tsx'

const uses = () => [
  {
    title: 'On a laptop',
    text: 'Approve once in the browser, then run anything with its variables.',
    code: `${installCommand(instanceOrigin())}
envhold login --server ${instanceOrigin()}
envhold run --env local -- npm run dev`,
  },
  {
    title: 'In a pipeline',
    text: 'One request with an API key, no tool to install.',
    code: `curl -fsS -H "X-API-Key: $ENVHOLD_API_KEY" \\
  ${instanceOrigin()}/api/v1/inject/7/production \\
  -o .env`,
  },
  {
    title: 'In GitHub Actions',
    text: 'Every value is masked in the log before it is used.',
    code: `- run: ${runOnceCommand(instanceOrigin(), 'pull --env production --format github')}
  env:
    ENVHOLD_SERVER: ${instanceOrigin()}
    ENVHOLD_TOKEN: \${{ secrets.ENVHOLD_API_KEY }}`,
  },
]

export function InUse() {
  return (
    <Section
      beside
      title="Where you need them"
      lead="The same environment, in the format each tool expects: dotenv for eleven readers, JSON, YAML, shell, GitHub."
    >
      <div className="grid min-w-0 gap-8">
        {uses().map(({ title, text, code }) => (
          <div key={title} className="grid min-w-0 content-start gap-3">
            <div>
              <h3 className="font-semibold">{title}</h3>
              <p className="text-ink-2">{text}</p>
            </div>
            <CopyableCode code={code} />
          </div>
        ))}
      </div>
    </Section>
  )
}

/** A block of code whose button works without React: the entry of public pages copies. */
function CopyableCode({ code }: { code: string }) {
  return (
    <div className="flex min-w-0 items-start rounded-md border bg-sunken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre tabIndex={0} className="min-w-0 flex-1 overflow-x-auto px-4 py-2.5 font-mono text-small">
        <code>{code}</code>
      </pre>
      <Button
        variant="ghost"
        size="icon"
        data-copy=""
        aria-label="Copy"
        title="Copy"
        className="group m-1 shrink-0"
      >
        <Copy className="group-data-copied:hidden" />
        <Check className="hidden text-good group-data-copied:block" />
        <span role="status" className="sr-only" />
      </Button>
    </div>
  )
}
