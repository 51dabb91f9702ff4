import type { FoundVariable } from '@envhold/contract/variables/find.ts'
import { useQuery } from '@tanstack/react-query'
import { CornerDownLeft } from 'lucide-react'
import { useApi } from '../../connection/use-api.ts'
import { FoundDots, FoundProject, isRepeated } from '../../features/projects/find/found-parts.tsx'
import { findFailedText } from '../../features/projects/find/found-query.ts'
import { projectsQuery } from '../../features/projects/project-queries.ts'
import { cn } from '../../ui/class-names.ts'
import { CommandLine } from '../../ui/dialogs/command-menu.tsx'
import { HighlightMatch } from '../../ui/text/highlight-match.tsx'
import { commandKey, Kbd } from '../../ui/text/kbd.tsx'

export const foundId = ({ project, key }: FoundVariable) => `variable:${project.id}:${key}`

interface Props {
  matches: readonly FoundVariable[]
  search: string
  onSelect: (one: FoundVariable) => void
}

/** Key, project, environments as dots, and their number. On a phone the project is below the key. */
export const FoundLines = ({ matches, search, onSelect }: Props) =>
  matches.map((one, at) => {
    const { key, project, environments } = one
    const again = isRepeated(matches, at)
    return (
      <CommandLine
        key={foundId(one)}
        value={foundId(one)}
        onSelect={() => onSelect(one)}
        className="grid min-h-9 grid-cols-[minmax(0,1fr)_10.5rem_7rem_1rem] items-center gap-x-4 max-md:min-h-13 max-md:grid-cols-[minmax(0,1fr)_auto] max-md:content-center"
      >
        <span className={cn('truncate font-mono text-small', again && 'text-ink-3')}>
          {again ? key : <HighlightMatch text={key} search={search.trim()} />}
        </span>
        <span className="flex min-w-0 text-small max-md:row-start-2 max-md:text-ink-2">
          <FoundProject project={project} />
        </span>
        <span className="max-md:col-start-2 max-md:row-span-2 max-md:row-start-1">
          <FoundDots environments={environments} />
        </span>
        <span className="text-right text-small text-ink-2 tabular-nums max-md:sr-only">
          {environments.length}
        </span>
      </CommandLine>
    )
  })

interface NoneProps {
  search: string
  isLooking: boolean
  isFailed: boolean
  nearest: string | null | undefined
  onSearch: (search: string) => void
}

/** Nothing has such a name, or it is not known yet. */
export function NothingFound({ search, isLooking, isFailed, nearest, onSearch }: NoneProps) {
  const { data: projects } = useQuery(projectsQuery(useApi()))
  if (isLooking) return projects ? `Looking in ${projects.length} projects …` : 'Looking …'
  if (isFailed) return findFailedText
  return (
    <>
      No variable, project or command is called “{search.trim()}”.
      {nearest && (
        <>
          {' '}
          The closest name is{' '}
          <button
            type="button"
            onClick={() => onSearch(nearest)}
            className="font-mono text-small text-accent underline underline-offset-4"
          >
            {nearest}
          </button>
          .
        </>
      )}
    </>
  )
}

const Enter = () => (
  <Kbd>
    <CornerDownLeft role="img" aria-label="Enter" className="size-3.5" />
  </Kbd>
)

/** What Enter does to a found variable, with other keys and without. */
export const FoundKeys = () => (
  <p className="flex h-10 items-center gap-4 border-t bg-paper px-4 text-small whitespace-nowrap text-ink-3 max-md:hidden">
    <span className="flex items-center gap-1">
      <Enter /> Open
    </span>
    <span className="flex items-center gap-1">
      <Kbd>Alt</Kbd>
      <Enter /> All its environments
    </span>
    <span className="flex items-center gap-1">
      <Kbd>{commandKey.trim()}</Kbd>
      <Enter /> New tab
    </span>
    <span className="ml-auto">Names only. No value is read.</span>
  </p>
)
