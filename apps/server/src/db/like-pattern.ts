/** A pattern for LIKE that finds a text anywhere. The statement says `escape '\'`. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`
