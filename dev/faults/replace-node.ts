import { expect } from 'vitest'
import type { StartedServer } from '../world/start-server.ts'
import { callOnce } from './call.ts'
import type { Fixture } from './inject-targets.ts'
import { readyStatus, waitUntil } from './wait-until.ts'

/** Ends a node as an upgrade does, and starts it, or another version, in its place. */
export async function replaceNode(
  node: StartedServer,
  { targets: [target] }: Fixture,
  start: () => Promise<StartedServer>,
): Promise<StartedServer> {
  if (!target) throw new Error('There is nothing to call')
  const ended = node.end()
  await waitUntil('the node is about to stop', async () => (await readyStatus(node.url)) === 503)
  expect((await callOnce(node.url, target)).outcome, 'it still serves').toBe(200)
  expect(await ended).toBe(0)
  const started = await start()
  await waitUntil('the node is ready', async () => (await readyStatus(started.url)) === 200)
  return started
}
