import { mayOpenBrowser, openFirstPage } from './first-page.mjs'
import { runPinnedNode } from './run-pinned-node.mjs'

const semiSpace = '--max-semi-space-size'

/**
 * How Node runs the server with less memory (docs/decisions/0083-memory-of-the-server.md). Values that an operator has
 * set win.
 */
export const serverMemory = (set = process.env) => ({
  // Arguments win over NODE_OPTIONS, so there are none if those name the same.
  nodeArgs: set.NODE_OPTIONS?.includes(semiSpace) ? [] : [`${semiSpace}=4`],
  env: { MALLOC_ARENA_MAX: set.MALLOC_ARENA_MAX ?? '1' },
})

const noOpen = '--no-open'

/** Runs the server in place of this process, and opens its first page unless `--no-open` is among its arguments. */
export async function runServer(node, args) {
  const { nodeArgs, env } = serverMemory()
  const onMessage = mayOpenBrowser() && !args.includes(noOpen) ? openFirstPage : undefined
  const own = args.filter((word) => word !== noOpen)
  await runPinnedNode(node, [...nodeArgs, ...own], env, onMessage)
}
