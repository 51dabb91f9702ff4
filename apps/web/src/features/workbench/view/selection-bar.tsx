import { FormatError } from '@envhold/formats/format-error.ts'
import { renderDotenv } from '@envhold/formats/render-dotenv.ts'
import { pickVariables } from '@envhold/formats/variables.ts'
import { Trash2, X } from 'lucide-react'
import { toast } from 'sonner'
import { Button } from '../../../ui/button.tsx'
import { Changing } from '../../../ui/feedback/blocked.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { CopyButton, copyFailed } from '../../../ui/text/copy-button.tsx'
import { saveFile } from '../../../ui/text/save-file.ts'
import { existingSelection } from '../arrangement/selection.ts'
import { mayWrite } from '../store/state.ts'
import { useActions, useWorkbench } from '../store/workbench-store.ts'

/** Actions for the selected variables. */
export function SelectionBar() {
  const { open, clearSelection } = useActions()
  const selection = useWorkbench((state) => state.selection)
  const variables = useWorkbench((state) => state.variables)
  const environment = useWorkbench((state) => state.environment.name)
  const canWrite = useWorkbench(mayWrite)
  const keys = existingSelection(selection, variables)
  if (keys.length === 0) return null
  const text = () => renderDotenv(pickVariables(variables, keys), undefined, { notes: true }).text
  const notifyFailed = (otherwise: string) => (error: unknown) => {
    const problem = error instanceof FormatError ? error.problems[0] : undefined
    if (problem) toast.error(`${problem.key ?? ''}: ${problem.problem}`)
    else copyFailed(otherwise)(error)
  }
  const download = () => {
    try {
      saveFile(`${environment}.env`, text())
    } catch (error) {
      notifyFailed('Failed to download variables')(error)
    }
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
      {canWrite && (
        <>
          <Changing>
            <Button
              variant="secondary"
              onClick={() => open({ what: 'copy', keys, isMove: false })}
              className="max-sm:px-2"
            >
              Copy to…
            </Button>
          </Changing>
          <Changing>
            <Button
              variant="secondary"
              onClick={() => open({ what: 'copy', keys, isMove: true })}
              className="max-md:hidden"
            >
              Move to…
            </Button>
          </Changing>
        </>
      )}
      <Button variant="secondary" onClick={download} className="max-md:hidden">
        Download
      </Button>
      {canWrite && (
        <Changing>
          <Button
            variant="secondary"
            onClick={() => open({ what: 'delete', keys })}
            className="text-bad hover:bg-bad-soft hover:text-bad max-sm:px-2"
          >
            <Trash2 className="max-sm:hidden max-[22.5rem]:block" />
            <span className="max-[22.5rem]:sr-only">Delete</span>
          </Button>
        </Changing>
      )}
      <IconButton label="Clear selection" onClick={clearSelection}>
        <X />
      </IconButton>
    </section>
  )
}
