/** Whom to write to: the address that whoever runs a server under a name of its own is expected to read. */
export const supportEmail = (hostname: string): string => `support@${hostname.replace(/^www\./, '')}`
