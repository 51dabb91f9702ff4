import { toast } from 'sonner'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { copyFailed } from '../../ui/copy-failed.ts'
import { DialogActions } from '../../ui/dialog-actions.tsx'

export function ShownToken({ token, onDone }: { token: string; onDone: () => void }) {
  useUnsaved(true, 'shown')
  return (
    <div className="grid gap-5">
      <Banner tone="warn">Copy it now: this token is shown only once and cannot be shown again.</Banner>
      <CodeBlock
        code={token}
        label="Copy token"
        onCopied={() => toast.success('Token copied to clipboard!')}
        onFailed={copyFailed('Failed to copy token')}
      />
      <DialogActions>
        <Button onClick={onDone}>I have saved it</Button>
      </DialogActions>
    </div>
  )
}
