import { CircleCheck, MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'
import { VerifyOutcome } from '../verify-email/verify-outcome.tsx'

export const DoneOutcome = (props: { title: string; children: ReactNode; action: ReactNode }) => (
  <VerifyOutcome icon={CircleCheck} tone="good" {...props} />
)

/** The page was opened without a link, or with one that is no longer valid. */
export const InvalidOutcome = ({
  isInvalid,
  why,
  action,
}: {
  isInvalid: boolean
  /** Why a link may have ended. */
  why: string
  action: ReactNode
}) => (
  <VerifyOutcome
    icon={MailWarning}
    tone="warn"
    title={isInvalid ? 'This link is no longer valid' : 'Open the link again'}
    action={action}
  >
    {isInvalid ? why : 'This page needs the link from the mail, and reloading it discards the link.'}
  </VerifyOutcome>
)
