/** A key with the part that was searched for marked. */
export function HighlightMatch({ text, search }: { text: string; search: string }) {
  const at = search === '' ? -1 : text.toLowerCase().indexOf(search.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className="bg-accent-soft font-medium text-accent underline">
        {text.slice(at, at + search.length)}
      </mark>
      {text.slice(at + search.length)}
    </>
  )
}
