import type { SignIn } from './start-signed-in.ts'

/** A sign-in whose first factor was verified. */
export type FirstFactor = SignIn & { readonly proof: 'password' | 'oidc' }
