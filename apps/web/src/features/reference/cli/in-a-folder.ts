import { documentedOrigin as origin } from '@envhold/contract/page-slots.ts'
import { list, output, part, shell, text, topic } from '../manual/block.ts'

export const inAFolder = topic(
  'in-a-folder',
  'In a project’s folder',
  text('Link the folder once. The file that this writes holds no secret, so commit it.'),
  shell('envhold init --project my-project --env staging --yes', 'This folder now uses my-project/staging'),
  output(
    '.envhold.json',
    `{
  "server": "${origin}",
  "project": { "id": 7, "name": "my-project" },
  "environment": { "id": 11, "name": "staging" }
}`,
  ),
  text(
    'You may write names alone, such as `"project": "my-project"`. `dialect`, `format` and `output` can be added for the [program that reads the file](#formats).',
  ),
  part('run', 'Run a program'),
  text(
    '`run` sets the variables for one program and leaves no file. It passes signals on and ends with the program’s exit code.',
  ),
  shell('envhold run -- node -p process.env.LOG_LEVEL', 'info'),
  text('For a log that others can read, mask values in what the program prints:'),
  shell("envhold run --redact -- sh -c 'echo connecting to $DATABASE_URL'", 'connecting to ***'),
  part('pull-and-push', 'Work with a .env file'),
  shell(
    `envhold pull --gitignore --yes
echo 'FEATURE_Y=on' >> .env
envhold diff || true
envhold push --yes`,
    'FEATURE_Y',
  ),
  list(
    '`pull` writes the whole file or nothing, readable by you alone. It never overwrites local changes without `--force`.',
    '`push` shows what would change, by name, and asks. It never overwrites what somebody else wrote meanwhile. Keys that are missing from the file stay on the server unless you pass `--replace`.',
    'Comments that belong to no variable, blank lines and the order of a file are not stored; `push` says so. Many warnings of a kind are summed up, and `--all-warnings` shows them.',
    '`diff` ends with 1 when file and server differ, so a script can check it.',
    '`sync --watch` writes changes on the server to the file within two seconds; with `--push` it works both ways.',
  ),
  text(
    '`envhold edit` opens all variables, or those that you name, as such a text in your editor (`$VISUAL` or `$EDITOR`), shows what would change, and saves it as one version. The text is private, in memory where the system allows that, and gone afterwards. What somebody else writes meanwhile stays.',
  ),
  part('single-variables', 'Single variables'),
  shell(
    `envhold set LOG_LEVEL=debug FEATURE_X=on
envhold get LOG_LEVEL
envhold unset FEATURE_X`,
    'debug',
  ),
  text(
    'A value on the command line ends up in the shell’s history. `envhold set STRIPE_KEY` asks for it instead, and `envhold set TLS_KEY < key.pem` reads it from a file. `--random` makes the value, and prints nothing of it.',
  ),
  list(
    'A text of several lines from stdin, such as a key file, is stored byte for byte. One line loses exactly one newline, which `echo` and most tools add; `--raw` keeps it.',
    '`envhold get TLS_KEY > key.pem` writes the same bytes: `get` adds a newline only at a terminal.',
    '`envhold edit` and `envhold copy` keep every byte of a value that you do not edit. A value that no `.env` text can hold, such as one with carriage returns, is left out of the text and named.',
  ),
  shell(
    `envhold set SESSION_SECRET --random 32
envhold set SIGNING_KEY --random 64 --alphabet hex`,
    '1 added',
  ),
  part('copy-variables', 'Copy and move variables'),
  shell(
    `envhold set FEATURE_X=on FEATURE_Y=off
envhold copy FEATURE_X FEATURE_Y --to production --existing skip --yes
envhold copy FEATURE_Y --to production --existing replace --move --yes`,
    '1 variable deleted',
  ),
  text(
    'Each environment is written as one version. `--dry-run` only shows what it would get. `--move` deletes from the first environment once all others were written. If one of them fails, the command says which, ends with 1, and can be repeated.',
  ),
  text(
    '`envhold environments create qa --names-of staging` creates an environment with the names of another, without values. `--names-of PROJECT/ENV` takes them from another project.',
  ),
  text(
    '`envhold variables` lists names, `--notes` shows what people wrote about them, and `--due` lists what is overdue or due within 30 days. `envhold set KEY=VALUE --note TEXT --due DATE` sets both.',
  ),
)
