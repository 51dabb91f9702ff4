import type { Keyring } from '../keyring/keyring.ts'
import type { EnvironmentKeys } from './environment-keys.ts'

/** What the members slice works with, beside the context. */
export interface MemberParts {
  readonly ring: Keyring
  readonly keys: EnvironmentKeys
}
