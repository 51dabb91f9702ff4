import { useConnection } from '../../connection/use-connection.ts'
import { StepUpDialogs } from '../../features/accounts/step-up/step-up-dialogs.tsx'
import { ProtectionDialogs } from '../../features/environments/protection-dialogs.tsx'
import { UnlockPrompt } from '../../features/keyring/unlock-prompt.tsx'

/** What a call asks for. Every page has them: a call of one without them would wait forever. */
export function Prompts() {
  const { stepUpPrompt, protectionPrompt } = useConnection()
  return (
    <>
      <UnlockPrompt />
      <StepUpDialogs prompt={stepUpPrompt} />
      <ProtectionDialogs prompt={protectionPrompt} />
    </>
  )
}
