// A click on a column's heading sorts the rows by that column. Nothing is missing without it.

/** @typedef {HTMLTableCellElement & {dataset: {fixed?: string, v?: string}}} Cell */

for (const table of document.querySelectorAll('table.sortable')) {
  /** @type {HTMLTableSectionElement} */
  const body = table.tBodies[0];
  /** @type {Cell[]} */
  const headings = [...table.tHead.rows[0].cells];

  /**
   * What a row is sorted by: a number where the cell has one, else its text.
   * @param {HTMLTableRowElement} row
   * @param {number} column
   * @returns {number | string}
   */
  const sortKey = (row, column) => {
    const cell = row.cells[column];
    const value = cell.dataset.v ?? cell.textContent.trim();
    return value === '' || isNaN(value) ? value : Number(value);
  };

  headings.forEach((heading, column) => {
    if (!heading.textContent.trim() || heading.dataset.fixed !== undefined) return;
    heading.tabIndex = 0;
    heading.classList.add('sorts');
    const sort = () => {
      const ascending = heading.getAttribute('aria-sort') === 'descending';
      headings.forEach(other => other.removeAttribute('aria-sort'));
      heading.setAttribute('aria-sort', ascending ? 'ascending' : 'descending');
      const rows = [...body.rows].map(row => [sortKey(row, column), row]);
      rows.sort(([a], [b]) => {
        const order = typeof a === 'number' && typeof b === 'number'
          ? a - b : String(a).localeCompare(String(b), undefined, {numeric: true});
        return ascending ? order : -order;
      });
      body.append(...rows.map(([, row]) => row));
    };
    heading.addEventListener('click', sort);
    heading.addEventListener('keydown', event => {
      if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); sort(); }
    });
  });
}
