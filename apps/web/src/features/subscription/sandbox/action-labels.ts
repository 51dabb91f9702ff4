import type { SandboxAction } from '@envhold/contract/sandbox.ts'

/** What a test plays, as buttons say it. */
export const actionLabels: Record<SandboxAction, string> = {
  cancel: 'Cancel at period end',
  resume: 'Resume',
  renew: 'Renew now',
  fail_renewal: 'Let the renewal fail',
  pay: 'Pay the open invoice',
  end: 'End now',
  refund: 'Refund the last payment',
}
