/** A stored time, ms since 1970, as the wire has it: ISO 8601, UTC, with milliseconds. */
export const wireTime = (at: number): string => new Date(at).toISOString()

/** The same for a time that may not have come. */
export const wireTimeOrNull = (at: number | null): string | null => (at === null ? null : wireTime(at))
