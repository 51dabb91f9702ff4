import { parseServerSecrets, serverSecrets } from '@envhold/integrity/server-secret.ts'
import { z } from 'zod'

const isServerSecret = (text: string): boolean => {
  try {
    serverSecrets(parseServerSecrets(text))
    return true
  } catch {
    return false
  }
}

/** One server secret, or several separated by commas: the one with the highest number seals, all of them open. */
export const serverSecretText = z
  .string()
  .refine(
    isServerSecret,
    'must be as `envhold-server secret new` prints it, or several of those, separated by commas',
  )
