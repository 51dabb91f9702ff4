import { Download } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { saveFile } from '../../../ui/text/save-file.ts'
import { Time } from '../../../ui/text/time.tsx'
import { EnvironmentDot, ProtectedMark } from '../../projects/environment-name.tsx'
import { type ExposedValue, exposedValues, exposureFile, readWords } from './exposure-values.ts'
import type { Exposure } from './use-exposure.ts'

interface Props {
  /** Completes `What … could read`. */
  reader: string
  exposure: Exposure
}

const shownAtFirst = 4

const lastReadCounts =
  'The last read of each environment counts: a value that was replaced before it is not listed, even if it was restored later.'

const notComparedText = (count: number) =>
  `${formatCount(count, 'more environment')} ${count === 1 ? 'was' : 'were'} read, and could not be compared.`

/** The values that a person, token, session or API key knows by the record, with the choice to mark them. */
export function ExposureBox({ reader, exposure }: Props) {
  const { query, environments, count, leftOut, isMarked, setMarked, isVaultOpen } = exposure
  const [isWhole, setWhole] = useState(false)
  if (!isVaultOpen) return <Locked reader={reader} />
  if (query.error)
    return (
      <Framed>
        <p className="flex flex-wrap items-center gap-x-2 p-3 text-small" role="alert">
          {errorText(query.error, { fallback: `What ${reader} could read did not load` })}
          <Button variant="link" busy={query.isFetching} onClick={() => void query.refetch()}>
            Try again
          </Button>
        </p>
      </Framed>
    )
  if (!query.data) return <Loading reader={reader} />
  const notCompared = environments.filter(({ keys }) => keys === null).length + leftOut
  if (count === 0 && notCompared === 0)
    return (
      <p className="text-small text-ink-2">
        By the record, {reader} opened, pulled or injected no value that is still the same. {lastReadCounts}
      </p>
    )
  const values = exposedValues(environments)
  const more = values.length - shownAtFirst
  const visible = isWhole ? values : values.slice(0, shownAtFirst)
  const isOneProject = new Set(values.map(({ project }) => project.id)).size < 2
  return (
    <Framed>
      <div className="p-3">
        <Checkbox
          label={
            <span className="font-medium text-ink">
              What {reader} could read: {formatCount(count, 'value')}
            </span>
          }
          hint="Mark for rotation, due today"
          checked={isMarked}
          onChange={(event) => setMarked(event.target.checked)}
        />
      </div>
      <ul
        tabIndex={isWhole ? 0 : undefined}
        aria-label={`What ${reader} could read`}
        className="max-h-72 overflow-y-auto border-t py-1.5 text-small"
      >
        {visible.map((value) => (
          <ValueLine key={`${value.project.id}/${value.key}`} value={value} withProject={!isOneProject} />
        ))}
      </ul>
      <p className="border-t px-3 py-2 pl-9 text-small text-ink-2 max-sm:pl-3">
        {notCompared > 0 && notComparedText(notCompared)} {lastReadCounts}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 border-t py-1.5 pr-3 pl-9 text-small max-sm:pl-3">
        {more > 0 && !isWhole ? (
          <Button variant="link" className="text-small" onClick={() => setWhole(true)}>
            Show {formatCount(more)} more
          </Button>
        ) : (
          <span />
        )}
        <Button
          variant="link"
          className="text-small"
          onClick={() =>
            saveFile(
              `what-${fileWord(reader)}-could-read.csv`,
              exposureFile(environments),
              'text/csv;charset=utf-8',
            )
          }
        >
          <Download className="size-4" />
          Download the list
        </Button>
      </div>
    </Framed>
  )
}

const fileWord = (reader: string) => reader.replace(/[^A-Za-z0-9]+/g, '-')

const Framed = ({ children }: { children: ReactNode }) => (
  <section className="min-w-0 rounded-md border border-line-strong">{children}</section>
)

function Locked({ reader }: { reader: string }) {
  const { unlockPrompt } = useConnection()
  return (
    <p className="text-small text-ink-2">
      <Button
        variant="link"
        className="text-small"
        onClick={() => void unlockPrompt.ask().catch(notifyError)}
      >
        Unlock to see what {reader} could read
      </Button>
    </p>
  )
}

const Loading = ({ reader }: { reader: string }) => (
  <Framed>
    <p role="status" className="sr-only">
      Reading the record of {reader} …
    </p>
    <div className="grid animate-late gap-3 p-3">
      <Skeleton className="h-4 w-56" />
      <Skeleton className="h-3 w-40" />
      <Skeleton className="h-3 w-72" />
    </div>
  </Framed>
)

interface ValueLineProps {
  value: ExposedValue
  withProject: boolean
}

function ValueLine({ value, withProject }: ValueLineProps) {
  const { key, project, environments, last } = value
  const id = useId()
  return (
    <li
      aria-labelledby={id}
      className="grid min-h-7 grid-cols-[minmax(0,1fr)_auto_4rem] items-center gap-x-3 py-0.5 pr-3 pl-9 max-sm:pl-3 sm:grid-cols-[minmax(0,1fr)_auto_4rem_5.5rem]"
    >
      <span id={id} className="min-w-0">
        <span className="block truncate font-mono" title={key}>
          {key}
        </span>
        {withProject && <span className="block truncate text-ink-3">{project.name}</span>}
      </span>
      <span className="flex items-center gap-1">
        {environments.map(({ environment }) => (
          <span key={environment.id} className="flex items-center gap-0.5" title={environment.name}>
            <EnvironmentDot environment={environment} />
            <span className="sr-only">{environment.name} </span>
            <ProtectedMark environment={environment} />
          </span>
        ))}
      </span>
      <span className="text-ink-3 max-sm:hidden">{readWords[last.way]}</span>
      <span className="text-right whitespace-nowrap text-ink-3">
        <Time at={last.read_at} short />
      </span>
    </li>
  )
}
