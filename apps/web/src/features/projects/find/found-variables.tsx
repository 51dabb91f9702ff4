import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/class-names.ts'
import { HighlightMatch } from '../../../ui/text/highlight-match.tsx'
import { countFound, FoundDots, FoundProject, isRepeated } from './found-parts.tsx'
import { findFailedText, useFoundVariables } from './found-query.ts'

interface Props {
  search: string
  /** Without such a variable. */
  none?: ReactNode
}

/** Below the filter of the dashboard: the variables with such a name, and where they are. */
export function FoundVariables({ search, none }: Props) {
  const { data, lines, showAll, isLooking, isFailed } = useFoundVariables(search)
  if (isFailed)
    return (
      <>
        {none}
        <p className="text-small text-ink-3">{findFailedText}</p>
      </>
    )
  if (!data || data.total === 0)
    return isLooking ? <p className="text-small text-ink-3">Looking for variables …</p> : none
  const { matches, total, projects } = data
  const more = total - lines.length
  return (
    <section aria-label="Variables" className="grid gap-2">
      <h2 className="text-small font-medium text-ink-2">
        Variables <span className="font-normal text-ink-3">{countFound(total, projects)}</span>
      </h2>
      <ul className="rounded-lg border bg-surface py-1 max-sm:-mx-4 max-sm:rounded-none max-sm:border-x-0">
        {lines.map((one, at) => {
          const { key, project, environments } = one
          const [first] = environments
          return (
            <li key={`${project.id}/${key}`}>
              <Link
                to="/project/$id"
                params={{ id: String(project.id) }}
                search={{ tab: 'variables', environment: first?.id ?? 0, find: key }}
                className="grid min-h-9 grid-cols-[minmax(0,1fr)_10.5rem_7rem_1.5rem] items-center gap-x-4 px-4 text-small hover:bg-hover/60 focus-visible:-outline-offset-2 max-md:min-h-13 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:content-center"
              >
                <span className={cn('truncate font-mono', isRepeated(lines, at) && 'text-ink-3')}>
                  {isRepeated(lines, at) ? key : <HighlightMatch text={key} search={search.trim()} />}
                </span>
                <span className="flex min-w-0 max-md:row-start-2 max-md:text-ink-2">
                  <FoundProject project={project} />
                </span>
                <span className="max-md:row-span-2 max-md:row-start-1 max-md:col-start-2">
                  <FoundDots environments={environments} />
                </span>
                <span className="text-right text-ink-2 tabular-nums max-md:hidden">
                  {environments.length}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      {more > 0 &&
        (lines.length < matches.length ? (
          <Button variant="link" className="justify-self-start text-small" onClick={showAll}>
            {more} more
          </Button>
        ) : (
          <p className="text-small text-ink-3">{more} more. Type more of the name.</p>
        ))}
    </section>
  )
}
