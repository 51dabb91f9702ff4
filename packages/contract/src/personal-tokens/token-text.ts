const TOKEN = /(?<![0-9A-Za-z])(pak|ppt|inv|ses|eml|mfa)_([0-9A-Za-z]{13})_[0-9A-Za-z]*/g

/**
 * Leaves of each token in a text what is public of it, `pak_<id>`: a leaked key is pasted whole into a search, and
 * searches stand in URLs.
 */
export const withoutTokenSecrets = (text: string): string => text.replace(TOKEN, '$1_$2')

/** The id in `pak_<id>`, or the text itself. */
export const tokenIdIn = (text: string): string => withoutTokenSecrets(text).replace(/^[a-z]{3}_/, '')
