import type { ProofFormProps } from './step-up-dialog.tsx'

/** Filled by the code of this proof. */
export function RecoveryCodeProof(_: ProofFormProps) {
  return null
}
