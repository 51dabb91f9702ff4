import { Banner } from '../../ui/feedback/banner.tsx'

const isLocal = (hostname: string) => /^(localhost|127\..*|\[::1\])$/.test(hostname)

/** Whether downloads from this URL are not protected by TLS. */
export const isPlainHttp = ({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean =>
  protocol === 'http:' && !isLocal(hostname)

/** Warns where a program is installed over plain HTTP. */
export const PlainHttpNote = () =>
  isPlainHttp(window.location) && (
    <Banner tone="warn" title="This address is not encrypted">
      Anyone on the network between you and this server could change the program you install and read your
      token. Use an https address for this instance.
    </Banner>
  )
