import { installCommand } from '@envhold/contract/cli-download.ts'
import { documentedOrigin as origin } from '@envhold/contract/page-slots.ts'
import { output, part, shell, steps, text, topic } from '../manual/block.ts'

export const firstSteps = topic(
  'first-steps',
  'First steps',
  text('From sign-up to a program that gets its variables, in about five minutes.'),
  steps(
    '**Create an account.** Its password signs you in but decrypts nothing.',
    '**Name your first project** on the dashboard. Three environments are ready: rename or remove what you do not need.',
    '**Paste your `.env`** below them, and choose its environment. You see its keys, and never its values.',
    '**Set a master password** and press the button. It creates everything, and keeps what you typed if a step fails.',
    '**Save the [recovery key](#recovery-key)**, and type the group that the page asks for.',
  ),
  part('first-steps-cli', 'On your machine'),
  text(
    'The dashboard then shows the commands for your project. The command line needs Node 20 or newer. The first command opens this instance in your browser: compare the code there and approve, and it goes on. `init` links a folder to a project and an environment:',
  ),
  shell(
    `${installCommand(origin)}
envhold init --server ${origin} --project my-project --env production`,
    'This folder now uses my-project/production',
  ),
  text('From then on, programs in this folder get the variables without further options:'),
  shell('envhold run -- node -p process.env.LOG_LEVEL', 'info'),
  part('first-steps-pipeline', 'In a pipeline'),
  text(
    'Create an API key on the API Keys tab of the project. A job needs nothing else, neither a master password nor a key file:',
  ),
  shell(
    `curl -fsS -H "X-API-Key: $ENVHOLD_API_KEY" \\
  ${origin}/api/v1/inject/7/production`,
    'LOG_LEVEL=info',
  ),
  text('This prints, for example:'),
  output(
    '.env',
    `DATABASE_URL=postgres://localhost/shop
GREETING='Grüße, ada'
LOG_LEVEL=info`,
  ),
)
