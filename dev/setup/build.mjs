import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fingerprint } from './fingerprint.mjs'
import { follow } from './follow.mjs'
import { root } from './root.mjs'
import { pinnedEnvironment } from './run-pinned-node.mjs'

const bundles = {
  server: {
    what: 'Building the server',
    entry: 'apps/server/src/main.ts',
    result: 'build/envhold-server/server/main.js',
    inputs: [
      'apps/server',
      'docs',
      'packages/command',
      'packages/contract',
      'packages/formats',
      'packages/integrity',
      'packages/vault',
      'package-lock.json',
    ],
    command: ['apps/server/build.ts'],
  },
  web: {
    what: 'Building the web app',
    entry: 'apps/web/index.html',
    result: 'build/envhold-server/web/index.html',
    inputs: [
      'apps/web',
      // The manual describes its commands.
      'apps/cli/src',
      'docs/manual',
      'packages/client',
      'packages/command',
      'packages/contract',
      'packages/formats',
      'package-lock.json',
    ],
    command: ['node_modules/vite/bin/vite.js', 'build', 'apps/web', '--logLevel', 'warn'],
  },
  cli: {
    what: 'Building the command line',
    entry: 'apps/cli/src/main.ts',
    result: 'build/envhold-server/cli/envhold.tgz',
    inputs: [
      'apps/cli',
      'packages/client',
      'packages/command',
      'packages/contract',
      'packages/formats',
      'dev/setup/build-cli.ts',
      'package-lock.json',
    ],
    command: ['dev/setup/build-cli.ts'],
  },
}

/** Builds the named bundles whose inputs have changed since the last build. */
export async function build(names, node) {
  const outcomes = await Promise.allSettled(names.map((name) => buildOne(name, bundles[name], node)))
  const failed = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failed) throw failed.reason
}

async function buildOne(name, { what, entry, result, inputs, command }, node) {
  if (!existsSync(join(root, entry))) {
    console.error(`${what}: there is no ${entry} yet`)
    return
  }
  const stamp = join(root, 'node_modules', '.cache', 'envhold', `${name}.built`)
  const now = fingerprint(inputs)
  const last = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined
  if (last === now && existsSync(join(root, result))) return
  const options = { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env: pinnedEnvironment(node) }
  await follow(what, spawn(node, command, options))
  mkdirSync(join(stamp, '..'), { recursive: true })
  writeFileSync(stamp, now)
}
