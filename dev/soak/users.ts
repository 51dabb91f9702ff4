// What uses the server while it is watched: pipelines, people and an operator.

import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '@envhold/client/api-error.ts'
import type { Client } from '@envhold/client/client.ts'
import { login } from '@envhold/contract/accounts/accounts.ts'
import { listActivityLines } from '@envhold/contract/activity/activity-lines.ts'
import { listAuditEntries } from '@envhold/contract/operator/audit.ts'
import { readInstanceHealth } from '@envhold/contract/operator/instance-health.ts'
import { listUsers } from '@envhold/contract/operator/users.ts'
import { listProjects } from '@envhold/contract/projects/projects.ts'
import { readVariables, writeVariables } from '@envhold/contract/variables/variables.ts'
import { callOnce, isAcknowledged } from '../faults/call.ts'
import { clientOf } from '../faults/client-of.ts'
import { createFixture, type InjectTarget } from '../faults/inject-targets.ts'
import type { Person } from '../world/sign-up.ts'

const projects = 24
const pipelines = 8
const people = 4
const pauseMs = { pipeline: 60, person: 400, operator: 5_000, signIn: 120_000, failure: 200 }
/** The variables of an environment that are written in turn: it does not grow. */
const names = 50

/** The calls since it was last asked. */
export interface Counts {
  readonly read: () => { times: number[]; failures: string[] }
}

export interface Users extends Counts {
  /** Ends all calls. */
  readonly stop: () => Promise<void>
}

/** Signs up the operator, creates what is used, and starts to use it, at this URL over every restart. */
export async function startUsers(url: string): Promise<Users> {
  const { person, targets } = await createFixture(url, projects)
  const agent = new Agent({ keepAlive: true, maxSockets: pipelines })
  const client = clientOf(url, person)
  let [times, failures, isStopping]: [number[], string[], boolean] = [[], [], false]

  const timed = async (call: () => Promise<unknown>, pause: number) => {
    const started = performance.now()
    try {
      await call()
      times.push(performance.now() - started)
      await sleep(pause)
    } catch (error) {
      failures.push(error instanceof ApiError ? error.code : String(error))
      await sleep(pauseMs.failure)
    }
  }
  const repeat = async (steps: readonly (() => Promise<unknown>)[], pause: number) => {
    for (let turn = 0; !isStopping; turn++) await timed(steps[turn % steps.length] ?? nothing, pause)
  }
  const inject = async (target: InjectTarget) => {
    const call = await callOnce(url, target, agent)
    if (!isAcknowledged(call)) throw new Error(String(call.outcome))
  }
  let nextSignIn = Date.now()
  const signInAtTimes = async () => {
    if (Date.now() < nextSignIn) return
    nextSignIn = Date.now() + pauseMs.signIn
    await signIn(client, person)
  }

  const working = Promise.all([
    ...Array.from({ length: pipelines }, (_, index) =>
      repeat(
        targets.filter((_, at) => at % pipelines === index).map((target) => () => inject(target)),
        pauseMs.pipeline,
      ),
    ),
    ...targets.slice(0, people).map((target) => repeat(stepsOf(client, target), pauseMs.person)),
    repeat([...operatorSteps(client), signInAtTimes], pauseMs.operator),
  ])
  return {
    read: () => {
      const now = { times, failures }
      ;[times, failures] = [[], []]
      return now
    },
    stop: async () => {
      isStopping = true
      await working
      agent.destroy()
    },
  }
}

const nothing = async () => {}

const signIn = (client: Client, { email, password }: Person) =>
  client.call(login, { body: { email, password } })

function stepsOf(client: Client, { environmentId }: InjectTarget) {
  const params = { id: environmentId }
  let turn = 0
  const write = () => {
    const variables = { [`VARIABLE_${turn++ % names}`]: `value ${turn}` }
    return client.call(writeVariables, { params, body: { variables, mode: 'merge' } })
  }
  return [
    write,
    () => client.call(readVariables, { params }),
    () => client.call(listProjects, {}),
    () => client.call(listActivityLines, { query: {} }),
  ]
}

const operatorSteps = (client: Client) => [
  () => client.call(listUsers, { query: {} }),
  () => client.call(listAuditEntries, { query: { log: 'activity' } }),
  () => client.call(readInstanceHealth, {}),
]
