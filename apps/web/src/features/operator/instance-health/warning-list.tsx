import { type InstanceWarning, warningRunbooks } from '@envhold/contract/operator/instance-health.ts'
import { TriangleAlert } from 'lucide-react'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Time } from '../../../ui/text/time.tsx'
import { Panel } from '../parts/panel.tsx'
import { warningCountText, warningMessages } from './warning-messages.ts'

/** What asks for an act; one calm line if nothing does. */
export function WarningList({ warnings }: { warnings: readonly InstanceWarning[] }) {
  if (warnings.length === 0)
    return (
      <Banner tone="good" title="All good">
        Nothing needs your attention.
      </Banner>
    )
  return (
    <Panel title={warningCountText(warnings.length)}>
      <ul>
        {warnings.map((warning) => (
          <Warning key={`${warning.kind} ${warning.subject}`} warning={warning} />
        ))}
      </ul>
    </Panel>
  )
}

function Warning({ warning }: { warning: InstanceWarning }) {
  const { kind, since } = warning
  const { title, todo } = warningMessages(warning)
  return (
    <li className="flex gap-3 border-t bg-warn-soft px-4 py-3">
      <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden="true" />
      <div className="grid min-w-0 flex-1 gap-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="min-w-0 font-medium break-words">{title}</h3>
          {since && (
            <span className="text-small text-ink-2">
              since <Time at={since} />
            </span>
          )}
        </div>
        <p className="max-w-3xl text-small text-pretty text-ink-2">{todo}</p>
        <p className="text-small text-ink-2">
          Runbook:{' '}
          <code className="inline-block max-w-full font-mono break-words">{warningRunbooks[kind]}</code>
        </p>
      </div>
    </li>
  )
}

/** Warns an operator who opened the page at another address than the one that links lead to. */
export const UrlWarning = ({ url }: { url: string }) => (
  <Banner tone="warn" title={`This page is open at ${window.location.origin}, but links lead to ${url}`}>
    Invitations, mails and logins of the command line use PUBLIC_URL. If people open the instance here, set
    PUBLIC_URL to this address and start the server again. Runbook:{' '}
    <code className="font-mono">docs/runbooks/public-url.md</code>
  </Banner>
)
