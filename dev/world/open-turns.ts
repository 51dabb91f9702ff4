import { Turns } from '../../apps/server/src/http/turns/turns.ts'

/** Turns that come at once: each account is as if it were alone. Tests of races make many calls of one account. */
export const openTurns = () => new Turns({ aloneAfterMs: -1 })
