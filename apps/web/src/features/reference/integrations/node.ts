import { documentedOrigin as origin } from '@envhold/contract/page-slots.ts'
import { file, part, shell, text, topic } from '../manual/block.ts'

export const node = {
  ...topic(
    'node',
    'Node',
    text('While developing, start the program with `envhold run`, or write a file that Node reads itself:'),
    shell(
      `envhold pull --env production --dialect node --output .env.node --force
node --env-file=.env.node -p process.env.GREETING`,
      'Grüße, ada',
    ),
    part('node-fetch', 'Fetch at the start'),
    text('On a server, without a file and without the command line:'),
    file(
      'env.mjs',
      `
const response = await fetch('${origin}/api/v1/inject/7/production?format=json', {
  headers: { 'X-API-Key': process.env.ENVHOLD_API_KEY },
  signal: AbortSignal.timeout(10_000),
})
if (!response.ok) throw new Error(\`Envhold answered \${response.status}\`)
Object.assign(process.env, await response.json())`,
    ),
    file('server.mjs', 'console.log(process.env.GREETING)'),
    shell('node --import ./env.mjs server.mjs', 'Grüße, ada'),
    text(
      'Next.js and Vite read `.env.local` and expand `$`: use `--dialect next --output .env.local`. `envhold init` notices both.',
    ),
  ),
  alias: 'nodejs javascript typescript next.js vite dotenv',
}
