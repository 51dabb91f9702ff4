import type { BoxAt } from '@envhold/integrity/server-box.ts'

/** What the box of a PKCE verifier is bound to: its request. */
export const verifierPlace = (id: string, createdAt: number): BoxAt => ({
  name: `oidc-verifier/${id}`,
  updatedAt: createdAt,
})
