import type { Tx } from '../audit-log/tx.ts'

/** Who acts on somebody’s account, in the words that its activity shows. A command on the machine has no account. */
export const operatorOf = ({ actor }: Pick<Tx, 'actor'>): string =>
  actor.userId === null ? 'An operator on this machine' : 'An operator'
