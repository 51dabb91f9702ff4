import { downloadProjectLog } from '@envhold/contract/activity/project-log.ts'
import type { Project } from '@envhold/contract/projects/projects.ts'
import { Download } from 'lucide-react'
import { useApi } from '../../../connection/use-api.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog.tsx'
import { CodeBlock } from '../../../ui/text/code-block.tsx'
import { useFileDownload } from '../export-menu.tsx'
import { fileNameOf } from '../format-menu.tsx'

/** A log of a year is long, and the server sends it as fast as it can read. */
const timeoutMs = 60 * 60_000

interface Props {
  project: Project
  onClose: () => void
}

export function DownloadLogDialog({ project, onClose }: Props) {
  const api = useApi()
  const { busy, download } = useFileDownload()
  const save = () =>
    download(async () => {
      let content = new Blob()
      const receive = async (response: Response) => {
        // The browser may hold it on disk: it can be longer than any text.
        content = await response.blob()
      }
      const input = { params: { id: project.id } }
      const { headers } = await api.ask(downloadProjectLog, input, { receive, timeoutMs })
      return { name: fileNameOf(headers, `project-${project.id}-log.ndjson`), content }
    })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Download log"
      description={
        <p>
          Every action in {project.name} and every call of its API keys, without values. Each entry is linked
          to the one before it, so a change to the file, or to what the server stores, can be found. This
          command verifies the file:
        </p>
      }
    >
      <CodeBlock code="envhold audit verify FILE" label="Copy command" />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
        <Button busy={busy} onClick={() => void save()}>
          {!busy && <Download />}
          Download log
        </Button>
      </DialogActions>
    </Dialog>
  )
}
