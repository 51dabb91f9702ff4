/**
 * The secret of a mailed invitation link, in this page's memory and nowhere else: it stands behind the `#` of the link,
 * is taken out of the address at once, and outlives signing in and up, which happen on the page it came to.
 */
export interface InvitationLink {
  read(): string | null
  set(secret: string | null): void
  subscribe(listener: () => void): () => void
}

/** What stands behind the `#`, if it can be an invitation's secret at all. */
export const invitationSecretIn = (hash: string): string | null =>
  /^#?(inv_[0-9A-Za-z_]{1,196})$/.exec(hash)?.[1] ?? null

export function createInvitationLink(): InvitationLink {
  const listeners = new Set<() => void>()
  let held: string | null = null
  return {
    read: () => held,
    set(secret) {
      held = secret
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
