// Both npm packages, run by npx in an empty folder by someone who has never used npm.

import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findProgram } from '../faults/find-program.ts'
import { builtFolder, packNpm } from './pack.ts'
import { readFirstKey, setUpFirstKey } from './use-instance.ts'

const run = promisify(execFile)

test.skipIf(!findProgram('npx'))('npx runs server and command line, without a registry', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'envhold-npx-'))
  const at = (name: string) => join(folder, name)
  const npx = (file: string) => ['--yes', '--package', at(file), '--']
  await mkdir(at('bin'))
  await symlink(process.execPath, at('bin/node'))
  await writeFile(at('server.tgz'), (await packNpm({ version: '1.0.0', time: new Date(0) })).bytes)
  await copyFile(join(builtFolder, 'cli/envhold.tgz'), at('command-line.tgz'))
  const home = async (name: string) => {
    await mkdir(at(name))
    const env = { HOME: at(name), PATH: `${at('bin')}:${process.env.PATH}`, npm_config_offline: 'true' }
    return { cwd: at(name), env }
  }

  const { cwd, env } = await home('of-server')
  const server = spawn('npx', [...npx('server.tgz'), 'envhold-server', 'serve'], {
    cwd,
    env: { ...env, PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(server, 'exit')
  try {
    let url = ''
    for await (const line of createInterface(server.stdout)) {
      url = /Envhold is ready at (\S+?)\/?$/.exec(line)?.[1] ?? ''
      if (url) break
    }
    server.stdout.resume()
    url = url.replace('localhost', '127.0.0.1')
    const key = await setUpFirstKey(url)
    await readFirstKey(url, key)

    const { cwd: empty, env: own } = await home('of-command-line')
    const words = ['envhold', 'run', '--env', 'production', '--', 'node', '-p', 'process.env.HELLO']
    const { stdout } = await run('npx', [...npx('command-line.tgz'), ...words], {
      cwd: empty,
      env: { ...own, ENVHOLD_SERVER: url, ENVHOLD_TOKEN: key.apiKey },
    })
    expect(stdout).toBe('wörld\n')
  } finally {
    // npx does not pass the signal on.
    if (server.pid) process.kill(-server.pid, 'SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
})
