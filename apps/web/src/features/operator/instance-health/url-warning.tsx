import { Banner } from '../../../ui/banner.tsx'

/** Warns an operator who opened the page at another address than the one that links lead to. */
export const UrlWarning = ({ url }: { url: string }) => (
  <Banner tone="warn" title={`This page is open at ${window.location.origin}, but links lead to ${url}`}>
    Invitations, mails and logins of the command line use PUBLIC_URL. If people open the instance here, set
    PUBLIC_URL to this address and start the server again. Runbook:{' '}
    <code className="font-mono">docs/runbooks/public-url.md</code>
  </Banner>
)
