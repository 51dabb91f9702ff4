/** Leads to resetting the account password. A plain link: the form also stands in documents without the router. */
export function ForgotPassword({ email }: { email: string }) {
  return (
    <p className="text-center text-small">
      <a href="/reset-password" className="text-accent hover:underline" onClick={() => rememberEmail(email)}>
        Forgot your password?
      </a>
    </p>
  )
}

/** An e-mail address has no place in a URL. */
function rememberEmail(email: string) {
  try {
    if (email.includes('@')) sessionStorage.setItem('envhold.reset-email', email)
  } catch {
    // Without storage, the address is typed again.
  }
}
