import { cliDownloads, installCommand } from '@envhold/contract/cli-download.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { instanceOrigin } from './instance-origin.ts'
import { Code, List, Part, SubPart, Text } from './prose.tsx'

const signIn = (server: string) => `${installCommand(server)}
envhold login --server ${server}
envhold projects`

const oneFile = (server: string) => `curl -fsSO ${server}${cliDownloads.script.path}
curl -fsS ${server}${cliDownloads.script.path}.sha256 | sha256sum --check
node envhold.mjs --version`

const inFolder = `envhold init                     # writes .envhold.json: server, project, environment
envhold pull                     # writes .env, readable by you alone
envhold diff                     # what differs between .env and the server, by name; exits 1 if anything
envhold push                     # shows what would change, by name, asks, and sends .env
envhold run -- npm start         # starts a program with the values, and leaves no file
envhold sync --watch             # a change on the server is in .env within two seconds`

const single = `envhold get DATABASE_URL
envhold set LOG_LEVEL=debug FEATURE_X=on
envhold unset FEATURE_X
envhold history
envhold rollback 12`

export function GuideCli() {
  return (
    <Part id="cli" title="CLI Integration">
      <Text>
        The command is <Code>envhold</Code>; it needs Node 20 or newer. Create a token on the CLI page and
        paste it when <Code>login</Code> asks: it is not shown, and goes into the system’s keychain where
        there is one.
      </Text>
      <CodeBlock code={signIn(instanceOrigin())} />
      <Text>
        This instance serves the command line that matches its version and tells you when a newer one is
        available. Without npm, download it as one file:
      </Text>
      <CodeBlock code={oneFile(instanceOrigin())} />
      <SubPart title="In a project’s folder">
        <CodeBlock code={inFolder} />
        <Text>
          <Code>pull</Code> never overwrites local changes without <Code>--force</Code>, and <Code>push</Code>{' '}
          never what somebody else wrote meanwhile. <Code>run</Code> passes signals and the exit code through;
          with <Code>--redact</Code> it writes *** for every value that the program prints.
        </Text>
        <Text>
          Shared projects work like your own, within your permissions. If two have the same name, write{' '}
          <Code>--project owner/name</Code>; if you lack access, you are told whom to ask.
        </Text>
      </SubPart>
      <SubPart title="Single variables, and history">
        <CodeBlock code={single} />
      </SubPart>
      <SubPart title="In scripts">
        <List>
          <li>
            <Code>ENVHOLD_TOKEN</Code> and <Code>ENVHOLD_SERVER</Code> take the place of signing in. An API
            key works as a token, for reading. It knows its project, and its environment if it may read only
            one; otherwise set <Code>ENVHOLD_PROJECT</Code> and <Code>ENVHOLD_ENV</Code>.
          </li>
          <li>
            <Code>HTTPS_PROXY</Code> and <Code>NO_PROXY</Code> are obeyed. For a private certificate authority
            use <Code>--ca-file</Code> or <Code>ENVHOLD_CA_FILE</Code>.
          </li>
          <li>
            Data goes to stdout and everything else to stderr; <Code>--json</Code> works everywhere.
          </li>
          <li>
            Exit codes: 0 success, 1 an error you can fix, with instructions (or a difference that{' '}
            <Code>diff</Code> found), 2 wrong usage, 70 an internal error. <Code>run</Code> passes on the
            command’s own, or ends with 127 (not found) or 126 (cannot be run).
          </li>
        </List>
      </SubPart>
    </Part>
  )
}
