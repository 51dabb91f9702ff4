import { secretMask } from '@envhold/contract/operator/payment-settings.ts'

/** The last characters of a shorter secret would be too much of it. */
const minLength = 12

/** What operators see of a secret: enough to tell it from another one. Nothing for one that is not set. */
export const maskSecret = (secret: string): string => {
  if (secret === '') return ''
  return secret.length >= minLength ? secretMask + secret.slice(-4) : secretMask
}

/** The secret after a change: a mask leaves it as it is. */
export const unmaskSecret = (sent: string, stored: string): string =>
  sent.startsWith(secretMask) ? stored : sent
