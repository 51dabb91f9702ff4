/** Signs in at the identity provider of this instance. */
export function ProviderSignIn() {
  return null
}
