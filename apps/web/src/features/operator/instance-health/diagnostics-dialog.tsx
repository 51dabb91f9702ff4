import { type Diagnostics, readDiagnostics } from '@envhold/contract/operator/instance-health.ts'
import { useState } from 'react'
import { notifyError } from '../../../connection/api/notify-error.ts'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { CodeBlock } from '../../../ui/text/code-block.tsx'
import { saveFile } from '../../../ui/text/save-file.ts'
import { useWork } from '../parts/use-sending.ts'

/** Shows what a bug report needs, before it leaves the page. */
export function DiagnosticsButton() {
  const api = useApi()
  const [isLoading, start] = useWork(notifyError)
  const [diagnostics, setDiagnostics] = useState<Diagnostics | null>(null)
  const load = () => start(async () => setDiagnostics((await api.call(readDiagnostics, {})).diagnostics))
  return (
    <>
      <Button variant="secondary" size="sm" aria-busy={isLoading || undefined} onClick={() => void load()}>
        Diagnostics
      </Button>
      {diagnostics && <DiagnosticsDialog diagnostics={diagnostics} onClose={() => setDiagnostics(null)} />}
    </>
  )
}

interface Props {
  readonly diagnostics: Diagnostics
  readonly onClose: () => void
}

function DiagnosticsDialog({ diagnostics, onClose }: Props) {
  const text = JSON.stringify(diagnostics, null, 2)
  const name = `envhold-diagnostics-${diagnostics.made_at.slice(0, 19).replaceAll(':', '-')}.json`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="lg"
      title="Diagnostics"
      description="A file to attach to a bug report. Read it before you pass it on."
    >
      <section className="grid gap-1 text-small text-ink-2">
        <h3 className="font-semibold text-ink">What is in it</h3>
        <ul className="list-disc pl-5">
          <li>Versions, the newest migration, and how many rows each table has</li>
          <li>Names of settings; values only of numbers, switches and modes</li>
          <li>Warnings, hourly tasks, queues, and failures by kind</li>
          <li>Nodes, with numbers in place of their names</li>
        </ul>
        <p>
          It contains no secrets, no variables, and no names or addresses of people, projects or machines.
        </p>
      </section>
      <CodeBlock code={text} label="Copy diagnostics" className="max-h-80 overflow-y-auto" />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
        <Button onClick={() => saveFile(name, text, 'application/json')}>Download</Button>
      </DialogActions>
    </Dialog>
  )
}
