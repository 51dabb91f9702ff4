import { useLocation } from '@tanstack/react-router'
import { CliSteps } from './cli-steps.tsx'
import { CliToken } from './cli-token.tsx'
import { DeviceLogin } from './device-login/device-login.tsx'

/** The command line’s page. With a code in its address it shows that login and nothing else to press. */
export function CliAuthPage() {
  const code = useLocation({ select: ({ searchStr }) => new URLSearchParams(searchStr).get('code') ?? '' })
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
      <DeviceLogin key={code} code={code} />
      {code === '' && (
        <>
          <CliToken />
          <CliSteps />
        </>
      )}
    </div>
  )
}
