import { toast } from 'sonner'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialogs/dialog-actions.tsx'
import { copyFailed } from '../../ui/feedback/copy-failed.ts'
import { CodeBlock } from '../../ui/text/code-block.tsx'
import { CopyButton } from '../../ui/text/copy-button.tsx'
import { integrationExamples } from './integration-examples.ts'

interface Props {
  apiKey: string
  projectId: number
  environment: string
  onDone: () => void
}

const copyMessages = {
  onCopied: () => toast.success('API key copied to clipboard'),
  onFailed: copyFailed('Failed to copy API key'),
}

export function NewKey({ apiKey, projectId, environment, onDone }: Props) {
  useUnsaved(true, 'shown')
  const [curl] = integrationExamples({ server: window.location.origin, projectId, environment })
  return (
    <div className="grid min-w-0 gap-5">
      <div className="flex flex-col gap-3 rounded-md border border-accent/40 bg-accent-soft p-3 sm:flex-row sm:items-center sm:pl-4">
        <code data-testid="api-key" className="min-w-0 flex-1 font-mono text-small break-all select-all">
          {apiKey}
        </code>
        <CopyButton text={apiKey} label="Copy key" labelled {...copyMessages} />
      </div>
      {curl && (
        <div className="grid min-w-0 gap-1.5">
          <p className="text-small font-medium">
            Try it, with the key in <span className="font-mono">ENVHOLD_API_KEY</span>
          </p>
          <CodeBlock
            code={curl.code}
            label="Copy code"
            onCopied={() => toast.success('Code copied to clipboard')}
            onFailed={copyFailed('Failed to copy code')}
          />
        </div>
      )}
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </div>
  )
}
