import { UsageError } from '@envhold/command/user-error.ts'
import { billingIntervals, type ProviderId, providerIds } from '@envhold/contract/billing/payments.ts'
import { transact } from '../../features/audit-log/tx.ts'
import { flagSettings, textSettings } from '../../payments/settings/payment-settings.ts'
import { openForVerifying } from '../../verify/open-for-verifying.ts'
import { actor, type Command, command, type Group, type PrintLine } from '../command.ts'
import { openForChanging } from '../open-for-changing.ts'
import { readValue } from '../read-value.ts'
import { type Change, changeSettings } from './change-settings.ts'
import { showSettings } from './show-settings.ts'
import { testProvider } from './test-provider.ts'

const oneOf = <T extends string>(allowed: readonly T[], value: string | undefined, what: string): T => {
  const choice = allowed.find((candidate) => candidate === value)
  if (choice === undefined) throw new UsageError(`${what} must be one of: ${allowed.join(', ')}`)
  return choice
}

const providerOf = (value: string | undefined) => oneOf(providerIds, value, 'PROVIDER')
const isOn = (value: string | undefined) => oneOf(['on', 'off'], value, 'The value') === 'on'

type Operands = readonly string[]

interface ChangeForm {
  /** As typed after `payments`. */
  readonly name: string
  readonly summary: string
  readonly operands: string
  readonly read: (operands: Operands) => Change
}

/** A command that changes the settings, and says what it changed. */
const changing = ({ name, summary, operands, read }: ChangeForm): Command =>
  command({
    name: `payments ${name}`,
    summary,
    operands,
    run: async ({ operands: words, info }) => await change(read(words), info),
  })

async function change(request: Change, info: PrintLine): Promise<number> {
  info(await openForChanging((ctx) => transact(ctx, actor, (tx) => changeSettings(tx, request))))
  return 0
}

const ofProvider = (name: 'activate' | 'deactivate' | 'default', summary: string) =>
  changing({
    name,
    summary,
    operands: 'PROVIDER',
    read: ([value]) => ({ name, provider: providerOf(value) }),
  })

const set = command({
  name: 'payments set',
  summary: 'Set a setting of a provider',
  operands: 'PROVIDER SETTING [on|off]',
  options: { remove: { type: 'boolean', help: 'Remove the value of the setting' } },
  details: `SETTING is one of: ${textSettings.join(', ')}. Their value is read from standard input, or asked for without echo. Or it is one of: ${flagSettings.join(', ')}, which are on or off.`,
  examples: [
    ['envhold-server payments set stripe apiKey', 'Ask for the key'],
    ['envhold-server payments set stripe apiKey --remove', 'Remove the key'],
    ['envhold-server payments set stripe automaticTax on', 'Switch it on'],
  ],
  async run({ operands: [id, setting, value], options: { remove }, info }) {
    const provider = providerOf(id)
    const flag = flagSettings.find((name) => name === setting)
    if (flag && remove) throw new UsageError(`${flag} is on or off. Switch it off instead of removing it.`)
    if (flag) return await change({ name: 'set-flag', provider, setting: flag, on: isOn(value) }, info)
    const text = oneOf(textSettings, setting, 'SETTING')
    // Arguments are visible to other users of the machine and stay in the shell's history. The value is not repeated here.
    if (value !== undefined)
      throw new UsageError(
        `Pass the value of ${text} on standard input, not as an argument. If it was a secret, create a new one.`,
      )
    const typed = remove ? '' : await readValue(`${text} of ${provider}: `)
    if (typed === '' && !remove)
      throw new UsageError(`No value was read, so ${text} of ${provider} stays. To remove it, add --remove.`)
    return await change({ name: 'set-text', provider, setting: text, value: typed }, info)
  },
})

const show = command({
  name: 'payments show',
  summary: 'Show all settings; secrets by their last four characters',
  async run({ info }) {
    for (const line of await openForVerifying(showSettings)) info(line)
    return 0
  },
})

const test = command({
  name: 'payments test',
  summary: 'Try the connection to a provider; exit code 0 or 1',
  operands: 'PROVIDER',
  async run({ operands: [id], info }) {
    const provider = providerOf(id)
    const { success, message } = await openForVerifying((opened) => testProvider(opened, provider))
    info(message)
    return success ? 0 : 1
  },
})

const fallbackOf = (value: string | undefined): ProviderId | 'off' =>
  value === 'off' ? value : providerOf(value)

export const payments: Group = {
  name: 'payments',
  summary: 'Show and change the settings of payments',
  commands: [
    show,
    set,
    ofProvider('activate', 'Let customers choose a provider'),
    ofProvider('deactivate', 'Let customers choose it no longer'),
    ofProvider('default', 'Name the provider that is used unless another is chosen'),
    changing({
      name: 'fallback',
      summary: 'Name the provider that is used while the default one does not answer',
      operands: 'PROVIDER|off',
      read: ([value]) => ({ name: 'fallback', provider: fallbackOf(value) }),
    }),
    changing({
      name: 'test-mode',
      summary: 'Switch test mode on or off; off: payments are real',
      operands: 'on|off',
      read: ([value]) => ({ name: 'test-mode', on: isOn(value) }),
    }),
    changing({
      name: 'price',
      summary: 'Set the provider’s own id of a plan’s price',
      operands: `PLAN ${billingIntervals.join('|')} PROVIDER PRICE_REF`,
      read: ([plan = '', interval, provider, priceRef = '']) => {
        if (!/^[\x21-\x7e]{1,200}$/.test(priceRef)) throw new UsageError('PRICE_REF is missing')
        return {
          name: 'price',
          plan,
          interval: oneOf(billingIntervals, interval, 'The interval'),
          provider: providerOf(provider),
          priceRef,
        }
      },
    }),
    test,
  ],
  details: `PROVIDER is one of: ${providerIds.join(', ')}. With SQLite, stop the server before a change.`,
}
