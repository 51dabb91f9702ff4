/** How long the usage log contains a call, in ms. */
export const usageLifetimeMs = 90 * 24 * 3_600_000
