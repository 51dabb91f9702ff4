import { isNotFound } from '@envhold/client/api-error.ts'
import type { Variables } from '@envhold/formats/variables.ts'
import { useQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx'
import { Textarea } from '../../../ui/forms/input.tsx'
import { CopyButton } from '../../../ui/text/copy-button.tsx'
import { type ReadVariables, versionQuery } from '../data/variable-queries.ts'
import { type OpenedText, typedLines, unpackText } from '../drafts/edits.ts'
import type { WorkbenchState } from '../store/state.ts'
import { useWorkbenchStore } from '../store/workbench-store.ts'
import { openedAt } from './environment-text.ts'

type Packed = NonNullable<WorkbenchState['packed']>

const none: Variables = new Map()

interface Props {
  packed: Packed
  read: ReadVariables
}

/** After the vault was locked: puts what was typed back between the stored lines. */
export function ContinueEditing({ packed, read }: Props) {
  const { update } = useWorkbenchStore()
  const { version } = packed
  const { data, error, isFetching, refetch } = useQuery({
    ...versionQuery(useConnection(), read.environment.id, version),
    enabled: version > 0,
  })
  const isDropped = isNotFound(error)
  const base = version > 0 ? data : none
  if (error && !isDropped)
    return (
      <ErrorState title="The stored lines did not load" onRetry={refetch} busy={isFetching}>
        {errorText(error)} What you typed is kept.
      </ErrorState>
    )
  const open = isDropped ? () => withTypedLines(packed, read) : base && (() => unpacked(packed, base))
  return (
    <EmptyState
      icon={EyeOff}
      title="What you typed is kept"
      className="border-solid bg-surface"
      action={
        <Button onClick={() => update({ packed: undefined, text: open?.() })} busy={!open}>
          Continue editing
        </Button>
      }
    >
      {isDropped
        ? `The history no longer has version ${version}, which you edited. Your new lines are at the end of the current text, and lines that you removed are back.`
        : 'The text shows the values until you save it, discard it or lock the vault.'}
    </EmptyState>
  )
}

const unpacked = ({ lines, version }: Packed, base: Variables): OpenedText => {
  const opened = openedAt(version, base)
  return { ...opened, text: unpackText(lines, opened.stored) }
}

/** Without the base version, the places of the typed lines are lost. */
const withTypedLines = ({ lines }: Packed, { version, variables }: ReadVariables): OpenedText => {
  const opened = openedAt(version, variables)
  return { ...opened, text: opened.stored + typedLines(lines) }
}

/** What was typed for an environment that is gone, to copy or to discard. */
export function UnavailableText({ packed }: Pick<Props, 'packed'>) {
  const { update } = useWorkbenchStore()
  const text = typedLines(packed.lines)
  return (
    <>
      <Banner
        tone="warn"
        title="What you typed cannot be saved, and stays until you discard it"
        action={
          <span className="flex flex-wrap gap-2">
            {text !== '' && <CopyButton labelled label="Copy text" text={text} />}
            <Button variant="ghost" onClick={() => update({ packed: undefined })}>
              Discard
            </Button>
          </span>
        }
      >
        {text === '' ? 'You only removed lines.' : 'Lines that you left as they were are not shown.'}
      </Banner>
      {text !== '' && (
        <Textarea
          readOnly
          aria-label="What you typed"
          value={text}
          className="max-h-[45vh] font-mono text-small field-sizing-content"
        />
      )}
    </>
  )
}
