import { useEffect, useState } from 'react'

interface Props {
  readonly title: string
  readonly html: string
}

/**
 * A mail as its reader sees it. The frame runs no script, has an origin of its own, and can open nothing. A `blob:`
 * address, and not `srcdoc`, for the page lets nothing make HTML of a text (`trusted-types 'none'`).
 */
export function MailFrame({ title, html }: Props) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(new Blob([html], { type: 'text/html;charset=utf-8' }))
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [html])
  return (
    <iframe
      title={title}
      sandbox=""
      {...(address !== undefined && { src: address })}
      className="h-[38rem] w-full border-t bg-sunken"
    />
  )
}
