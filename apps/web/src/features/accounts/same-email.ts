const canonical = (address: string) => address.trim().normalize('NFC').toLowerCase()

/** Whether two ways to write an address name one account; the server, which has the last word, compares alike. */
export const isSameEmail = (one: string, other: string) => canonical(one) === canonical(other)
