// Load on one or several nodes, of which every outcome is known: calls of inject, and writes of variables.

import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { writeVariables } from '@envhold/contract/variables/variables.ts'
import type { Person } from '../world/sign-up.ts'
import { type Call, callOnce, isAcknowledged } from './call.ts'
import { clientOf } from './client-of.ts'
import type { InjectTarget } from './inject-targets.ts'

export interface Load {
  readonly calls: readonly Call[]
  /** Ends the load and waits for the calls under way. */
  stop(): Promise<readonly Call[]>
}

export interface LoadToStart {
  /** Without `/api`. Each worker stays with one of them. */
  readonly urls: readonly string[]
  /** Called in turn. */
  readonly targets: readonly InjectTarget[]
  readonly workers: number
  /** How long a worker waits after an answer; without it, a machine has no time for what the test is about. */
  readonly pauseMs?: number
}

const pauseAfterFailureMs = 20
const usualPauseMs = 30

/** Starts calling, without any retry. */
export function startLoad({ urls, targets, workers, pauseMs = usualPauseMs }: LoadToStart): Load {
  const agent = new Agent({ keepAlive: true, maxSockets: workers })
  const calls: Call[] = []
  let turn = 0
  let isStopping = false
  const work = async (url: string) => {
    while (!isStopping) {
      const target = targets[turn++ % targets.length]
      if (!target) return
      const call = await callOnce(url, target, agent)
      calls.push(call)
      await sleep(isAcknowledged(call) ? pauseMs : pauseAfterFailureMs)
    }
  }
  const working = Promise.all(
    Array.from({ length: workers }, (_, index) => work(urls[index % urls.length] ?? '')),
  )
  return {
    calls,
    stop: async () => {
      isStopping = true
      await working
      agent.destroy()
      return calls
    },
  }
}

interface Write {
  readonly name: string
  readonly value: string
  readonly requestId: string
}

export interface Writes {
  readonly environmentId: number
  readonly acknowledged: readonly Write[]
  /** What the other writes failed with. */
  readonly failures: readonly string[]
  stop(): Promise<void>
}

const pauseBetweenWritesMs = 50

/** Starts to add one variable after the other to an environment. */
export function startWrites(url: string, person: Person, environmentId: number, prefix = 'WRITE'): Writes {
  const client = clientOf(url, person)
  const acknowledged: Write[] = []
  const failures: string[] = []
  let isStopping = false
  const work = async () => {
    for (let n = 1; !isStopping; n++) {
      const [name, value] = [`${prefix}_${n}`, `value ${n}`]
      try {
        const body = { variables: { [name]: value }, mode: 'merge' as const }
        const { headers } = await client.ask(writeVariables, { params: { id: environmentId }, body })
        acknowledged.push({ name, value, requestId: headers.get('x-request-id') ?? '' })
      } catch (error) {
        failures.push(String(error))
      }
      await sleep(pauseBetweenWritesMs)
    }
  }
  const working = work()
  return {
    environmentId,
    acknowledged,
    failures,
    stop: async () => {
      isStopping = true
      await working
    },
  }
}

export interface Repeated {
  /** How often it succeeded. */
  readonly done: () => number
  readonly failures: readonly string[]
  stop(): Promise<void>
}

/** Does something again and again. */
export function startRepeating(work: () => Promise<unknown>, pauseMs: number): Repeated {
  const failures: string[] = []
  let [done, isStopping] = [0, false]
  const repeat = async () => {
    while (!isStopping) {
      await work().then(
        () => done++,
        (error: unknown) => failures.push(String(error)),
      )
      await sleep(pauseMs)
    }
  }
  const working = repeat()
  return {
    done: () => done,
    failures,
    stop: async () => {
      isStopping = true
      await working
    },
  }
}
