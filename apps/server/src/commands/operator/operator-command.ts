import type { CommandForm, Draft, Options, OptionValues } from '@envhold/command/command.ts'
import type { Context } from '../../context.ts'
import { type Call, type Command, command } from '../command.ts'
import { openBesideServer } from '../open-for-changing.ts'

/** What a command did: for people, and for programs. */
export interface Outcome {
  readonly text: string
  readonly json: object
}

const jsonOption = { json: { type: 'boolean', help: 'Print one JSON object' } } as const
type WithJson<O extends Options> = O & typeof jsonOption

interface OperatorForm<O extends Options> extends Draft<CommandForm<O>> {
  /**
   * Reads the words before the database is opened.
   * @returns what to do then @throws UsageError
   */
  readonly plan: (call: Call<WithJson<O>>) => (ctx: Context) => Promise<Outcome>
}

/** A command on the accounts or the settings of the instance. It works beside a running server. */
export const operatorCommand = <const O extends Options = Record<never, never>>({
  name,
  plan,
  options,
  ...form
}: OperatorForm<O>): Command<WithJson<O>> =>
  command<WithJson<O>>({
    ...form,
    name: `operator ${name}`,
    options: { ...options, ...jsonOption } as WithJson<O>,
    async run(call) {
      const work = plan(call)
      const { text, json } = await openBesideServer(work)
      const { json: isJson } = call.options as OptionValues<typeof jsonOption>
      call.info(isJson ? JSON.stringify(json) : text)
      return 0
    },
  })
