import { CodeBlock } from '../../ui/code-block.tsx'
import { Code, List, Part, SubPart, Text } from './prose.tsx'

const signIn = (server: string) => `npm install -g envhold
envhold login --server ${server}
envhold projects`

const inFolder = `envhold init                     # writes .envhold.json: server, project, environment
envhold pull                     # writes .env, readable by you alone
envhold diff                     # what differs between .env and the server, by name
envhold push                     # sends .env, after showing what it changes
envhold run -- npm start         # starts a program with the values, and leaves no file
envhold sync --watch             # follows the environment`

const single = `envhold get DATABASE_URL
envhold set LOG_LEVEL=debug FEATURE_X=on
envhold unset FEATURE_X
envhold history
envhold rollback 12`

export function GuideCli() {
  return (
    <Part id="cli" title="CLI Integration">
      <Text>
        The command is <Code>envhold</Code>; it needs Node 20 or newer. Make a token on the CLI page and paste
        it when <Code>login</Code> asks: it is not shown, and goes into the system’s keychain where there is
        one.
      </Text>
      <CodeBlock code={signIn(window.location.origin)} />
      <SubPart title="In a project’s folder">
        <CodeBlock code={inFolder} />
        <Text>
          <Code>pull</Code> never overwrites local changes without <Code>--force</Code>. <Code>run</Code>{' '}
          passes signals and the exit code through.
        </Text>
      </SubPart>
      <SubPart title="Single variables, and history">
        <CodeBlock code={single} />
      </SubPart>
      <SubPart title="In scripts">
        <List>
          <li>
            <Code>ENVHOLD_TOKEN</Code> and <Code>ENVHOLD_SERVER</Code> take the place of signing in. An API
            key works as a token, for reading.
          </li>
          <li>
            Data goes to stdout and everything else to stderr; <Code>--json</Code> works everywhere.
          </li>
          <li>
            Exit codes: 0 done, 1 something you can mend and are told how, 2 wrong usage, 70 a fault of ours.
          </li>
        </List>
      </SubPart>
    </Part>
  )
}
