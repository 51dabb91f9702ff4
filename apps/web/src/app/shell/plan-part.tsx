import { GracePart } from '../../features/compliance/grace-part.tsx'
import { PaymentPart } from '../../features/subscription/payment-part.tsx'

/** What is wrong with the plan, on every page: a grace period, a failed payment, or its end. */
export const PlanPart = ({ part }: { part: 'Indicator' | 'Strip' }) => (
  <>
    <GracePart part={part} />
    <PaymentPart part={part} />
  </>
)
