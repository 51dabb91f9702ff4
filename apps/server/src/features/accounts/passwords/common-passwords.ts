import { limits } from '@envhold/contract/limits.ts'
import { canonical } from '../../users/canonical.ts'

let loading: Promise<ReadonlySet<string>> | undefined

/** The list costs 20 MB while it is decompressed, so a server where nobody chooses a password never loads it. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const common: readonly string[] = dictionary['passwords-common']
  return new Set(common.filter((one) => [...one].length >= limits.passwordMinLength).map(canonical))
}

/** The most common passwords of the minimum length and more, in canonical form: about 18,000. */
export const commonPasswords = (): Promise<ReadonlySet<string>> => {
  loading ??= load()
  return loading
}
