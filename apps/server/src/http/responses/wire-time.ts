/** A stored time, ms since 1970, in the format of the API: ISO 8601, UTC, with milliseconds. */
export const wireTime = (at: number): string => new Date(at).toISOString()

/** The same for a time that may be absent. */
export const wireTimeOrNull = (at: number | null): string | null => (at === null ? null : wireTime(at))
