import { Banner } from '../../../ui/feedback/banner.tsx'

/** The addresses that each machine has for itself. */
const isOwnMachine = (url: string) => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)

interface Props {
  /** Where the link of an invitation leads: a URL of the instance. */
  url: string
}

/** Warns an inviter whose invitation leads to an address that the invited person may be unable to open. */
export function LinkUrlHint({ url }: Props) {
  const { origin } = new URL(url)
  const isElsewhere = origin !== window.location.origin
  if (!isElsewhere && !isOwnMachine(url)) return null
  return (
    <Banner tone="warn" title={`The link leads to ${origin}`}>
      {isOwnMachine(url)
        ? 'It only opens on the server’s own machine.'
        : 'You opened this page at another address, so check that the invited person can open that one.'}{' '}
      The operator sets the address with PUBLIC_URL.
    </Banner>
  )
}
