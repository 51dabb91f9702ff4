const recommended = 15

/** The rule, then a calm recommendation: length protects best where the password is the only factor. */
export function NewPasswordHint({ password, more }: { password: string; more?: string }) {
  const length = [...password].length
  const hint =
    length < 8
      ? 'At least 8 characters. 15 or more are better.'
      : length < recommended
        ? `Long enough. ${recommended} or more are better: a few words in a row are easy to remember.`
        : 'A good length.'
  return (
    <>
      {hint} {more}
    </>
  )
}
