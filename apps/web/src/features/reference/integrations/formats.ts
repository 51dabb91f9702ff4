import type { DialectName } from '@envhold/contract/inject.ts'
import { list, part, table, text, topic } from '../manual/block.ts'

const dialects: Readonly<Record<DialectName, string>> = {
  node: 'npm `dotenv` and Node’s own `--env-file`',
  next: 'Next.js and Vite, which expand `$NAME`',
  compose: '`env_file` and `.env` of Docker Compose',
  docker: '`docker run --env-file`: no quotes, no line breaks',
  python: '`python-dotenv`',
  ruby: 'the `dotenv` gem',
  go: '`godotenv`',
  php: '`phpdotenv`, as in Laravel',
  make: '`include` in a makefile: no quotes, no line breaks',
  bash: '`set -a; . ./.env` in any POSIX shell',
  systemd: '`EnvironmentFile=`',
  fish: 'the `shell` format, for `source` in fish',
}

export const formats = {
  ...topic(
    'formats',
    'Formats and dialects',
    text(
      'There is no single `.env` format: a value that one reader accepts, another may change. Envhold writes values so that all readers agree wherever possible, and asks you to name a **dialect** where it is not.',
    ),
    table(['Dialect', 'For'], ...Object.entries(dialects).map(([name, use]) => [`\`${name}\``, use])),
    list(
      'Name it as `?dialect=` on inject and download, as `--dialect` on the command line, or once in `.envhold.json`.',
      'A value that a dialect cannot hold, such as a line break for `docker`, is refused with the name of its key. Nothing is changed silently.',
      'Without a dialect such values are written for Node and bash, and named in a warning.',
      '`json` holds every value exactly. If your program can read it, prefer it.',
    ),
    part('reading', 'What is read'),
    list(
      '`export`, comments, single, double and backtick quotes, values over several lines, Windows line ends and a byte order mark; and flat JSON.',
      'Invalid input is rejected with its line number. Imports are all or nothing, and no message repeats a value.',
      'References and ciphertext of other tools, such as `op://…` and `encrypted:…`, are stored as text, with a warning.',
    ),
    text(
      'How each reader reads each kind of value is in `docs/formats.md` of the repository, in tables that are made by running the readers.',
    ),
  ),
  alias: 'dotenv quoting quotes newline multiline json yaml shell reader parser',
}
