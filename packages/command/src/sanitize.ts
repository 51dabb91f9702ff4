const steering = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu
const ownColor = /^\[\d{1,2}m/

/** Names come from other people: characters that would control the terminal are shown as �. Our own colors pass. */
export const plain = (text: string): string =>
  text.replace(steering, (character, at: number) => {
    if (character === '\n' || character === '\t') return character
    return character === '\u001b' && ownColor.test(text.slice(at + 1, at + 5)) ? character : '\ufffd'
  })

/** The same for text from outside, which never contains our colors. */
export const sanitize = (text: string): string => text.replace(/[\n\t]/g, ' ').replace(steering, '\ufffd')
