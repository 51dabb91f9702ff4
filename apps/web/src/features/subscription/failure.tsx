import { Banner } from '../../ui/feedback/banner.tsx'
import { failureReason } from './failure-reason.ts'

/** What failed, in a fixed sentence; the server's own reason follows where it has one. */
export const Failure = ({ title, error }: { title: string; error: Error }) => (
  <Banner tone="bad" title={title}>
    {failureReason(error)}
  </Banner>
)
