import {
  type BillingInterval,
  billingIntervals,
  type ProviderId,
  providerIds,
} from '@envhold/contract/billing/payments.ts'
import { flagSettings, textSettings } from '../payments/settings/payment-settings.ts'
import { UsageError } from '../verify/read-heads.ts'

export type Command =
  | { readonly name: 'help' | 'show' }
  | { readonly name: 'test' | 'activate' | 'deactivate' | 'default'; readonly provider: ProviderId }
  | { readonly name: 'fallback'; readonly provider: ProviderId | 'off' }
  | { readonly name: 'test-mode'; readonly on: boolean }
  | {
      readonly name: 'set-text'
      readonly provider: ProviderId
      readonly setting: (typeof textSettings)[number]
    }
  | {
      readonly name: 'set-flag'
      readonly provider: ProviderId
      readonly setting: (typeof flagSettings)[number]
      readonly on: boolean
    }
  | {
      readonly name: 'price'
      readonly plan: string
      readonly interval: BillingInterval
      readonly provider: ProviderId
      readonly priceRef: string
    }

export const usage = `Usage: npm run payments -- COMMAND

  show                                           all settings; secrets by their last four characters
  set PROVIDER apiKey|webhookSecret|storeId|organizationId
                                                 the value is read from standard input, or asked for without echo
  set PROVIDER managedPayments|automaticTax on|off
  activate PROVIDER, deactivate PROVIDER         whether customers can choose it
  default PROVIDER                               the one that is used unless another is chosen
  fallback PROVIDER|off                          the one that is used while the default one does not answer
  test-mode on|off                               off: payments are real
  price PLAN monthly|yearly PROVIDER PRICE_REF   the provider's own id of a plan's price
  test PROVIDER                                  try the connection; exit code 0 or 1

PROVIDER is one of: ${providerIds.join(', ')}`

const oneOf = <T extends string>(allowed: readonly T[], given: string | undefined, what: string): T => {
  const found = allowed.find((one) => one === given)
  if (found === undefined) throw new UsageError(`${what} must be one of: ${allowed.join(', ')}\n\n${usage}`)
  return found
}

const providerOf = (given: string | undefined) => oneOf(providerIds, given, 'PROVIDER')
const isOn = (given: string | undefined) => oneOf(['on', 'off'], given, 'The value') === 'on'

function parseSet([id, setting, value, ...rest]: readonly string[]): Command {
  const provider = providerOf(id)
  const flag = flagSettings.find((name) => name === setting)
  if (flag && rest.length === 0) return { name: 'set-flag', provider, setting: flag, on: isOn(value) }
  const text = oneOf(textSettings, setting, 'The setting')
  // Arguments are visible to other users of the machine and stay in the shell's history. The value is not repeated here.
  if (value !== undefined)
    throw new UsageError(
      `Pass the value of ${text} on standard input, not as an argument. If it was a secret, create a new one.`,
    )
  return { name: 'set-text', provider, setting: text }
}

function parsePrice([plan = '', interval, provider, priceRef = '']: readonly string[]): Command {
  if (!/^[\x21-\x7e]{1,200}$/.test(priceRef)) throw new UsageError(`PRICE_REF is missing\n\n${usage}`)
  return {
    name: 'price',
    plan,
    interval: oneOf(billingIntervals, interval, 'The interval'),
    provider: providerOf(provider),
    priceRef,
  }
}

const numbers: Readonly<Record<string, number>> = { show: 0, help: 0, price: 4 }

/** @throws UsageError */
export function parseCommand(args: readonly string[]): Command {
  const [name = 'help', ...rest] = args
  if (['help', '--help', '-h'].includes(name)) return { name: 'help' }
  if (name === 'set') return parseSet(rest)
  if (rest.length !== (numbers[name] ?? 1)) throw new UsageError(usage)
  const [first] = rest
  switch (name) {
    case 'show':
      return { name }
    case 'test':
    case 'activate':
    case 'deactivate':
    case 'default':
      return { name, provider: providerOf(first) }
    case 'fallback':
      return { name, provider: first === 'off' ? first : providerOf(first) }
    case 'test-mode':
      return { name, on: isOn(first) }
    case 'price':
      return parsePrice(rest)
    default:
      throw new UsageError(usage)
  }
}
