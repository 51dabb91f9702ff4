import type { Endpoint, Method } from '@envhold/contract/endpoint.ts'
import { ChevronRight, Link2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { cn } from '../../ui/class-names.ts'
import { ApiEndpointDetails } from './api-endpoint-details.tsx'
import { InlineCode } from './inline-code.tsx'

const methodTones: Record<Method, string> = {
  GET: 'text-accent',
  POST: 'text-good',
  PUT: 'text-warn',
  DELETE: 'text-bad',
}

/** One call, collapsed to a line. A link to it expands it. */
export function ApiEndpoint({ call, linked }: { call: Endpoint; linked: boolean }) {
  const [open, setOpen] = useState(linked)
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!linked) return
    setOpen(true)
    details.current?.scrollIntoView({ block: 'start' })
  }, [linked])
  return (
    <details
      ref={details}
      id={`api-${call.name}`}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group/call min-w-0"
    >
      <summary className="grid list-none grid-cols-[1rem_1fr] items-baseline gap-x-2 sm:grid-cols-[1rem_3.5rem_1fr] px-3 py-2.5 hover:bg-hover focus-visible:-outline-offset-2 sm:px-4 [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 self-center text-ink-3 transition-transform group-open/call:rotate-90"
        />
        <span className={cn('font-mono text-small font-medium', methodTones[call.method])}>
          {call.method}
        </span>
        <span className="grid min-w-0 gap-0.5 max-sm:col-start-2">
          <code className="font-mono text-small break-all">{call.path}</code>
          <span className="text-ink-2">
            <InlineCode text={call.summary} />
          </span>
        </span>
      </summary>
      {open && (
        <div className="grid min-w-0 gap-5 px-3 pt-1 pb-5 sm:pr-4 sm:pl-11">
          <ApiEndpointDetails call={call} />
          <a
            href={`#api-${call.name}`}
            className="flex w-fit items-center gap-1.5 text-small text-ink-3 hover:text-ink"
          >
            <Link2 className="size-3.5" />
            Link to this call
          </a>
        </div>
      )}
    </details>
  )
}
