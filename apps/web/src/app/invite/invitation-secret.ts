/**
 * The secret of a mailed invitation link is its fragment. It is removed from the URL immediately and kept only in
 * this page's memory, where it survives signing in and up.
 * @returns the secret, if the fragment has its form
 */
export const invitationSecretIn = (hash: string): string | null =>
  /^#?(inv_[0-9A-Za-z_]{1,196})$/.exec(hash)?.[1] ?? null
