import { useQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { errorText } from '../../../connection/api/error-text.ts'
import { useUnsaved } from '../../../connection/unsaved/use-unsaved.ts'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { Banner } from '../../../ui/feedback/banner.tsx'
import { Skeleton } from '../../../ui/feedback/loading.tsx'
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { versionQuery } from '../data/variable-queries.ts'
import { type OpenedText, unpackText } from '../drafts/edits.ts'
import { UnlockInPlace, useFocusAfterUnlock } from '../parts/unlock-in-place.tsx'
import { useParts, useWorkbenchStore } from '../store/workbench-store.ts'
import { ToolsLine } from '../toolbar/tools-line.tsx'
import { openedAt } from './environment-text.ts'
import { TextEditor } from './text-editor.tsx'

/** A whole environment as one `.env` text: hidden until asked for, saved as one version. */
export default function TextView({ lead }: { lead: ReactNode }) {
  const { update } = useWorkbenchStore()
  const { environment, reading, text, packed } = useParts('environment', 'reading', 'text', 'packed')
  const { reads, isVaultOpen: open, canWrite } = useParts('reads', 'isVaultOpen', 'canWrite')
  const read = reads.get(environment.id)
  const older = useQuery({
    ...versionQuery(useConnection(), environment.id, packed?.version ?? 0),
    enabled: open && packed !== undefined && packed.version > 0,
  })
  const section = useRef<HTMLElement>(null)
  useFocusAfterUnlock(section, open, read !== undefined)
  const isEdited = text !== undefined && text.text !== text.stored
  useUnsaved(isEdited || packed !== undefined)
  const hide = () => update({ text: undefined })
  useAutoHide(!isEdited && text, hide)

  const show = () => {
    if (!read) return
    // If the history dropped the base version, the positions of the typed lines are lost.
    if (!packed || older.isError)
      return update({ packed: undefined, text: openedAt(read.version, read.variables) })
    const stored = openedAt(packed.version, older.data?.variables ?? new Map())
    update({ packed: undefined, text: { ...stored, text: unpackText(packed.lines, stored.stored) } })
  }
  const count = read?.variables.size ?? 0

  return (
    <section ref={section} aria-label={`${environment.name} as text`} className="grid min-w-0 grid-cols-1">
      <ToolsLine lead={lead} />
      <div className="grid min-w-0 gap-4 px-(--gutter) pt-2 pb-4">
        {!open && packed && (
          <Banner title="What you typed is kept">It appears again once you unlock the vault.</Banner>
        )}
        {!open && <UnlockInPlace />}
        {open && !reading.isReady && reading.failed.length === 0 && <Skeleton className="h-64" />}
        {open && reading.failed.length > 0 && (
          <ErrorState title="The variables did not load" onRetry={reading.retry} busy={reading.isFetching}>
            {errorText(reading.error)} Your stored data is safe.
          </ErrorState>
        )}
        {open && read && !text && (
          <EmptyState
            icon={EyeOff}
            title={packed ? 'What you typed is kept' : `${environment.name} as a .env text`}
            className="border-solid bg-surface"
            action={
              <Button onClick={show} busy={older.isFetching}>
                {packed ? 'Continue editing' : 'Show text'}
              </Button>
            }
          >
            {count === 0 && !packed
              ? 'It holds no variables yet: type or paste some.'
              : `The text shows ${count === 1 ? 'the value of its one variable' : `all ${formatCount(count)} values`}. It is hidden again when you leave the window.`}
          </EmptyState>
        )}
        {open && text && (
          <TextEditor
            environment={environment}
            opened={text}
            canWrite={canWrite}
            onChange={(next) => update({ text: next })}
            onClose={hide}
          />
        )}
      </div>
    </section>
  )
}

const shownForMs = 30_000

/** Hides an unedited text when the window loses the focus, and after 30 seconds. */
function useAutoHide(text: OpenedText | undefined | false, hide: () => void) {
  const run = useEffectEvent(hide)
  useEffect(() => {
    if (!text) return
    const leave = () => run()
    const timer = setTimeout(leave, shownForMs)
    window.addEventListener('blur', leave)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('blur', leave)
    }
  }, [text])
}
