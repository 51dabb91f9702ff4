import { installCommand, runOnceCommand } from '@envhold/contract/cli-download.ts'
import { instanceOrigin } from '../reference/instance-origin.ts'
import { CopyableCode } from './copyable-code.tsx'
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
