import { environmentCount } from './access-text.ts'

/** What stays to be done after somebody lost access while no vault was open. */
export const pendingRekeyText = (count: number): string | undefined =>
  count === 0
    ? undefined
    : `${environmentCount(count)} ${count === 1 ? 'gets a new key' : 'get new keys'} at the next unlocked change.`
