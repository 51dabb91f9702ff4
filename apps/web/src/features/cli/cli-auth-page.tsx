import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CliSteps } from './cli-steps.tsx'
import { CliToken } from './cli-token.tsx'
import { DeviceLogin } from './device-login/device-login.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The query of a link to a login. */
    deviceLogin?: string
  }
}

/** The link to a login that brought the user here. Its code does not stay in the address bar. */
function useLoginLink() {
  const navigate = useNavigate()
  const query = useLocation({ select: ({ searchStr }) => searchStr })
  const kept = useLocation({ select: ({ state }) => state.deviceLogin ?? '' })
  const isLink = new URLSearchParams(query).has('code')
  useEffect(() => {
    if (isLink) void navigate({ to: '.', search: {}, state: { deviceLogin: query }, replace: true })
  }, [isLink, query, navigate])
  const link = new URLSearchParams(isLink ? query : kept)
  return { code: link.get('code') ?? '', tag: link.get('tag') ?? undefined }
}

/** The command line’s page. Opened by a link to a login, it shows that login and nothing else to press. */
export function CliAuthPage() {
  const { code, tag } = useLoginLink()
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <title>CLI · Envhold</title>
      <div className="grid gap-1">
        <h1 className="text-title font-semibold">CLI authentication</h1>
        <p className="text-ink-2">
          A token signs the command line in as you. It gives access to all your projects, and can be revoked
          from your account settings at any time.
        </p>
      </div>
      <DeviceLogin key={code} code={code} tag={tag} />
      {code === '' && (
        <>
          <CliToken />
          <CliSteps />
        </>
      )}
    </div>
  )
}
