let made = 0

/** A name that nothing else in this process has. */
export const unique = (name: string): string => `${name}${++made}`
