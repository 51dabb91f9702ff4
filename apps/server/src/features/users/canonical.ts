/** What two spellings of the same e-mail address or username have in common: uniqueness and lock-outs go by it. */
export const canonical = (text: string): string => text.normalize('NFC').toLowerCase()

/** Whether both databases store a text as it is given: no NUL, no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
