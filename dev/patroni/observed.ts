// What callers and the load balancer of a node see: calls sent at a fixed pace whatever becomes of the earlier ones, and
// the node's readiness.

import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Call, callOnce, isAcknowledged } from '../faults/call.ts'
import type { InjectTarget } from '../faults/inject-targets.ts'
import { readyStatus } from '../faults/wait-until.ts'

export interface Seen {
  /** The longest time without an acknowledged call. */
  readonly outageMs: number
  /** The longest time for which the node said that it is ready, and no call was acknowledged. */
  readonly wronglyReadyMs: number
  /** The longest time for which it said that it is not ready, since calls were acknowledged again. */
  readonly wronglyUnreadyMs: number
}

export interface ObservedNode {
  readonly calls: readonly Call[]
  /** What was seen since a moment of `performance.now()`. */
  since(moment: number): Seen
  stop(): Promise<void>
}

const callEveryMs = 60
const askEveryMs = 100
/** A pause of this length between acknowledged calls is an outage. */
const outageFromMs = 1_000

export interface Answer {
  readonly at: number
  readonly isReady: boolean
}

/** Judges the answers about readiness by when calls were acknowledged, both in order. */
export function judge(acknowledged: readonly number[], answers: readonly Answer[]): Seen {
  let [outageMs, wronglyReadyMs, wronglyUnreadyMs] = [0, 0, 0]
  for (const [n, end] of acknowledged.entries()) {
    const begin = acknowledged[n - 1] ?? end
    outageMs = Math.max(outageMs, end - begin)
    if (end - begin < outageFromMs) continue
    const during = answers.filter(({ at }) => at > begin && at < end)
    let readySince = begin
    for (const { at, isReady } of during) {
      if (isReady) wronglyReadyMs = Math.max(wronglyReadyMs, at - readySince)
      else readySince = at
    }
    if (during.at(-1)?.isReady !== false) continue
    const readyAgain = answers.find(({ at, isReady }) => at >= end && isReady)
    wronglyUnreadyMs = Math.max(wronglyUnreadyMs, (readyAgain?.at ?? Number.POSITIVE_INFINITY) - end)
  }
  return { outageMs, wronglyReadyMs, wronglyUnreadyMs }
}

/** Starts to call a node and to ask whether it is ready. */
export function observeNode(url: string, targets: readonly InjectTarget[]): ObservedNode {
  const agent = new Agent({ keepAlive: true })
  const calls: Call[] = []
  const answers: Answer[] = []
  const sent: Promise<unknown>[] = []
  let isStopping = false
  const call = async () => {
    for (let turn = 0; !isStopping; turn++) {
      const target = targets[turn % targets.length]
      if (!target) return
      sent.push(callOnce(url, target, agent).then((ended) => calls.push(ended)))
      await sleep(callEveryMs)
    }
  }
  const ask = async () => {
    while (!isStopping) {
      const isReady = (await readyStatus(url)) === 200
      answers.push({ at: performance.now(), isReady })
      await sleep(askEveryMs)
    }
  }
  const working = Promise.all([call(), ask()])
  return {
    calls,
    since: (moment) => {
      const acknowledged = calls.filter(isAcknowledged).map(({ sentAt, ms }) => sentAt + ms)
      return judge(
        acknowledged.filter((at) => at >= moment).sort((a, b) => a - b),
        answers.filter(({ at }) => at >= moment),
      )
    },
    stop: async () => {
      isStopping = true
      await working
      await Promise.all(sent)
      agent.destroy()
    },
  }
}
