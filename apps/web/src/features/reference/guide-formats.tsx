import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '../../ui/table.tsx'
import { Code, List, Part, SubPart, Text } from './prose.tsx'

const formats = [
  { name: 'dotenv', is: 'KEY=value lines that every common reader reads back unchanged' },
  { name: 'json', is: 'A flat object of strings' },
  { name: 'yaml', is: 'A flat map, every value quoted' },
  { name: 'shell', is: 'export lines for eval in a POSIX shell' },
  { name: 'github', is: 'For $GITHUB_ENV, with a random delimiter for each value' },
]
const dialects = [
  { name: 'node', is: 'dotenv and Node’s own --env-file' },
  { name: 'next', is: 'Next.js, which expands $NAME' },
  { name: 'compose', is: 'env_file of Docker Compose' },
  { name: 'docker', is: 'docker run --env-file: no quotes, no newlines' },
  { name: 'python', is: 'python-dotenv' },
  { name: 'ruby', is: 'the dotenv gem' },
  { name: 'bash', is: 'set -a; source .env' },
  { name: 'systemd', is: 'EnvironmentFile=' },
]

export function GuideFormats() {
  return (
    <Part id="formats" title="Formats and dialects">
      <Text>
        There is no one .env format: what one reader takes, another mangles. Envhold writes values so that all
        of them agree, as long as that is possible, and asks you to name a <strong>dialect</strong> where it
        is not.
      </Text>
      <SubPart title="Formats">
        <Choices head="Format" lines={formats} />
      </SubPart>
      <SubPart title="Dialects of .env">
        <Choices head="Dialect" lines={dialects} />
        <Text>
          Given as <Code>?dialect=</Code> on inject and download, as <Code>--dialect</Code> in the CLI. What a
          dialect cannot carry, such as a newline for docker, is refused with the name of the key; nothing is
          changed in silence. Without a dialect such values are written for node and bash, and named in a
          warning.
        </Text>
      </SubPart>
      <SubPart title="What is read">
        <List>
          <li>
            <Code>export</Code>, comments, single, double and backtick quotes, values over several lines,
            Windows line ends, a byte order mark.
          </li>
          <li>
            Bad input is refused with its line; nothing is half imported, and no value is repeated in a
            message.
          </li>
          <li>
            A value is data. Some loaders execute <Code>$(…)</Code> and backticks in it: such values are
            flagged, and so are names that take over a process, like <Code>LD_PRELOAD</Code>.
          </li>
        </List>
      </SubPart>
    </Part>
  )
}

function Choices({ head, lines }: { head: string; lines: readonly { name: string; is: string }[] }) {
  return (
    <Table className="max-w-prose">
      <TableHead>
        <tr>
          <TableHeadCell className="w-32 bg-paper">{head}</TableHeadCell>
          <TableHeadCell className="bg-paper">What it is for</TableHeadCell>
        </tr>
      </TableHead>
      <TableBody>
        {lines.map(({ name, is }) => (
          <TableRow key={name} className="max-sm:px-0">
            <TableCell className="font-mono max-sm:w-20">{name}</TableCell>
            <TableCell className="text-ink-2 max-sm:flex-1">{is}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}
