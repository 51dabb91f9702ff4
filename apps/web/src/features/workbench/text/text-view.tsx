import { EyeOff } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/feedback/states.tsx'
import { formatCount } from '../../../ui/text/format.ts'
import { useHideLater } from '../../../ui/use-hide-later.ts'
import { isTextEdited } from '../drafts/edits.ts'
import { useParts, useWorkbenchStore } from '../store/workbench-store.ts'
import { openedAt } from './environment-text.ts'
import { TextEditor } from './text-editor.tsx'
import { ContinueEditing, UnavailableText } from './typed-text.tsx'

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
  // Locking the vault while the text was saved has packed what was typed, too.
  const hide = () => update({ text: undefined, packed: undefined })
  useHideLater(!isTextEdited(text) && text, hide)
  if (!read) return packed && <UnavailableText packed={packed} />
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
  if (packed) return <ContinueEditing packed={packed} read={read} />
  const count = read.variables.size
  return (
    <EmptyState
      icon={EyeOff}
      title={`${environment.name} as a .env text`}
      className="border-solid bg-surface"
      action={
        <Button onClick={() => update({ text: openedAt(read.version, read.variables) })}>Show text</Button>
      }
    >
      {count === 0
        ? 'It holds no variables yet: type or paste some.'
        : `The text shows ${count === 1 ? 'the value of its one variable' : `all ${formatCount(count)} values`}. It is hidden again when you leave the window.`}
    </EmptyState>
  )
}
