/** The common form of all spellings of an e-mail address or username: for uniqueness and attempt limits. */
export const canonical = (text: string): string => text.normalize('NFC').toLowerCase()

/** Whether both databases store a text unchanged: no NUL, no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
