import { confirmTotp } from '@envhold/contract/totp.ts'
import { useApi } from '../../../connection/use-api.ts'
import { CodeForm } from '../second-factor/code-form.tsx'

/** Confirms with a code of the authenticator app. */
export function TotpProof({ onConfirmed }: { onConfirmed: (token: string) => void }) {
  const api = useApi()
  const send = async (code: string) => onConfirmed((await api.call(confirmTotp, { body: { code } })).token)
  return <CodeForm method="totp" submitText="Confirm" send={send} />
}
