import type { ProofFormProps } from './step-up-dialog.tsx'

/** Filled by the code of this proof. */
export function TotpProof(_: ProofFormProps) {
  return null
}
