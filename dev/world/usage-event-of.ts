import type { UsageEvent } from '../../apps/server/src/features/usage/usage-event.ts'

/** An admitted call of a key without limits, as the usage recorder receives it. */
export const usageEventOf = (
  {
    keyId,
    projectId,
    ...entry
  }: Pick<UsageEvent['entry'], 'keyId' | 'projectId'> & Partial<UsageEvent['entry']>,
  more: Partial<UsageEvent> = {},
): UsageEvent => ({
  limits: { hour: -1, day: -1, month: -1 },
  counter: keyId,
  ownerCounter: 'owner/1',
  entry: {
    keyId,
    projectId,
    environmentId: null,
    environmentName: 'production',
    method: 'GET',
    endpoint: '/v1/inject/{projectId}/{environment}',
    status: 200,
    variables: 0,
    durationUs: 1_000,
    ip: '203.0.113.7',
    requestId: 'x',
    calls: 1,
    ...entry,
  },
  used: true,
  isUnchanged: false,
  ownerEvents: () => [],
  rejectionEvents: () => [],
  ...more,
})
