import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { inheritedEnvironment } from './inherited-environment.ts'
import type { Instance } from './instance-here.ts'
import type { Answered, Calls, HostRequest } from './instance-host.ts'
import { personOf, type SignUp } from './sign-up.ts'

/** A process in which instances run, one at a time. */
export interface InstanceHost {
  readonly start: (settings: Readonly<Record<string, string>>) => Promise<HostedInstance>
  readonly end: () => void
}

export type HostedInstance = Omit<Instance, 'output'> & { readonly output: () => Promise<string> }

const file = fileURLToPath(new URL('./instance-host.ts', import.meta.url))

export function startInstanceHost(): InstanceHost {
  const child = fork(file, {
    env: {
      ...inheritedEnvironment,
      TMPDIR: process.env.TMPDIR,
      ENVHOLD_PROFILE: process.env.ENVHOLD_PROFILE,
    },
    execArgv: [],
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  child.on('message', (answered: Answered) => {
    const request = waiting.get(answered.id)
    waiting.delete(answered.id)
    if ('error' in answered) request?.reject(new Error(answered.error))
    else request?.resolve(answered.result)
  })
  child.once('exit', (code) => {
    for (const request of waiting.values())
      request.reject(new Error(`The host of instances ended with ${code}`))
  })
  let count = 0
  const ask = <Name extends keyof Calls>(name: Name, input: Calls[Name]['given']) => {
    const answer = Promise.withResolvers<unknown>()
    const message: HostRequest = { id: ++count, name, given: input }
    waiting.set(message.id, answer)
    child.send(message)
    return answer.promise as Promise<Calls[Name]['result']>
  }
  return {
    start: async (settings) => {
      const started = await ask('start', settings)
      return {
        ...started,
        addPerson: async (options: SignUp = {}) => personOf(started.url, await ask('addPerson', options)),
        output: () => ask('output', null),
        stop: async () => void (await ask('stop', null)),
      }
    },
    end: () => child.disconnect(),
  }
}
