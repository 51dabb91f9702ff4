/** The size of the largest value in bytes of UTF-8. */
export const maxValueBytes = 64 * 1024

/** The length of the longest note in code points. */
export const maxNoteLength = 500

/** Whether every database stores a text unchanged: no NUL, no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Why a text is rejected that is not `isStorable`. */
export const notStorable = 'Must not hold NUL or broken Unicode'

/**
 * Whether a text has control characters, line or paragraph separators, or marks that change the direction of the text
 * around them: names and notes appear beside other text, which they must not rearrange. Right-to-left words need none
 * of these marks.
 */
export const isMisleading = (text: string): boolean =>
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u.test(text)

/**
 * Whether a name has characters that nobody sees, such as a zero-width space: two names that look the same would
 * differ. Joiners, variation selectors and tags stay, because emoji and words of some scripts need them.
 */
export const hasInvisible = (name: string): boolean =>
  /(?!\p{Join_Control}|[\p{Variation_Selector}\u{e0020}-\u{e007f}])[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(
    name,
  )

/** Why a name is rejected that `hasInvisible`. */
export const invisible = 'Must not contain invisible characters'

/** Why a text is rejected that `isMisleading`. */
export const misleading = 'Must not contain control characters or text direction marks'

/** Why a text is rejected that has more than `max` characters. */
export const tooLong = (max: number): string => `Must be at most ${max.toLocaleString('en')} characters`

/** Whether a text has at most `max` code points, as people count. The first comparison spares long texts the count. */
export const fitsLength = (max: number, text: string): boolean =>
  text.length <= 2 * max && [...text].length <= max
