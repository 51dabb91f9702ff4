import type { ProtectionPrompt } from '../../connection/session/prompts.ts'
import { useStore } from '../../ui/create-store.ts'
import { deferred } from '../../ui/deferred.tsx'

const ProtectionDialog = deferred(async () => (await import('./protection-dialog.tsx')).ProtectionDialog)

/** The question before a protected environment loses something, while a call waits for it. */
export function ProtectionDialogs({ prompt }: { prompt: ProtectionPrompt }) {
  const loss = useStore(prompt)
  return loss ? <ProtectionDialog loss={loss} onSettled={prompt.settle} /> : null
}
