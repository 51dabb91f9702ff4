import { lp, u64, utf8 } from './context.ts'
import type { Random } from './random.ts'
import { systemRandom } from './random.ts'
import { type BoxUse, boxKid, openBox, sealBox } from './server-cipher.ts'
import type { ServerSecrets } from './server-secret.ts'

/** The row that a box belongs to. */
export interface BoxAt {
  readonly name: string
  /** The row's own time of its last write, so that older bytes cannot be put under a newer time. */
  readonly updatedAt: number
}

const useAt = ({ name, updatedAt }: BoxAt): BoxUse => ({
  key: (keys) => keys.settings,
  contextOf: (kid) => lp('eh1/settings', Uint8Array.of(kid), utf8(name), u64(updatedAt)),
})

/** Encrypts settings of the server under the newest server secret (stored-formats.md, 'Settings'). */
export const sealServerBox = (
  secrets: ServerSecrets,
  at: BoxAt,
  plaintext: Uint8Array,
  random: Random = systemRandom,
): Uint8Array => sealBox(secrets, useAt(at), plaintext, random)

/**
 * Opens what {@link sealServerBox} sealed for this row, under any secret of the ring. Throws VaultError for anything
 * else.
 */
export const openServerBox = (secrets: ServerSecrets, at: BoxAt, box: Uint8Array): Buffer =>
  openBox(secrets, useAt(at), box)

/** The secret that a box was sealed under: one that is not the newest is due to be sealed again. */
export const serverBoxKid = boxKid
