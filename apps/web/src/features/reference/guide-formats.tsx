import type { DialectName } from '@envhold/contract/inject.ts'
import { Table, TableBody, TableCell, TableHead, TableHeadCell, TableRow } from '../../ui/table.tsx'
import { Code, List, Part, SubPart, Text } from './prose.tsx'

const formats = [
  { name: 'dotenv', is: 'KEY=value lines that all common readers parse to the same values' },
  { name: 'json', is: 'A flat object of strings' },
  { name: 'yaml', is: 'A flat map, every value quoted' },
  { name: 'shell', is: 'export lines for eval in a POSIX shell' },
  { name: 'github', is: 'For $GITHUB_ENV, with a random delimiter for each value' },
]
const dialects: Readonly<Record<DialectName, string>> = {
  node: 'dotenv and Node’s own --env-file',
  next: 'Next.js and Vite, which expand $NAME',
  compose: 'env_file of Docker Compose',
  docker: 'docker run --env-file: no quotes, no newlines',
  python: 'python-dotenv',
  ruby: 'the dotenv gem',
  go: 'godotenv',
  php: 'phpdotenv, as in Laravel',
  make: 'include .env in a makefile: no quotes, no newlines',
  bash: 'set -a; source .env',
  systemd: 'EnvironmentFile=',
  fish: 'the shell format, for source in fish',
}

export function GuideFormats() {
  return (
    <Part id="formats" title="Formats and dialects">
      <Text>
        There is no single .env format: a value that one reader accepts, another may change. Envhold writes
        values so that all readers agree wherever possible, and asks you to name a <strong>dialect</strong>{' '}
        where it is not.
      </Text>
      <SubPart title="Formats">
        <Choices head="Format" lines={formats} />
      </SubPart>
      <SubPart title="Dialects">
        <Choices head="Dialect" lines={Object.entries(dialects).map(([name, is]) => ({ name, is }))} />
        <Text>
          Given as <Code>?dialect=</Code> on inject and download, as <Code>--dialect</Code> in the CLI. A
          value that a dialect cannot represent, such as a newline for docker, is rejected with the name of
          its key. Nothing is changed silently. Without a dialect such values are written for node and bash,
          and named in a warning.
        </Text>
      </SubPart>
      <SubPart title="What is read">
        <List>
          <li>
            <Code>export</Code>, comments, single, double and backtick quotes, values over several lines,
            Windows line ends, a byte order mark.
          </li>
          <li>
            Invalid input is rejected with its line number. Imports are all or nothing, and no message repeats
            a value.
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
