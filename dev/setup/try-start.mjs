// Starts Envhold with `npm start`, opens the page, signs up, and stops it again. bare-machine.sh runs this.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './root.mjs'

const data = mkdtempSync(join(tmpdir(), 'envhold-try-start-'))
const env = { ...process.env, PORT: '0', DATA_DIR: data }
const server = spawn('npm', ['start'], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
const exited = once(server, 'exit')

let url
try {
  url = await waitUntilReady()
  const page = await fetch(url)
  expectStatus('The page', page, 200)
  const signUp = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@example.com', password: 'correct horse battery staple' }),
  })
  expectStatus('The sign-up', signUp, 201)
} finally {
  server.kill()
  await exited
  // npm ends before the server that it started.
  await stopped()
  rmSync(data, { recursive: true })
}

async function stopped() {
  while (
    url &&
    (await fetch(url).then(
      () => true,
      () => false,
    ))
  )
    await sleep(100)
  await sleep(500)
}

async function waitUntilReady() {
  for await (const line of createInterface(server.stdout)) {
    console.log(line)
    const url = /^Envhold is ready at (\S+)/.exec(line)?.[1]
    if (url) return url
  }
  throw new Error('npm start ended before it was ready.')
}

function expectStatus(what, { status }, expected) {
  if (status !== expected) throw new Error(`${what} answered ${status} instead of ${expected}.`)
  console.log(`${what} answered ${status}.`)
}
