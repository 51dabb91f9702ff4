// `npm run dev`: the server on a fresh, seeded database, restarted when its code changes, and Vite's server in front
// of it, which updates the open page when the web app changes.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { loadServerSecrets } from '../../apps/server/src/config/server-secret.ts'
import { connect } from '../../apps/server/src/db/connect.ts'
import { connectFakes, fakeIds, startFakes, urlsOf } from './payments/every-fake.ts'
import { colleague, demo, seed } from './seed.ts'
import { startServer } from './start-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = 'http://localhost:4681'

/** Real time: what happens at a provider is played on its own pages. */
const fakes = await startFakes(fakeIds, { now: Date.now, advance: () => {} })

const prepared = await startServer({
  engine: 'sqlite',
  // Vite's server forwards API calls to this port.
  settings: {
    PORT: '4680',
    PUBLIC_URL: page,
    LOG_LEVEL: 'debug',
    SMTP_URL: '',
    PAYMENT_PROVIDER_URLS: urlsOf(fakes),
  },
  file: fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url)),
  nodeArgs: ['--watch', '--watch-preserve-output'],
  onOutput: (text) => process.stderr.write(text),
})
// A SQLite folder belongs to one process, so the server pauses while the providers are set up.
await prepared.end()
const { dataDir, url } = prepared
const secrets = await loadServerSecrets({ dataDir, serverSecret: undefined })
const database = connect({ databaseUrl: undefined, dataDir })
await connectFakes({ db: database.db, engine: 'sqlite', secrets, clock: Date.now }, fakes, url)
await database.close()
const server = await prepared.startAgain()
const { apiKey, token, projectId } = await seed(server)

const deliveries = setInterval(() => {
  for (const { webhooks } of fakes.values()) void webhooks.deliver()
}, 500)

const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'apps/web', '--strictPort'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
})

console.log(`
  Envhold for development is at ${page}

  E-mail           ${demo.email}
  Password         ${demo.password}
  Master password  ${demo.masterPassword}

  Payments go to fakes of Stripe, Dodo Payments, Lemon Squeezy and Polar, or to the sandbox: no money is taken.

  ${colleague.email}, with the same passwords, shares the first environment.

  curl -H 'X-API-Key: ${apiKey}' ${server.url}/api/v1/inject/${projectId}/development
  ENVHOLD_SERVER=${server.url} ENVHOLD_TOKEN=${token} node_modules/.bin/envhold projects

  Everything in it goes away with this process.
`)

let stopping = false
const stop = async (exitCode: number) => {
  if (stopping) return
  stopping = true
  vite.kill()
  clearInterval(deliveries)
  for (const fake of fakes.values()) await fake.server.stop()
  await server.stop()
  process.exit(exitCode)
}
process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))
vite.on('exit', (code) => stop(code ?? 1))
