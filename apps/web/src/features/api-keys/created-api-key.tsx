import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useUnsaved } from '../../connection/unsaved/use-unsaved.ts'
import { useApi } from '../../connection/use-api.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialogs/dialog.tsx'
import { CopyButton, copyFailed } from '../../ui/text/copy-button.tsx'
import { Time } from '../../ui/text/time.tsx'
import { ApiKeyOutcome } from './api-key-outcome.tsx'
import { apiKeysQuery } from './api-key-queries.ts'

interface Props {
  apiKey: { readonly id: string; readonly text: string }
  name: string
  outcome: ComponentProps<typeof ApiKeyOutcome>
  isCopied: boolean
  onCopied: () => void
  onDone: () => void
}

/** The full key, once. */
export function CreatedApiKey({ apiKey, name, outcome, isCopied, onCopied, onDone }: Props) {
  useUnsaved(!isCopied, 'shown')
  return (
    <div className="flex flex-col gap-3">
      <div className="grid flex-auto content-start gap-3">
        <p className="text-ink-2">
          Copy <span className="font-medium wrap-anywhere text-ink">{name}</span> now. This is the only time
          the full key is shown. Anyone who has it can read these environments.
        </p>
        <code
          data-testid="api-key"
          className="rounded-md border border-accent bg-accent-soft p-3 font-mono text-small break-all select-all"
        >
          {apiKey.text}
        </code>
        <CopyButton
          text={apiKey.text}
          label="Copy key"
          labelled
          main={!isCopied}
          onCopied={onCopied}
          onFailed={copyFailed('Failed to copy API key')}
        />
        <p role="status" className="text-small text-ink-3">
          {isCopied && 'API key copied to clipboard'}
        </p>
      </div>
      <ApiKeyOutcome {...outcome} isCreated>
        <FirstCall projectId={outcome.projectId} keyId={apiKey.id} />
      </ApiKeyOutcome>
      <DialogActions>
        <Button variant={isCopied ? 'primary' : 'ghost'} onClick={onDone}>
          Done
        </Button>
      </DialogActions>
    </div>
  )
}

const pollIntervalMs = 4_000
const maxPollMs = 10 * 60_000

/** Tells when the key was first used. It looks for ten minutes. */
function FirstCall({ projectId, keyId }: { projectId: number; keyId: string }) {
  const api = useApi()
  const [since] = useState(() => Date.now())
  const isOver = () => Date.now() - since > maxPollMs
  const { data: keys } = useQuery({
    ...apiKeysQuery(api, projectId),
    refetchInterval: ({ state }) =>
      isOver() || state.data?.api_keys.some(({ id, last_used_at }) => id === keyId && last_used_at)
        ? false
        : pollIntervalMs,
  })
  const usedAt = keys?.find(({ id }) => id === keyId)?.last_used_at
  const Icon = usedAt ? CircleCheck : Circle
  return (
    <p role="status" className="flex items-center gap-2 text-small text-ink-3">
      <Icon aria-hidden="true" className={usedAt ? 'size-4 text-good' : 'size-3'} />
      {usedAt ? (
        <span>
          The first call came <Time at={usedAt} />.
        </span>
      ) : isOver() ? (
        'No call so far. The table says when the key was last used.'
      ) : (
        'Waiting for the first call. This line says when it came.'
      )}
    </p>
  )
}
