import { FormatError } from '@envhold/formats/format-error.ts'
import { renderDotenv } from '@envhold/formats/render-dotenv.ts'
import { pickVariables } from '@envhold/formats/variables.ts'
import { Trash2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CopyButton, copyFailed } from '../../../ui/text/copy-button.tsx'
import { saveFile } from '../../../ui/text/save-file.ts'
import { existingSelection } from '../arrangement/selection.ts'
import { dialogOf } from '../store/commands.ts'
import { type Command, commands } from '../store/row-commands.ts'
import { useActions, useParts, useWorkbench } from '../store/workbench-store.ts'

/** Says why a `.env` text could not be made or copied. */
const notifyFailed = (otherwise: string) => (error: unknown) => {
  const problem = error instanceof FormatError ? error.problems[0] : undefined
  if (problem) toast.error(`${problem.key ?? ''}: ${problem.problem}`)
  else copyFailed(otherwise)(error)
}

/** Actions for the selected variables. */
export function SelectionBar() {
  const { open, clearSelection } = useActions()
  const { selection, variables, canWrite } = useParts('selection', 'variables', 'canWrite')
  const environment = useWorkbench((state) => state.environment.name)
  const keys = existingSelection(selection, variables)
  if (keys.length === 0) return null
  const text = () => renderDotenv(pickVariables(variables, keys), undefined, { notes: true }).text
  const download = () => {
    try {
      saveFile(`${environment}.env`, text())
    } catch (error) {
      notifyFailed('Failed to download variables')(error)
    }
  }
  const change = (command: Command, className: string, content: ReactNode = commands[command].label) => {
    const dialog = dialogOf(command, keys)
    return (
      canWrite &&
      dialog && (
        <Changing>
          <Button variant="secondary" onClick={() => open(dialog)} className={className}>
            {content}
          </Button>
        </Changing>
      )
    )
  }
  return (
    <section
      aria-label="Selected variables"
      data-floating-bar=""
      className="sticky bottom-4 z-20 mx-(--gutter) flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border border-line-strong bg-raised py-2 pr-2 pl-3 max-sm:gap-x-1 shadow-high sm:pl-4"
    >
      <p className="font-semibold sm:mr-2" aria-live="polite">
        {keys.length}
        <span className="max-sm:sr-only"> selected</span>
      </p>
      <CopyButton
        labelled
        label="Copy as .env"
        text={text}
        onFailed={notifyFailed('Failed to copy value')}
        className="max-sm:px-2 max-sm:[&_svg]:hidden"
      />
      {change('copyTo', 'max-sm:px-2')}
      {change('moveTo', 'max-md:hidden')}
      <Button variant="secondary" onClick={download} className="max-md:hidden">
        Download
      </Button>
      {change(
        'remove',
        'text-bad hover:bg-bad-soft hover:text-bad max-sm:px-2',
        <>
          <Trash2 className="max-sm:hidden max-[22.5rem]:block" />
          <span className="max-[22.5rem]:sr-only">Delete</span>
        </>,
      )}
      <IconButton label="Clear selection" onClick={clearSelection}>
        <X />
      </IconButton>
    </section>
  )
}
