import type { Token } from '../config/token.ts'

/** A token, and where it comes from. */
export interface FoundToken {
  readonly token: Token
  readonly tokenFrom: 'ENVHOLD_TOKEN' | 'keychain' | 'file'
}
