import { formatBytes } from '@envhold/contract/format-bytes.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog-actions.tsx'
import { saveFile } from '../../ui/save-file.ts'
import type { ExportState } from './use-export.ts'

interface Props {
  state: Extract<ExportState, { step: 'done' }>
  onClose: () => void
}

/** The file is saved; the browser may have asked about it, so it can be saved again. */
export function ExportDone({ state, onClose }: Props) {
  const { name, file } = state
  return (
    <div className="grid gap-5">
      <Banner tone="good" title="Download complete">
        <span className="break-all">{name}</span>, {formatBytes(file.size)}. README.txt in it names values
        that need care.
      </Banner>
      <DialogActions>
        <Button variant="secondary" onClick={() => saveFile(name, file)}>
          Save again
        </Button>
        <Button onClick={onClose}>Done</Button>
      </DialogActions>
    </div>
  )
}
