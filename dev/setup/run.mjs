// The entry of every npm script. Any Node from 20 runs this file and those beside it, with nothing installed: they
// install what is missing, build what is stale, and start the pinned Node, which runs the TypeScript.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { root } from './root.mjs'
import { runPinnedNode } from './run-pinned-node.mjs'
import { runServer } from './run-server.mjs'
import { findRuntime } from './runtime.mjs'

const tasks = {
  start: { file: 'apps/server/src/main.ts', builds: ['web', 'cli'], run: runServer },
  test: { file: 'dev/setup/test.ts', builds: ['web', 'cli'] },
  dev: { file: 'dev/world/dev.ts', builds: ['cli'] },
  bench: { file: 'dev/bench/bench.ts', builds: ['web', 'cli'] },
  build: { builds: ['web', 'cli'] },
  check: { file: 'dev/checks/check.ts' },
  fix: { file: 'dev/checks/fix.ts' },
  verify: { file: 'apps/server/src/verify.ts' },
  payments: { file: 'apps/server/src/payments-tool.ts' },
  'sign-in-provider': { file: 'apps/server/src/sign-in-provider-tool.ts' },
  operator: { file: 'apps/server/src/operator-tool.ts' },
  'server-secret': { file: 'apps/server/src/server-secret-tool.ts' },
  backup: { file: 'apps/server/src/backup-tool.ts' },
  move: { file: 'apps/server/src/move-tool.ts' },
  'audit:verify': { file: 'apps/server/src/audit-verify.ts' },
  'audit:rollups': { file: 'apps/server/src/audit-rollups.ts' },
}

const [name, ...args] = process.argv.slice(2)
const task = tasks[name]
if (!task) {
  console.error(`Name a task: ${Object.keys(tasks).join(', ')}`)
  process.exit(64)
}

try {
  await install()
  const node = findRuntime()
  await build(task.builds ?? [], node)
  if (task.file && !existsSync(join(root, task.file))) throw new Error(`There is no ${task.file} yet.`)
  const run = task.run ?? runPinnedNode
  if (task.file) await run(node, [task.file, ...args])
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
