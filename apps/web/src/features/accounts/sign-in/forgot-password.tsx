/** Leads to resetting the account password. */
export function ForgotPassword(_: { email: string }) {
  return null
}
