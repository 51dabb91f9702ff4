import { confirmRecoveryCode } from '@envhold/contract/recovery-codes.ts'
import { useApi } from '../../../connection/use-api.ts'
import { CodeForm } from '../second-factor/code-form.tsx'

/** Confirms with a recovery code. */
export function RecoveryCodeProof({ onConfirmed }: { onConfirmed: (token: string) => void }) {
  const api = useApi()
  const send = async (code: string) =>
    onConfirmed((await api.call(confirmRecoveryCode, { body: { code } })).token)
  return <CodeForm method="recovery-code" submitText="Confirm" send={send} />
}
