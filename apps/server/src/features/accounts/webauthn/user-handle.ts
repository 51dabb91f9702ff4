/** What authenticators store to name an account: its id, never its e-mail address. Base64url. */
export const userHandleOf = (userId: number): string => Buffer.from(String(userId)).toString('base64url')
