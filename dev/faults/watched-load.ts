import type { StartedServer } from '../world/start-server.ts'
import { type Call, isAcknowledged } from './call.ts'
import { findLosses } from './find-losses.ts'
import { createFixture, type Fixture } from './inject-targets.ts'
import { startLoad, startWrites } from './load.ts'
import { readyStatus, waitUntil } from './wait-until.ts'

/** Calls and writes on nodes while something breaks. */
export interface WatchedLoad {
  readonly fixture: Fixture
  /** How many calls are acknowledged so far. */
  answered(): number
  /** The calls so far that were not acknowledged. */
  failed(): readonly Call[]
  /** Waits until more calls are acknowledged. */
  moreCalls(): Promise<void>
  /** Waits until more calls and writes are acknowledged. */
  moreAnswers(): Promise<void>
  /** Waits until every node's readiness has this status. */
  everyNode(status: 200 | 503): Promise<void>
  /** Ends calls and writes. */
  stop(): Promise<void>
  /** Ends them, and compares all that was acknowledged with what is stored. */
  findLosses(): Promise<string[]>
}

interface LoadOf {
  readonly projects?: number
  readonly workers?: number
}

/** Starts a load on new projects of new nodes, and waits for its first answers. */
export async function startWatchedLoad(
  nodes: () => readonly StartedServer[],
  { projects = 4, workers = 12 }: LoadOf = {},
): Promise<WatchedLoad> {
  const [first] = nodes()
  if (!first) throw new Error('There is no node')
  const fixture = await createFixture(first.url, projects)
  const { person, targets } = fixture
  const load = startLoad({ urls: nodes().map(({ url }) => url), targets, workers })
  const writes = startWrites(first.url, person, targets[0]?.environmentId ?? 0)
  const stop = async () => {
    await load.stop()
    await writes.stop()
  }
  const answered = () => load.calls.filter(isAcknowledged).length
  const moreCalls = async () => {
    const before = answered()
    await waitUntil('calls are answered', () => answered() > before + 100)
  }
  const moreWrites = async () => {
    const before = writes.acknowledged.length
    await waitUntil('writes are answered', () => writes.acknowledged.length > before + 3)
  }
  const moreAnswers = async () => {
    await Promise.all([moreCalls(), moreWrites()])
  }
  await moreAnswers()
  return {
    fixture,
    answered,
    failed: () => load.calls.filter((call) => !isAcknowledged(call)),
    moreCalls,
    moreAnswers,
    everyNode: (status) =>
      waitUntil(`every node answers ${status}`, async () =>
        (await Promise.all(nodes().map(({ url }) => readyStatus(url)))).every(
          (readyStatus) => readyStatus === status,
        ),
      ),
    stop,
    findLosses: async () => {
      await stop()
      const [node] = nodes()
      if (!node) throw new Error('There is no node')
      return findLosses(node, { calls: load.calls, writes: [writes], person })
    },
  }
}
