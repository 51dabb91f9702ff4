import type { StepUpPrompt } from '../../../connection/session/prompts.ts'
import { useStore } from '../../../ui/create-store.ts'
import { deferred } from '../../../ui/deferred.tsx'

const StepUpDialog = deferred(async () => (await import('./step-up-dialog.tsx')).StepUpDialog)

/** The dialog for calls that need a proof of identity, while one waits. */
export function StepUpDialogs({ prompt }: { prompt: StepUpPrompt }) {
  const request = useStore(prompt)
  return request && <StepUpDialog {...request} onSettled={prompt.settle} />
}
