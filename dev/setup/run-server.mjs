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

/** Runs the server in place of this process. */
export async function runServer(node, args) {
  const { nodeArgs, env } = serverMemory()
  await runPinnedNode(node, [...nodeArgs, ...args], env)
}
