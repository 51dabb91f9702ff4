import type { Topic } from '../manual/block.ts'
import { note, part, shellElsewhere, steps, table, text, topic } from '../manual/block.ts'

const from = (name: string) => `an account with ${name}`

/** A part for each tool. A test reads what each of them writes. */
export const movingIn: Topic = {
  ...topic(
    'moving-in',
    'Moving in from another tool',
    steps(
      'Create the project and its environments, and link the folder with `envhold init`.',
      'Export from the other tool with the command below. Where it can write JSON, prefer that: JSON holds every value exactly.',
      'Push the file. You see which keys would be added before anything is written.',
      'Delete the exported file. It is not encrypted.',
    ),
    text(
      'What each tool writes and how it is read was checked with samples of its format. Nothing is lost silently: a line that can be read in two ways is named.',
    ),
    part('from-doppler', 'Doppler'),
    shellElsewhere(
      from('Doppler'),
      `doppler secrets download --no-file --format json --project shop --config prd > export.json
envhold push export.json --format json --env production`,
    ),
    text(
      'The file also holds `DOPPLER_PROJECT`, `DOPPLER_CONFIG` and `DOPPLER_ENVIRONMENT`; remove them with `envhold unset`. Do not use `--format env`: it doubles backslashes, which readers of `.env` files leave as they are.',
    ),
    part('from-infisical', 'Infisical'),
    shellElsewhere(
      from('Infisical'),
      `infisical export --env=prod --format=json \\
  | jq 'map({(.key): .value}) | add' > export.json
envhold push export.json --format json --env production`,
    ),
    text(
      'Its JSON is a list, which `jq` turns into one object. Repeat it with `--path` for each folder. Personal overrides are exported in place of the shared value unless you add `--secret-overriding=false`.',
    ),
    part('from-vercel', 'Vercel'),
    shellElsewhere(
      from('Vercel'),
      `vercel env pull export.env --environment=production
envhold push export.env --env production`,
    ),
    text(
      'Variables marked *sensitive* cannot be read back: set them again with `envhold set`. A double quote inside a value is written without an escape; such a value is named in a warning, so look at it.',
    ),
    part('from-heroku', 'Heroku'),
    shellElsewhere(
      from('Heroku'),
      `heroku config --json --app shop > export.json
envhold push export.json --format json --env production`,
    ),
    part('from-1password', '1Password'),
    text('From a file with references, which `op inject` fills in:'),
    shellElsewhere(
      from('1Password'),
      `op inject --in-file .env --out-file export.env
envhold push export.env --env production`,
    ),
    text('From the fields of one item:'),
    shellElsewhere(
      from('1Password'),
      `op item get shop --format json \\
  | jq '[.fields[] | select(.value and (.label | test("^[A-Za-z_][A-Za-z0-9_]*$"))) | {(.label): .value}] | add' > export.json
envhold push export.json --format json --env production`,
    ),
    text(
      '`op inject` puts a value between the quotes that the file has. A value that holds such a quote or a line break is read exactly from the item only.',
    ),
    part('from-dotenvx', 'dotenvx'),
    shellElsewhere(
      'the private key of the file',
      `dotenvx decrypt -f .env.production --stdout > export.env
envhold push export.env --env production`,
    ),
    text(
      'Its line `DOTENV_PUBLIC_KEY_PRODUCTION` comes with it; remove it with `envhold unset`. Without decrypting, values beginning with `encrypted:` would be stored as they are; you are warned.',
    ),
    part('from-sops', 'SOPS'),
    shellElsewhere(
      'the key of the file',
      `sops decrypt --output-type json production.env > export.json
envhold push export.json --format json --env production`,
    ),
    text(
      'Flat YAML, JSON and `.env` files work in the same way. Nested YAML has to be made flat first. In `.env` files SOPS itself turns `\\n` into a line break.',
    ),
    part('moving-summary', 'What to check'),
    table(
      ['From', 'Exact', 'Look at'],
      ['Doppler, Heroku, Infisical (JSON)', 'yes', '–'],
      ['SOPS (JSON)', 'yes', 'a backslash followed by `n` in `.env` files'],
      ['dotenvx', 'yes', 'what dotenvx expands: a reference such as `$NAME` stays as text'],
      ['Vercel', 'yes', 'double quotes inside values, which are named; sensitive variables'],
      ['1Password, `op inject`', 'mostly', 'quotes and line breaks inside values'],
    ),
    note(
      'Change what leaked or was shared too widely while you are at it: moving is a good moment to rotate.',
    ),
  ),
  alias:
    'migrate migration import export doppler infisical vercel heroku 1password dotenvx sops switch from another tool',
}
