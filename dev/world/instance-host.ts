// A process that runs one instance after the other for journeys: to start a process for each takes longer than most
// of them. Whoever started it talks to it by messages (instance-in-host.ts).

import { type Instance, instanceHere } from './instance-here.ts'
import { rememberSharedSalt } from './shared-salt.ts'
import type { Person, SignUp } from './sign-up.ts'

type Settings = Readonly<Record<string, string>>

/** What an instance is asked, by the name of the call. */
export interface Calls {
  readonly start: {
    readonly given: Settings
    readonly result: Pick<Instance, 'url' | 'dataDir' | 'settings'>
  }
  readonly addPerson: { readonly given: SignUp; readonly result: Omit<Person, 'client' | 'lockedClient'> }
  readonly output: { readonly given: null; readonly result: string }
  readonly stop: { readonly given: null; readonly result: null }
}

export interface HostRequest<Name extends keyof Calls = keyof Calls> {
  readonly id: number
  readonly name: Name
  readonly given: Calls[Name]['given']
}

export type Answered =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string }

rememberSharedSalt()
let instance: Instance | undefined

function running(): Instance {
  if (!instance) throw new Error('No instance runs')
  return instance
}

const calls: { [Name in keyof Calls]: (input: Calls[Name]['given']) => Promise<Calls[Name]['result']> } = {
  start: async (settings) => {
    instance = await instanceHere(settings)
    return { url: instance.url, dataDir: instance.dataDir, settings: instance.settings }
  },
  addPerson: async (options) => {
    const { client: _, lockedClient: __, ...known } = await running().addPerson(options)
    return known
  },
  output: async () => running().output(),
  stop: async () => {
    await running().stop()
    return null
  },
}

const answer = (message: Answered) => void process.send?.(message)

process.on('message', (request: HostRequest) => {
  const call = calls[request.name] as (input: unknown) => Promise<unknown>
  call(request.given).then(
    (result) => answer({ id: request.id, result }),
    (error: unknown) =>
      answer({ id: request.id, error: String(error instanceof Error ? error.stack : error) }),
  )
})
process.once('disconnect', () => process.exit())
