import type { previewCancellation } from '@envhold/contract/billing/subscription.ts'
import type { OutputOf } from '@envhold/contract/endpoint.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useApi } from '../../../connection/use-api.ts'
import { SmallButton } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { formatCount, formatDay } from '../../../ui/text/format.ts'
import { cancellationQuery } from '../billing-queries.ts'
import { useFreePlanName } from '../use-free-plan-name.ts'

/** The same for this account, with dates and names. */
export function WhatFollows({ planName }: { planName: string }) {
  const { data, error, isFetching, refetch } = useQuery(cancellationQuery(useApi()))
  if (data) return <Consequences preview={data} planName={planName} />
  if (!error) return <Skeleton className="h-24" />
  return (
    <Banner
      tone="warn"
      title="The dates and names could not be loaded"
      action={<SmallButton text="Try again" busy={isFetching} onClick={() => void refetch()} />}
    >
      You can still cancel. The terms above apply.
    </Banner>
  )
}

interface Props {
  preview: OutputOf<typeof previewCancellation>
  planName: string
}

function Consequences({ preview, planName }: Props) {
  const { excess_projects: projects, excess_collaborators: people } = preview
  const freeName = useFreePlanName()
  const isOver = projects.length > 0 || people.length > 0
  return (
    <section aria-label="What this means for you" className="rounded-lg border bg-sunken px-4 py-3">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-3">
        <Step at={preview.ends_at}>
          <p>
            {planName} ends, and the limits of the {freeName} plan apply.{' '}
            {projects.length > 0 && 'Your projects become read-only. Reading and injection keep working. '}
            {isOver
              ? 'You have 30 days to upgrade again or to stay within the limits.'
              : 'Everything you have fits into it: nothing is archived, and nobody loses access.'}
          </p>
        </Step>
        {isOver && (
          <Step at={preview.grace_ends_at}>
            {projects.length > 0 && (
              <>
                <p>
                  {projects.length === 1 ? 'This project is' : `These ${projects.length} projects are`}{' '}
                  archived:
                </p>
                <Names entries={projects.map(({ id, name }) => ({ key: String(id), name }))} />
              </>
            )}
            {people.length > 0 && (
              <>
                <p>
                  {people.length === 1 ? 'This person loses' : `These ${people.length} people lose`} access:
                </p>
                <Names entries={people.map(({ email }) => ({ key: email, name: email }))} />
              </>
            )}
          </Step>
        )}
        {projects.length > 0 && (
          <Step at={preview.deleted_at}>
            <p>Projects that are still archived are permanently deleted.</p>
          </Step>
        )}
      </dl>
    </section>
  )
}

const Step = ({ at, children }: { at: string; children: ReactNode }) => (
  <>
    <dt className="font-medium whitespace-nowrap tabular-nums">{formatDay(at)}</dt>
    <dd className="grid min-w-0 gap-1 text-ink-2">{children}</dd>
  </>
)

const shownAtOnce = 8

interface NamesProps {
  entries: readonly { readonly key: string; readonly name: string }[]
}

/** Who or what is meant, by name: a few at once, the rest when asked for. */
function Names({ entries }: NamesProps) {
  const rest = entries.slice(shownAtOnce)
  return (
    <>
      <List entries={entries.slice(0, shownAtOnce)} />
      {rest.length > 0 && (
        <details>
          <summary className="w-fit rounded-sm text-accent underline-offset-4 hover:underline">
            {formatCount(rest.length)} more
          </summary>
          <List entries={rest} />
        </details>
      )}
    </>
  )
}

const List = ({ entries }: NamesProps) => (
  <ul className="list-disc pl-5 text-ink marker:text-ink-3">
    {entries.map(({ key, name }) => (
      <li key={key} className="wrap-anywhere">
        {name}
      </li>
    ))}
  </ul>
)
