import { Banner } from '../../ui/banner.tsx'

export interface Suspension {
  readonly reason: string | null
}

/** Above the page of a suspended account, which can still settle its bills. */
export const SuspensionBanner = ({ reason }: Suspension) => (
  <Banner tone="bad" title="Account Suspended">
    <p>
      Your account has been suspended by an administrator. You can still manage your subscription and billing;
      plans cannot be chosen meanwhile.
    </p>
    {reason && <p className="mt-1 break-words">Reason: {reason}</p>}
  </Banner>
)
