/** A page whose text comes from the server: the built-in one, or the operator's. */
export function TextPage() {
  return (
    <main className="mx-auto max-w-content px-4 py-12 sm:px-6 sm:py-16">
      <article className="prose">⟦!text⟧</article>
      <p className="mt-10 max-w-prose border-t pt-4 text-small text-ink-3 empty:hidden">⟦textNote⟧</p>
    </main>
  )
}
