// `npm run dev`: the server on a fresh, seeded database, restarted when its code changes, and Vite's server in front
// of it, which updates the open page when the web app changes.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { colleague, demo, seed } from './seed.ts'
import { startServer } from './start-server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const page = 'http://localhost:4681'

const server = await startServer({
  engine: 'sqlite',
  // Vite's server forwards API calls to this port.
  settings: { PORT: '4680', PUBLIC_URL: page, LOG_LEVEL: 'debug', SMTP_URL: '' },
  nodeArgs: ['--watch', '--watch-preserve-output'],
  onOutput: (text) => process.stderr.write(text),
})
const { apiKey, token, projectId } = await seed(server)
const vite = spawn(process.execPath, ['node_modules/vite/bin/vite.js', 'apps/web', '--strictPort'], {
  cwd: root,
  stdio: ['ignore', 'inherit', 'inherit'],
})

console.log(`
  Envhold for development is at ${page}

  E-mail           ${demo.email}
  Password         ${demo.password}
  Master password  ${demo.masterPassword}

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
  await server.stop()
  process.exit(exitCode)
}
process.on('SIGINT', () => stop(0))
process.on('SIGTERM', () => stop(0))
vite.on('exit', (code) => stop(code ?? 1))
