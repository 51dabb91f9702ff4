import { runOnceCommand } from '@envhold/contract/cli-download.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { instanceOrigin } from './instance-origin.ts'
import { Code, Part, SubPart, Text } from './prose.tsx'

const curl = (origin: string) => `curl -fsS -H "X-API-Key: $ENVHOLD_API_KEY" \\
  "${origin}/api/v1/inject/7/production?format=dotenv" -o .env`

const actions = (origin: string) => `jobs:
  deploy:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - run: ${runOnceCommand(origin, 'pull --env production --format github')}
        env:
          ENVHOLD_SERVER: ${origin}
          ENVHOLD_TOKEN: \${{ secrets.ENVHOLD_API_KEY }}
      - run: ./deploy.sh        # sees every variable of production`

const conditional = (origin: string) => `curl -s -o .env -w '%{http_code}' -H "X-API-Key: $ENVHOLD_API_KEY" \\
  -H 'If-None-Match: "12"' ${origin}/api/v1/inject/7/production`

export function GuidePipelines() {
  const origin = instanceOrigin()
  return (
    <Part id="integrations" title="Integrations">
      <Text>
        A pipeline uses an <strong>API key</strong>. The owner of a project makes it in the API Keys tab, for
        all environments or for some, with an expiry and the addresses it may come from. It decrypts those
        environments without your master password.
      </Text>
      <SubPart title="curl">
        <CodeBlock code={curl(origin)} />
        <Text>
          The environment is given by name or id. <Code>-f</Code> makes curl fail on an error instead of
          writing the error into the file.
        </Text>
      </SubPart>
      <SubPart title="GitHub Actions">
        <CodeBlock code={actions(origin)} />
        <Text>
          <Code>--format github</Code> first masks every line of every value in the log, then appends to{' '}
          <Code>$GITHUB_ENV</Code>. The raw endpoint with <Code>format=github</Code> does <strong>not</strong>{' '}
          mask: print <Code>::add-mask::</Code> yourself before you use it.
        </Text>
      </SubPart>
      <SubPart title="Only when something changed">
        <CodeBlock code={conditional(origin)} />
        <Text>
          Every answer carries an <Code>ETag</Code> with the version. Send it back as{' '}
          <Code>If-None-Match</Code> and get 304 while nothing has changed.
        </Text>
      </SubPart>
    </Part>
  )
}
