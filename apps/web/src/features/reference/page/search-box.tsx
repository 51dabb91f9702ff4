/** The search field and the place of its results. It shows when its script runs; browsers can search the page, too. */
export function SearchBox() {
  return (
    <search className="manual-search" data-manual-search="">
      <label>
        <span className="sr-only">Search the documentation</span>
        <input
          type="search"
          role="combobox"
          aria-expanded="false"
          aria-controls="manual-results"
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder="Search"
        />
        <span className="manual-key">/</span>
      </label>
      <div className="manual-results" data-results="" hidden>
        <div id="manual-results" role="listbox" aria-label="Results" />
        <p role="status" />
      </div>
    </search>
  )
}
