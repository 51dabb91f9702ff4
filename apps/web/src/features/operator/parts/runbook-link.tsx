import type { warningRunbooks } from '@envhold/contract/operator/instance-health.ts'

type Runbook = (typeof warningRunbooks)[keyof typeof warningRunbooks]

/** The server serves a document at its path in the repository. */
export const RunbookLink = ({ path }: { path: Runbook }) => (
  <a
    href={`/${path}`}
    target="_blank"
    rel="noreferrer"
    className="font-mono break-words text-accent underline underline-offset-4"
  >
    {path}
  </a>
)
