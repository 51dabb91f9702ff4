/**
 * The secret of a mailed invitation link stands behind its `#`. It is taken out of the address at once and held in this
 * page's memory alone, where it outlives signing in and up.
 * @returns the secret, if the hash can be one at all
 */
export const invitationSecretIn = (hash: string): string | null =>
  /^#?(inv_[0-9A-Za-z_]{1,196})$/.exec(hash)?.[1] ?? null
