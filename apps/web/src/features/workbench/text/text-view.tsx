import { useQuery } from '@tanstack/react-query'
import { EyeOff } from 'lucide-react'
import { useConnection } from '../../../connection/use-connection.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { useHideLater } from '../../../ui/use-hide-later.ts'
import { versionQuery } from '../data/variable-queries.ts'
import { isTextEdited, unpackText } from '../drafts/edits.ts'
import { useParts, useWorkbenchStore } from '../store/workbench-store.ts'
import { openedAt } from './environment-text.ts'
import { TextEditor } from './text-editor.tsx'

/** A whole environment as one `.env` text: hidden until asked for, saved as one version. */
export function TextView() {
  const { update } = useWorkbenchStore()
  const { environment, text, packed, reads, canWrite } = useParts(
    'environment',
    'text',
    'packed',
    'reads',
    'canWrite',
  )
  const read = reads.get(environment.id)
  const older = useQuery({
    ...versionQuery(useConnection(), environment.id, packed?.version ?? 0),
    enabled: packed !== undefined && packed.version > 0,
  })
  const hide = () => update({ text: undefined })
  useHideLater(!isTextEdited(text) && text, hide)
  if (!read) return null
  if (text)
    return (
      <TextEditor
        environment={environment}
        opened={text}
        canWrite={canWrite}
        onChange={(next) => update({ text: next })}
        onClose={hide}
      />
    )
  const show = () => {
    // If the history dropped the base version, the positions of the typed lines are lost.
    if (!packed || older.isError)
      return update({ packed: undefined, text: openedAt(read.version, read.variables) })
    const stored = openedAt(packed.version, older.data ?? new Map())
    update({ packed: undefined, text: { ...stored, text: unpackText(packed.lines, stored.stored) } })
  }
  const count = read.variables.size
  return (
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
  )
}
