import { Banner } from '../../ui/banner.tsx'

const isLocal = (hostname: string) => /^(localhost|127\..*|\[::1\])$/.test(hostname)

/** Whether others on the way could change what comes from this address. */
export const isPlainHttp = ({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean =>
  protocol === 'http:' && !isLocal(hostname)

/** Shows where a program is installed from an address that is not encrypted. */
export const PlainHttpNote = () =>
  isPlainHttp(window.location) && (
    <Banner tone="warn" title="This address is not encrypted">
      Anyone on the network between you and this server could change the program you install and read your
      token. Use an https address for this instance.
    </Banner>
  )
