import { PaymentError } from '../payment-error.ts'
import type { ProviderSettings } from '../provider.ts'

/** Whether a key is of test mode; undefined where its prefix does not say. */
function isTestKey(apiKey: string): boolean | undefined {
  const mode = /^[a-z]{2}_(test|live)_/.exec(apiKey)?.[1]
  return mode === undefined ? undefined : mode === 'test'
}

export const isKeyOfOtherMode = ({ apiKey, testMode }: ProviderSettings): boolean =>
  (isTestKey(apiKey) ?? testMode) !== testMode

/** @throws PaymentError misconfigured, for an answer of the other mode */
export function requireMode(livemode: boolean, { testMode }: ProviderSettings): void {
  if (livemode === testMode) throw new PaymentError('misconfigured', 'stripe')
}
