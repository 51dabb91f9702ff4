import type { Account } from '@envhold/contract/accounts/accounts.ts'

/** The signed-in operator, as the server describes them. */
export interface Operator {
  readonly account: Account
  readonly role: {
    readonly name: string
    readonly display_name: string
    readonly permissions: readonly string[]
  }
}
