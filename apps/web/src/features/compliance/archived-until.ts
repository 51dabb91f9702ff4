const archiveMs = 30 * 86_400_000

/** Until when a project that is archived now can be restored: a project archived early is not deleted earlier. */
export const archivedUntil = (graceEnd: string, now: number): string =>
  new Date(Math.max(now, Date.parse(graceEnd)) + archiveMs).toISOString()
